/** Stage 5: tax of goods, and its split by place. */
import type { Article } from '../../src/pricing/pricing-types.ts';
import type { Case } from './case.ts';
import type { Charge } from './charges.ts';
import { type Basket, unitsOf } from './goods.ts';
import { plus, ppm, type Ratio, ratio, rounded, sumOf, taxInside, zero } from './rational.ts';
import { worthOfGood } from './dealing.ts';
import { share } from './sharing.ts';

const exactTax = (given: Case, amount: bigint, rate: number): Ratio =>
  given.policy.prices_include_tax ? taxInside(amount, rate) : ratio(amount * ppm(rate).top, ppm(rate).bottom);
export const taxOf = (given: Case, amount: bigint, rate: number): bigint =>
  rounded(exactTax(given, amount, rate), given.policy.rounding);

/** Tax of each good, in the order of goods. */
export const goodsTax = (given: Case, basket: Basket): readonly bigint[] => {
  const { tax_rounding: level, rounding } = given.policy;
  const running = new Map<number, Ratio>();
  return basket.goods.map((good) => {
    const { taxRate } = good.article;
    if (level === 'unit') return sumOf(unitsOf(basket, good), ({ price }) => taxOf(given, price, taxRate));
    const worth = worthOfGood(basket, good);
    if (level === 'line') return taxOf(given, worth, taxRate);
    const before = running.get(taxRate) ?? zero;
    const after = plus(before, exactTax(given, worth, taxRate));
    running.set(taxRate, after);
    return rounded(after, rounding) - rounded(before, rounding);
  });
};

export type Part = { readonly name: string; readonly rate: number; readonly amount: bigint };
/** By their rates, largest remainder. */
const splitByLevies = (tax: bigint, levies: NonNullable<Article['levies']>): readonly Part[] => {
  const amounts = share(
    tax,
    levies.map(({ rate }) => ({ weight: BigInt(rate), room: tax })),
    'largest',
  );
  return levies.map((levy, at) => ({ ...levy, amount: amounts[at] ?? 0n }));
};
/** Charges by the place alone, seen from the store of the first good. A rate of their own that no table explains is not split. */
export const splitCharge = (given: Case, first: Article | undefined, charge: Charge): readonly Part[] => {
  const { levies, taxRate } = given.charges;
  if (charge.type === 'rounding' || first === undefined) return [];
  if (levies === undefined) return splitTax(given, { state: first.state, taxRate: charge.rate }, charge.tax);
  return charge.rate === taxRate ? splitByLevies(charge.tax, levies) : [];
};
/** Within a state two halves, the odd unit for the centre; across states one; unknown places none. */
export const splitTax = (
  given: Case,
  article: Pick<Article, 'state' | 'taxRate' | 'levies'>,
  tax: bigint,
): readonly Part[] => {
  const { state: store, taxRate: rate, levies } = article;
  if (levies !== undefined) return splitByLevies(tax, levies);
  const place = given.place?.isWhereStoreIs === true ? store : (given.place?.state ?? null);
  if (store === null || place === null || rate === 0) return [];
  if (store !== place) return [{ name: 'igst', rate, amount: tax }];
  const centre = (tax + 1n) / 2n;
  return [
    { name: 'cgst', rate: rate / 2, amount: centre },
    { name: 'sgst', rate: rate / 2, amount: tax - centre },
  ];
};
/** The last part by the tax of the lines, largest remainder, then the one before it by what they have left; the first is the rest. */
export const splitOverLines = (split: readonly Part[], taxes: readonly bigint[]): readonly (readonly Part[])[] => {
  const left = [...taxes];
  const dealt = split.map(() => taxes.map(() => 0n));
  for (let part = split.length - 1; part > 0; part -= 1) {
    const shares = share(
      split[part]?.amount ?? 0n,
      left.map((tax) => ({ weight: tax, room: tax })),
      'largest',
    );
    dealt[part] = [...shares];
    for (const [at, amount] of shares.entries()) left[at] = (left[at] ?? 0n) - amount;
  }
  if (split.length > 0) dealt[0] = left;
  return taxes.map((_tax, at) => split.map((part, place) => ({ ...part, amount: dealt[place]?.[at] ?? 0n })));
};
