/** Stage 6: what is added to goods. */
import type { ChargeTable, Fee } from '../../src/pricing/pricing-types.ts';
import { ofType, valueOf } from './adjustments.ts';
import type { Case } from './case.ts';
import { fromHome } from './currencies.ts';
import { type Basket, unitsOf, worthOf } from './goods.ts';
import { sendings } from './parcels.ts';
import { least, most, part, ppm, sumOf } from './rational.ts';
import { taxOf } from './tax.ts';

export type Charge = {
  readonly code: string;
  readonly type: string;
  readonly amount: bigint;
  readonly tax: bigint;
  readonly rate: number;
};

export const feeOf = (given: Case, fee: Fee, base: bigint): bigint => {
  const amount = fromHome(given);
  const [flat, rated] = [amount(fee.flat), part(base, ppm(fee.rate), 'half_up')];
  const plain = { sum: flat + rated, higher: most(flat, rated), lower: least(flat, rated) }[fee.of];
  const raised = fee.minimum === undefined ? plain : most(plain, amount(fee.minimum));
  return fee.maximum === undefined ? raised : least(raised, amount(fee.maximum));
};
/** The entry with the greatest threshold strictly below the goods; of two alike the first. */
const tableCharge = (given: Case, table: ChargeTable, goods: bigint): bigint => {
  const amount = fromHome(given);
  const below = table.filter(({ threshold }) => amount(threshold) < goods);
  const best = below.reduce<ChargeTable[number] | null>(
    (so, next) => (so === null || amount(next.threshold) > amount(so.threshold) ? next : so),
    null,
  );
  return best === null ? 0n : amount(best.charge);
};

const taxed = (given: Case, code: string, type: string, preset: bigint, rate: number): Charge => {
  const tax = taxOf(given, preset, rate);
  return { code, type, amount: given.policy.prices_include_tax ? preset : preset + tax, tax, rate };
};

export const codFee = (given: Case, basket: Basket): bigint | null => {
  const { cod } = given.charges;
  const goods = worthOf(basket.units);
  const amount = fromHome(given);
  if (cod === null || basket.units.length === 0) return null;
  if (cod.from !== undefined && goods < amount(cod.from)) return null;
  return cod.to !== undefined && goods > amount(cod.to) ? null : feeOf(given, cod, goods);
};

/** The last adjustment that replaces the delivery charge, where goods are delivered at all. */
const deliveryOf = (given: Case, basket: Basket): Charge | null => {
  if (given.pickup || basket.goods.every(({ pos }) => pos)) return null;
  const table =
    given.shipping === undefined
      ? tableCharge(given, given.charges.delivery, worthOf(basket.units))
      : sumOf(sendings(given, basket), ({ asks }) => asks);
  const replaced = ofType(given.adjustments, 'delivery_charge').flatMap(
    (adjustment) => valueOf(given, adjustment) ?? [],
  );
  const delivery = replaced.at(-1) ?? table;
  if (delivery === 0n && table === 0n) return null;
  return taxed(given, 'delivery_charge', 'delivery', delivery, given.charges.taxRate);
};
const feesOf = (given: Case, basket: Basket): readonly Charge[] => {
  const { charges, payment } = given;
  const cod = payment?.mode === 'COD' ? (codFee(given, basket) ?? 0n) : 0n;
  const convenience = payment === null ? undefined : charges.convenience[payment.mode];
  const fee = convenience === undefined ? 0n : feeOf(given, convenience, worthOf(basket.units));
  return [
    ...(cod > 0n ? [taxed(given, 'cod_charge', 'cod', cod, charges.taxRate)] : []),
    ...(fee > 0n ? [taxed(given, 'convenience_fee', 'convenience', fee, charges.taxRate)] : []),
  ];
};
/** For each wrapped unit; its tax is rounded for each good. */
const wrappingOf = (given: Case, basket: Basket): Charge | null => {
  const amount = fromHome(given);
  const parts = basket.goods
    .filter(({ wrapped }) => wrapped)
    .map((good) => amount(good.article.giftPrice ?? given.charges.giftPrice) * BigInt(unitsOf(basket, good).length))
    .map((preset) => taxed(given, 'gift', 'gift', preset, given.charges.taxRate));
  const all = { amount: sumOf(parts, (each) => each.amount), tax: sumOf(parts, (each) => each.tax) };
  return all.amount === 0n ? null : { code: 'gift', type: 'gift', rate: given.charges.taxRate, ...all };
};
const chargedByOthers = (given: Case, basket: Basket): readonly Charge[] =>
  ofType(given.adjustments, 'charge').flatMap((adjustment) => {
    const { articles, code, taxRate } = adjustment;
    const value = valueOf(given, adjustment) ?? 0n;
    const isMeant = (uid: string): boolean =>
      articles.length === 0 || articles.some(({ articleUid }) => articleUid === uid);
    const meant = basket.goods.some(({ article }) => isMeant(article.uid));
    return value > 0n && meant ? [taxed(given, code, 'adjustment', value, taxRate ?? 0)] : [];
  });

export const chargesOf = (given: Case, basket: Basket): readonly Charge[] => {
  if (basket.units.length === 0) return [];
  const [delivery, wrapping] = [deliveryOf(given, basket), wrappingOf(given, basket)];
  return [
    ...(delivery === null ? [] : [delivery]),
    ...feesOf(given, basket),
    ...(wrapping === null ? [] : [wrapping]),
    ...chargedByOthers(given, basket),
  ];
};
