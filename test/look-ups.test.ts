/** No word that may come from outside is looked up in a plain object. `src/shared/own-entry.ts` says why. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { lookUpsByWord } from './look-ups.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Where the words are names that this program wrote itself. */
const exceptions: Readonly<Record<string, string>> = {
  'src/shared/own-entry.ts': 'the look-up itself',
  'src/http/requests/query-values.ts': 'names of fields of our own schemas',
  'src/http/answers/answer-writer.ts': 'names of fields of our own schemas, once for every member of an answer',
  'src/db/postgres/postgres-batch.ts': 'names of prepared statements, made by the driver',
  'src/db/postgres/postgres-values.ts': 'columns of statements of ours, once for every cell',
  'src/db/sqlite/sqlite-connection.ts': 'columns of statements of ours, once for every cell',
  'web/emitter/envelope.ts': 'names of fields of our own events; every byte of the emitter counts',
  'web/emitter/cart-lines.ts':
    'results of a call by its items; what an object inherits says no success and tells nothing',
};

const folder = mkdtempSync(join(tmpdir(), 'cartwright-look-ups-'));
after(() => rmSync(folder, { recursive: true }));

test('every look-up by a word is one of an own entry, or in a Map', () => {
  const found = lookUpsByWord(
    root,
    [join(root, 'tsconfig.json'), join(root, 'web/tsconfig.json')],
    (file) => /^(src|web)\//.test(file) && !Object.hasOwn(exceptions, file),
  );
  assert.deepEqual([...new Set(found.map(({ file, line, text }) => `${file}:${line} ${text}`))], []);
});

test('a look-up by a word is found, and one by a number or a known word is not', () => {
  const source = `
    declare const table: Record<string, number>; declare const word: string; declare const list: number[];
    declare const known: { readonly a: 1; readonly b: 2 }; declare const name: 'a' | 'b'; declare const at: number;
    declare const either: string | number; declare const request: { readonly body?: Record<string, number> };
    export const found = [table[word], table[\`x\${word}\`], request.body?.[word], word in known, table[either]];
    export const passed = [known[name], list[at], table['a'], 'a' in known, new Map([['a', 1]]).get(word)];
  `;
  writeFileSync(join(folder, 'sample.ts'), source);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { strict: true, types: [] } }));
  const found = lookUpsByWord(folder, [join(folder, 'tsconfig.json')], (file) => file === 'sample.ts');
  assert.deepEqual(
    found.map(({ text }) => text),
    ['table[word]', 'table[`x${word}`]', 'request.body?.[word]', 'word in known', 'table[either]'],
  );
});
