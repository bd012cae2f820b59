/** What axe-core finds on a page in each of its four looks. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** In the dark only the colours are others. */
const found = (rules: string) => `axe.run({ resultTypes: ['violations']${rules} }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`;

const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 860 } };
const schemes = { light: '', dark: ", runOnly: ['color-contrast']" };

/** What is wrong with the page as it is shown now, in each of its four looks. */
export const violations = async (page: Page, path: string): Promise<readonly string[]> => {
  await page.evaluate(axe.source);
  const all: string[] = [];
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    for (const [scheme, rules] of Object.entries(schemes)) {
      await page.emulateMedia({ colorScheme: scheme as 'light' | 'dark', reducedMotion: 'reduce' });
      const wrong = await page.evaluate<readonly string[]>(found(rules));
      all.push(...wrong.map((one) => `${path}, ${size}, ${scheme}: ${one}`));
    }
  }
  return all;
};
