/** The page that says where each feature of pricing is: every file, path, field, reason, feature and case that it names is there. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { required } from '../oracle/coverage.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string): string => readFileSync(`${root}${name}`, 'utf8');
const rows = read('docs/behaviour/pricing-coverage.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Feature'))
  .map((line) => line.split('|').slice(1, -1));
const named = (cell = ''): readonly string[] => [...cell.matchAll(/`([^`]+)`/gu)].map(([, name]) => name ?? '');

type Schema = { readonly [member: string]: unknown };
const api = JSON.parse(read('openapi.json')) as {
  readonly paths: Schema;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};
const { schemas } = api.components;
/** What a schema can be: itself, what it refers to, and each of its alternatives. */
const formsOf = (schema: Schema): readonly Schema[] => {
  const {
    $ref: name,
    anyOf = [],
    allOf = [],
  } = schema as {
    $ref?: string;
    anyOf?: readonly Schema[];
    allOf?: readonly Schema[];
  };
  const there = typeof name === 'string' ? schemas[name.replace('#/components/schemas/', '')] : undefined;
  return [schema, ...(there === undefined ? [] : formsOf(there)), ...[...anyOf, ...allOf].flatMap(formsOf)];
};
const hasField = (path: string): boolean => {
  const [first = '', ...members] = path.split('.');
  const start = schemas[first];
  const ends = members.reduce<readonly Schema[]>(
    (found, member) =>
      found.flatMap(formsOf).flatMap(({ properties }) => {
        const next = Object.entries((properties ?? {}) as Readonly<Record<string, Schema>>);
        return next.filter(([name]) => name === member).map(([, schema]) => schema);
      }),
    start === undefined ? [] : [start],
  );
  return ends.length > 0;
};
const isFile = (name: string): boolean => /^(test|web|src|docs)\//u.test(name);
const isField = (name: string): boolean => /^[A-Z]\w+\.\w/u.test(name);

describe('the page of what pricing can express', () => {
  test('has a row for each feature, and says something in every cell', () => {
    assert.equal(rows.length, 40);
    assert.deepEqual(
      rows.filter((cells) => cells.length !== 9 || cells.some((cell) => cell.trim() === '')),
      [],
    );
  });

  test('names files, paths and fields that there are', () => {
    const all = rows.flat().flatMap(named);
    const missing = [
      ...all.filter((name) => isFile(name) && !existsSync(`${root}${name}`)),
      ...all.filter((name) => name.startsWith('/service/') && !Object.hasOwn(api.paths, name)),
      ...all.filter((name) => isField(name) && !hasField(name)),
    ];
    assert.deepEqual(missing, []);
  });

  test('names reasons that the engine gives, features that the second engine is asked about, and cases that there are', () => {
    const reasons = read('src/pricing/why-not-types.ts');
    const cases = (JSON.parse(read('test/pricing/vectors.json')) as readonly { id: string }[]).map(({ id }) => id);
    const wrong = rows.flatMap((cells) => [
      ...named(cells[4]).filter((name) => cells[4]?.startsWith(' `') === true && !reasons.includes(`'${name}'`)),
      ...named(cells[6]).filter((name) => !required.includes(name)),
      ...named(cells[8]).filter((id) => !cases.includes(id)),
    ]);
    assert.deepEqual(wrong, []);
  });
});
