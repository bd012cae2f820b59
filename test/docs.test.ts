/** The reference pages say what the code says: each table is compared with the rows it describes, in both directions. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { campaigns } from './campaign/campaigns.ts';
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

  test('reliability.md names tests, commands and campaigns that there are, and every check once', () => {
    const text = page('docs/reliability.md');
    const tests = [...text.matchAll(/`(test\/[\w/.-]+\.ts)`/g)].map(([, file]) => file ?? '');
    const asked = [...text.matchAll(/`npm run campaign -- ([\w-]+)/g)].map(([, name]) => name ?? '');
    const scripts = [...text.matchAll(/`npm run ([\w-]+)/g)].map(([, name]) => name ?? '');
    const { scripts: known } = JSON.parse(page('package.json')) as { scripts: Readonly<Record<string, string>> };
    const names = new Set(campaigns.map(({ name }) => name));
    assert.deepEqual(
      [
        ...tests.filter((file) => !existsSync(join(root, file))),
        ...asked.filter((name) => !names.has(name)),
        ...scripts.filter((name) => !Object.hasOwn(known, name)),
      ],
      [],
    );
    const numbers = [...text.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number));
    assert.deepEqual(
      numbers,
      Array.from({ length: 62 }, (_, at) => at + 1),
    );
  });
});
