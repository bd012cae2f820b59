/** The reference pages say what the code says: each table is compared with the rows it describes, in both directions. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { settings } from '../src/config.ts';
import { errorTable } from '../src/shared/errors.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = (name: string): string => readFileSync(join(root, name), 'utf8');

/** The cells of every table row of a page that begins with a code word. */
const rows = (name: string): readonly (readonly string[])[] =>
  page(name)
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
const code = (word: string): string => `\`${word}\``;

describe('reference pages', () => {
  test('docs/configuration.md lists every setting with its default and meaning', () => {
    const expected = Object.values(settings).map(({ variable, fallback, meaning }) => [
      code(variable),
      fallback === undefined ? 'none' : code(fallback),
      meaning,
    ]);
    assert.deepEqual(rows('docs/configuration.md'), expected);
  });

  test('docs/errors.md lists every error_code with its status and sentence', () => {
    const expected = Object.entries(errorTable).map(([name, { status, message }]) => [
      code(name),
      String(status),
      message,
    ]);
    assert.deepEqual(rows('docs/errors.md'), expected);
  });

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
