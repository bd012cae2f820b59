/** The pages are ready for languages that are written from right to left. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { directionOf } from '../../../src/http/pages/page.ts';

test('a page says in which direction its language is written', () => {
  const said = ['en', 'hi', 'de-AT', 'ar', 'he-IL', 'UR'].map(directionOf);
  assert.deepEqual(said, ['ltr', 'ltr', 'ltr', 'rtl', 'rtl', 'rtl']);
});

for (const file of ['web/ui/ui.css', 'web/storefront/storefront.css', 'web/console/console.css']) {
  test(`${file} knows where a line begins and ends, not left and right`, () => {
    const lines = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8').split('\n');
    const sided = lines.filter((line) => /(?:^|[\s;{-])(?:left|right)\b[^;{]*:|:\s*(?:left|right)\s*[;}]/.test(line));
    assert.deepEqual(sided, []);
  });
}
