/** In what a figure is counted. Pure. */
import { beside, valueAt } from './field-places.ts';
import type { Json } from './schema-rules.ts';

const MONEY = new Set([
  'flat',
  'cod.min',
  'cod.max',
  'cod.from',
  'cod.to',
  'fee.min',
  'fee.max',
  'oss_threshold',
  'min_amount',
  'max_amount',
  'worth',
  'earn_for',
  'spent.min',
  'spent.max',
  'bands.charge',
  'bands.each',
  'free_from',
  'marked',
  'effective',
  'gift_price',
  'floor_price',
]);
const units: readonly (readonly [RegExp, string])[] = [
  [/(^|_)bp$|^gst_rate$|^tax_rate\.rate$|^held_percent_|^held_uses_percent$/, '%'],
  [/^maximum_weight$|^weight_if_unknown$/, 'kg'],
  [/_minutes$|^eta_limit$|^delivery_hint_ttl\.(t\d|eta)$/, 'minutes'],
  [/_hours$/, 'hours'],
  [/_seconds$/, 'seconds'],
  [/_ms$/, 'milliseconds'],
  [/(^|[._])days$/, 'days'],
  [/(^|[._])months$/, 'months'],
];
/** What steps of a shipping rate are counted in, as the rate says. */
const counted: ReadonlyMap<string, string> = new Map([
  ['weight', 'kg'],
  ['chargeable_weight', 'kg'],
  ['quantity', 'units'],
]);

/** Beside a figure: a word or sign, or `money`, in which currency `currencyAt` says. */
export const unitOf = (path: string, form: string, whole: Json): string | undefined => {
  const plain = `${form}.${path}`.replaceAll(/\[\d+\]/g, '');
  const [name = '', parent = ''] = plain.split('.').toReversed();
  if (/\bbands\[\d+\]\.(from|step)$/.test(path)) {
    const by = valueAt(whole, path.replace(/\.bands\[.*$/, '.by'));
    return counted.get(String(by)) ?? 'money';
  }
  // Fees by way of paying stand under its name.
  const isFee = /convenience_fees\.[^.]+\.(min|max)$/.test(plain);
  const isCoin = /cash_rounding\.[^.]+\.step$/.test(plain);
  const isTier = plain.endsWith('tiers.min') && valueAt(whole, beside(path, 'of')) === 'spent';
  if (MONEY.has(name) || MONEY.has(`${parent}.${name}`) || isFee || isTier || isCoin) return 'money';
  return units.find(([of]) => of.test(name) || of.test(`${parent}.${name}`))?.[1];
};

/** The currency of an amount, where it is not that of the shop. */
export const currencyAt = (path: string, whole: Json): string | undefined => {
  const coin = /cash_rounding\.([A-Z]{3})\.step$/.exec(path)?.[1];
  const said = /(^|\.)prices\[\d+\]\.\w+$/.test(path) ? valueAt(whole, beside(path, 'currency_code')) : undefined;
  return coin ?? (typeof said === 'string' && /^[A-Z]{3}$/.test(said) ? said : undefined);
};
