/** Who is in a segment is asked about that segment alone, and names are looked up. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Segment } from '../../src/contract/applications/segment-settings-contract.ts';
import { isInSegment, type Known, membershipOf } from '../../src/customers/segments/segment-rules.ts';

const words = (mark: string): readonly string[] => Array.from({ length: 100 }, (_, at) => `${mark}${at}`);
/** Counts how often somebody goes through them. */
const watched = (list: readonly string[]) => {
  const seen = { looks: 0 };
  const proxy = new Proxy([...list], {
    get: (target, name, receiver) => {
      if (typeof name === 'string' && /^\d+$/.test(name)) seen.looks += 1;
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  return { seen, proxy };
};
const knownWith = (groups: readonly string[]): Known => ({
  orders: 0,
  spent: 0,
  lastOrderAt: null,
  groups,
  tags: [],
  since: null,
  tier: { tier: null, until: null } as never,
});
const segments = Array.from(
  { length: 50 },
  (_, at): Segment => ({ slug: `s${at}`, name: `S ${at}`, conditions: { groups: [...words('wanted'), `own${at}`] } }),
);

test('the names of a customer are gone through once, however many segments ask for how many', () => {
  const { seen, proxy } = watched([...words('has'), 'own7']);
  const { groups } = membershipOf(segments, knownWith(proxy), 2, 0);
  assert.deepEqual(
    groups.filter((group) => group.startsWith('segment:s')),
    ['segment:s7'],
  );
  assert.ok(seen.looks <= 101, `${seen.looks} looks`);
});

test('one segment is asked about without the others', () => {
  const known = knownWith(['own7']);
  assert.deepEqual(
    segments.filter((segment) => isInSegment(segment, known, 2, 0)).map(({ slug }) => slug),
    ['s7'],
  );
});
