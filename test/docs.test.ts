/** The reference pages say what the code says: each table is compared with the rows it describes, in both directions. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { referenceTables, withRows } from './reference-tables.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = (name: string): string => readFileSync(join(root, name), 'utf8');

describe('reference pages', () => {
  for (const { page: name, rows } of referenceTables) {
    test(`${name} says what the code says (npm run docs)`, () => {
      assert.ok(rows().length > 0);
      assert.equal(page(name), withRows(page(name), rows()));
    });
  }

  test('every relative link of a page leads to a file', () => {
    const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root });
    const broken = pages.flatMap((name) =>
      [...page(name).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
        .map((match) => match[1] ?? '')
        .filter((target) => !existsSync(join(root, dirname(name), target)))
        .map((target) => `${name} -> ${target}`),
    );
    assert.ok(pages.length > 3);
    assert.deepEqual(broken, []);
  });
});
