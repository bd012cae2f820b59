/** Pictures from the merchant's own device, in the form of a product. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** A photograph as cameras take them: larger than any screen. */
const photograph = async (page: Page): Promise<Buffer> => {
  const content = await page.evaluate<string>(`(async () => {
    const canvas = new OffscreenCanvas(2500, 1000);
    canvas.getContext('2d').fillRect(0, 0, 2500, 1000);
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer());
    return btoa(String.fromCharCode(...bytes));
  })()`);
  return Buffer.from(content, 'base64');
};

/** Put up from the device, made smaller, and shown beside its address; what is no picture is said to be none. */
export const addPictures = async (page: Page, form: Locator): Promise<void> => {
  const files = form.getByLabel('Add pictures');
  await files.setInputFiles({ name: 'mug.jpg', mimeType: 'image/jpeg', buffer: await photograph(page) });
  const picture = form.locator('img[src*="/pictures/"]');
  await picture.scrollIntoViewIfNeeded();
  const width = await page.evaluate<number>(`(async () => {
    const image = document.querySelector('img[src*="/pictures/"]');
    await image.decode();
    return image.naturalWidth;
  })()`);
  assert.equal(width, 2000, 'as wide as a shop needs it');
  assert.equal(await form.getByLabel('Width to height').last().inputValue(), '5:2');
  await files.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') });
  await form.getByText('notes.png: Only a JPEG, PNG, WebP, AVIF or GIF can be put up.').waitFor();
};
