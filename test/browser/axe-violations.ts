/** What axe-core finds on a page in each of its looks. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

const found = (rules: string) => `axe.run({ resultTypes: ['violations']${rules} }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`;

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 860 };
/** A colour is the same at every width, and in the dark only the colours are others; telling them apart is most of the work. */
const looks = [
  {
    name: 'phone, light',
    viewport: phone,
    colorScheme: 'light',
    rules: ", rules: { 'color-contrast': { enabled: false } }",
  },
  { name: 'desk, light', viewport: desk, colorScheme: 'light', rules: '' },
  { name: 'desk, dark', viewport: desk, colorScheme: 'dark', rules: ", runOnly: ['color-contrast']" },
] as const;

type Look = (typeof looks)[number];

/** What is wrong with the page as it is shown now, in each of its looks or in the one that is named. */
export const violations = async (page: Page, path: string, only?: Look['name']): Promise<readonly string[]> => {
  await page.evaluate(axe.source);
  const all: string[] = [];
  for (const { name, viewport, colorScheme, rules } of looks.filter((look) => look.name === (only ?? look.name))) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const wrong = await page.evaluate<readonly string[]>(found(rules));
    all.push(...wrong.map((one) => `${path}, ${name}: ${one}`));
  }
  return all;
};
