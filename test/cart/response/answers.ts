/** Reading answers in tests: what is asked for must be there. */
import assert from 'node:assert/strict';
import type { CartDetail } from '../../../src/contract/cart/cart-contract.ts';

/** Every field as if it always came; where one did not, the test that reads it fails. */
type Whole<T> = T extends readonly (infer Entry)[]
  ? readonly Whole<Entry>[]
  : T extends object
    ? { readonly [Name in keyof T]-?: Whole<Exclude<T[Name], null | undefined>> }
    : T;
export type Answer = Whole<CartDetail>;
export type Item = Answer['items'][number];

export const first = <T>(list: readonly T[]): T => {
  const [entry] = list;
  assert.ok(entry !== undefined, 'the list is empty');
  return entry;
};
export const only = <T>(list: readonly T[]): T => {
  assert.equal(list.length, 1);
  return first(list);
};
export const onlyItem = ({ items }: Answer): Item => only(items);
export const itemOf = ({ items }: Answer, itemId: number): Item =>
  first(items.filter(({ product }) => product.uid === itemId));
export const rowsOf = ({ breakup_values: { display } }: Answer): Readonly<Record<string, number>> =>
  Object.fromEntries(display.map(({ key, value }) => [key, value]));
export const rowOf = ({ breakup_values: { display } }: Answer, key: string) =>
  first(display.filter((row) => row.key === key));
