/** JSON that pages of docs print: every block has a name that a test reads it by, and what is printed as an answer has the form of one. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { rowCheck } from '../src/feeds/feed-check.ts';
import { schemaNamed } from './http/reference/whole-schema.ts';
import { printedJson } from './printed-json.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = globSync('docs/**/*.md', { cwd: root });
const tests = globSync('test/**/*.test.ts', { cwd: root }).map((file) => readFileSync(`${root}${file}`, 'utf8'));

describe('JSON on pages', () => {
  test('has a name, and a test that reads it by that name', () => {
    const unread = pages.flatMap((page) => {
      const heads = [...readFileSync(`${root}${page}`, 'utf8').matchAll(/^```json *(.*)$/gmu)].map(([, name]) => name);
      return heads
        .filter((name) => !tests.some((text) => text.includes(`'${name}'`) || text.includes(`json ${name}'`)))
        .map((name) => `${page}: ${name || 'a block without a name'}`);
    });
    assert.deepEqual(unread, []);
  });

  test('that is an answer has the form that openapi.json says', () => {
    const whyNot = printedJson('behaviour/beside-the-cart.md', 'why-not') as object;
    const page = { current: 1, size: 1, item_total: 1, has_previous: false, has_next: false };
    for (const [schema, answer] of [
      ['CartExplained', printedJson('behaviour/beside-the-cart.md', 'explained')],
      ['CartWhyNot', { currency_code: 'INR', offers: [whyNot], page }],
      ['CartBestOffer', printedJson('behaviour/beside-the-cart.md', 'best-offer')],
      ['CartMerges', printedJson('behaviour/cart.md', 'merges')],
      ['ErrorBody', printedJson('errors.md', 'error')],
      ['OrderRefundExplained', { sums: [], ...(printedJson('behaviour/orders.md', 'refund-explained') as object) }],
    ] as const) {
      assert.equal(rowCheck(schemaNamed(schema))(answer), undefined, schema);
    }
  });
});
