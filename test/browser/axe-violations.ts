/** What axe-core finds on a page in each of its looks. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The rows of a list are alike: three of them say what all would, and telling colours apart takes time for each. */
const alike = ['tbody > tr:nth-child(n + 4)', '.cards > :nth-child(n + 4)'];
const context = JSON.stringify({ exclude: alike.map((rows) => [rows]) });

const found = (options: object) => `axe.run(${context}, ${JSON.stringify({ resultTypes: ['violations'], ...options })})
  .then(({ violations }) => violations.map(({ id, nodes }) =>
    id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`;

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 860 };
/**
 * A colour is the same at every width, and in the dark only the colours are others; telling them apart is most of the work. The
 * style, which one look reads as a whole, is the same in all of them.
 */
const looks = [
  {
    name: 'phone, light',
    viewport: phone,
    colorScheme: 'light',
    options: { rules: { 'color-contrast': { enabled: false } } },
  },
  { name: 'desk, light', viewport: desk, colorScheme: 'light', options: { preload: false } },
  { name: 'desk, dark', viewport: desk, colorScheme: 'dark', options: { preload: false, runOnly: ['color-contrast'] } },
] as const;

/** What is wrong with the page as it is shown now, in each of its looks. */
export const violations = async (page: Page, path: string): Promise<readonly string[]> => {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  const all: string[] = [];
  for (const { name, viewport, colorScheme, options } of looks) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const wrong = await page.evaluate<readonly string[]>(found(options));
    all.push(...wrong.map((one) => `${path}, ${name}: ${one}`));
  }
  return all;
};
