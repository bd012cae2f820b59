import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { recordColumns } from '../../src/db/record-columns.ts';

test('a column is read under the name that the program has for it', () => {
  assert.equal(recordColumns('id, o.user_id, created_at'), 'id, o.user_id as "userId", created_at as "createdAt"');
  assert.equal(recordColumns('a.id, second_use_at'), 'a.id, second_use_at as "secondUseAt"');
});

test('what is read so is only read: no list of it is written into', () => {
  const written = globSync('src/**/*.ts').flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    const lists = [...source.matchAll(/const (\w+) = recordColumns\(/g)].map(([, name = '']) => name);
    return lists.filter((name) => source.includes(`(\${${name}`)).map((name) => `${file}: ${name}`);
  });
  assert.deepEqual(written, []);
});
