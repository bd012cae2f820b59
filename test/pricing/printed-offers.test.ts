/** The offers that a page shows as examples come to what it says. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Definition } from '../../src/pricing/compile/offer-types.ts';
import { printedJson } from '../printed-json.ts';
import { article, price } from './carts.ts';

type Example = {
  readonly about: string;
  readonly goods: readonly {
    readonly price: number;
    readonly mrp?: number;
    readonly floor?: number;
    readonly units: number;
  }[];
  readonly promotions: readonly Definition[];
  readonly pays: number;
  readonly shut_out?: Readonly<Record<string, string>>;
};

for (const { about, goods, promotions, pays, shut_out = {} } of printedJson(
  'behaviour/offers.md',
  'priced-examples',
) as readonly Example[]) {
  test(about, () => {
    const bought = goods.map(({ price: selling, mrp = selling, floor, units }, at) => {
      const prices = { INR: { marked: mrp * 100, selling: selling * 100 } };
      const more = { prices, ...(floor === undefined ? {} : { floor: floor * 100 }) };
      return [article('abc'.charAt(at), selling * 100, more), units] as const;
    });
    const { breakup, notApplied } = price(bought, promotions);
    assert.equal(breakup.goods, pays * 100);
    assert.deepEqual(Object.fromEntries(notApplied.map(({ offerId, by }) => [offerId, by])), shut_out);
  });
}
