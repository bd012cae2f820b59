/** docs/behaviour/cart-fields.md says of every field where its value comes from, and names suites that exist. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { CartDetail } from '../../../src/contract/cart/cart-contract.ts';
import { valueRecorder } from './value-recorder.ts';

const here = new URL('.', import.meta.url);
const page = readFileSync(new URL('../../../docs/behaviour/cart-fields.md', here), 'utf8');

type Section = {
  readonly objects: readonly string[];
  readonly fields: readonly string[];
  readonly suites: readonly string[];
};

const sections: readonly Section[] = page
  .split(/^## /m)
  .slice(1)
  .map((text) => {
    const [heading = '', ...lines] = text.split('\n');
    const rows = lines
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split('|').map((cell) => cell.trim()));
    return {
      objects: heading.split(', '),
      fields: rows.flatMap(([, names = '']) => [...names.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')),
      suites: rows.map(([, , , suite = '']) => suite),
    };
  });

const objectOf = (path: string): string => path.slice(0, path.indexOf('.'));
const fieldOf = (path: string): string => path.slice(path.indexOf('.') + 1);
const paths = valueRecorder(CartDetail).paths();

describe('docs/behaviour/cart-fields.md', () => {
  test('has every object of the contract once', () => {
    const named = sections.flatMap(({ objects }) => objects);
    assert.deepEqual(named.toSorted(), [...new Set(paths.map(objectOf))].toSorted());
  });

  for (const { objects, fields } of sections) {
    test(`has every field of ${objects.join(', ')}, and no other`, () => {
      const wanted = new Set(paths.filter((path) => objects.includes(objectOf(path))).map(fieldOf));
      assert.deepEqual([...new Set(fields)].toSorted(), [...wanted].toSorted());
    });
  }

  test('names suites that there are', () => {
    const sources = globSync('scenario-*.ts', { cwd: here }).map((name) => readFileSync(new URL(name, here), 'utf8'));
    const suites = new Set(
      sources.flatMap((text) => [...text.matchAll(/describe\('([^']+)'/g)].map((match) => match[1])),
    );
    const unknown = sections.flatMap((section) => section.suites).filter((suite) => !suites.has(suite));
    assert.deepEqual(unknown, []);
  });
});
