/** Which method each parcel goes by and what it asks: page "Shipping methods". A parcel is what leaves one store by one way. */
import type { ShippingMethod, ShippingRate } from '../../src/pricing/shipping-types.ts';
import type { Case } from './case.ts';
import { fromHome } from './currencies.ts';
import { type Basket, type Good, unitsOf, worthOf } from './goods.ts';
import { gramsOfUnit } from './measures.ts';
import { sum } from './rational.ts';
import { saidOfStore } from './said.ts';

type Goods = readonly Good[];
/** What is charged together: its method, what that asks, and the goods. */
export type Sending = {
  readonly method: string | null;
  readonly asks: bigint;
  /** Store, way and method of each. */
  readonly parcels: readonly string[];
};

const countOf = (basket: Basket, goods: Goods): bigint =>
  sum(goods.map((good) => BigInt(unitsOf(basket, good).length)));

const gramsOf = (given: Case, basket: Basket, goods: Goods, rate: ShippingRate): bigint | null => {
  const each = goods.map((good) => {
    const { scales, chargeable } = gramsOfUnit(given, good);
    const own = rate.by === 'weight' ? scales : chargeable;
    const counted = own ?? (rate.unweighed === null ? null : BigInt(rate.unweighed));
    return counted === null ? null : counted * BigInt(unitsOf(basket, good).length);
  });
  return each.every((grams) => grams !== null) ? sum(each) : null;
};
const measured = (given: Case, basket: Basket, goods: Goods, rate: ShippingRate): bigint | null => {
  if (rate.by === 'quantity') return countOf(basket, goods);
  if (rate.by === 'value') return sum(goods.map((good) => worthOf(unitsOf(basket, good))));
  return gramsOf(given, basket, goods, rate);
};
const rateOf = (given: Case, basket: Basket, goods: Goods, { rates }: ShippingMethod): ShippingRate | undefined =>
  rates.find(
    (rate) =>
      (rate.zones.length === 0 || given.place?.zones.some((zone) => rate.zones.includes(zone)) === true) &&
      (rate.countries.length === 0 || rate.countries.some((country) => country === given.shipping?.country)) &&
      measured(given, basket, goods, rate) !== null,
  );

const canTake = (given: Case, basket: Basket, goods: Goods, method: ShippingMethod): boolean => {
  if (method.journey !== null && goods.some(({ way }) => (way ?? 'standard') !== method.journey)) return false;
  const known = goods.map((good) => (gramsOfUnit(given, good).scales ?? 0n) * BigInt(unitsOf(basket, good).length));
  if (method.heaviest !== null && sum(known) > BigInt(method.heaviest)) return false;
  const said = saidOfStore(given, goods[0]?.article.storeId);
  if (said !== null) return said.has(method.id);
  return rateOf(given, basket, goods, method) !== undefined;
};

const asked = (given: Case, basket: Basket, goods: Goods, method: ShippingMethod): bigint => {
  const amount = fromHome(given);
  const said = saidOfStore(given, goods[0]?.article.storeId)?.get(method.id);
  if (said !== undefined) return amount(said);
  const rate = rateOf(given, basket, goods, method);
  if (rate === undefined) return 0n;
  if (rate.freeFrom !== null && worthOf(basket.units) >= amount(rate.freeFrom)) return 0n;
  const scale = (figure: number): bigint => (rate.by === 'value' ? amount(figure) : BigInt(figure));
  const measure = measured(given, basket, goods, rate) ?? 0n;
  const band = rate.bands.filter(({ from }) => scale(from) <= measure).at(-1);
  if (band === undefined) return 0n;
  if (band.more === undefined) return amount(band.charge);
  const step = scale(band.more.step) > 0n ? scale(band.more.step) : 1n;
  const beyond = measure - scale(band.from);
  const begun = beyond / step + (beyond % step > 0n ? 1n : 0n);
  return amount(band.charge) + begun * amount(band.more.each);
};

const parcelsOf = (given: Case, basket: Basket): readonly Goods[] => {
  if (given.pickup) return [];
  const brought = basket.goods.filter(({ pos }) => !pos);
  const named = [...new Set(brought.map(({ article, way }) => `${article.storeId} ${way ?? 'standard'}`))];
  const inOrder = named.toSorted((a, b) => Number(a.split(' ')[0]) - Number(b.split(' ')[0]) || (a < b ? -1 : 1));
  return inOrder.map((name) =>
    brought.filter(({ article, way }) => `${article.storeId} ${way ?? 'standard'}` === name),
  );
};

export const sendings = (given: Case, basket: Basket): readonly Sending[] => {
  const { methods = [], chosen = {}, usual = null } = given.shipping ?? {};
  const taken: { readonly method: ShippingMethod | null; readonly isSaid: boolean; goods: Goods }[] = [];
  for (const goods of parcelsOf(given, basket)) {
    const able = methods.filter((method) => canTake(given, basket, goods, method));
    const wanted = chosen[String(goods[0]?.article.storeId)] ?? usual;
    const method = able.find(({ id }) => id === wanted) ?? able[0] ?? null;
    const isSaid = saidOfStore(given, goods[0]?.article.storeId) !== null;
    const same = taken.find(
      (other) => method?.once === true && !isSaid && !other.isSaid && other.method?.id === method.id,
    );
    if (same === undefined) taken.push({ method, goods, isSaid });
    else same.goods = [...same.goods, ...goods];
  }
  return taken.map(({ method, goods }) => ({
    method: method?.id ?? null,
    parcels: [
      ...new Set(goods.map(({ article, way }) => `${article.storeId} ${way ?? 'standard'} ${method?.id ?? null}`)),
    ],
    asks: method === null ? 0n : asked(given, basket, goods, method),
  }));
};

/** An offer that names methods is for carts of which something goes by one of them. */
export const goesBy = (given: Case, basket: Basket, named: readonly string[]): boolean =>
  named.length === 0 || sendings(given, basket).some(({ method }) => method !== null && named.includes(method));
