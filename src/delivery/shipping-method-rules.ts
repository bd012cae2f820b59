/** What is wrong with a shipping method beyond its schema, and the order in which methods are offered. Pure. */
import type { ShippingMethodRow } from '../contract/catalog/shipping-contract.ts';
import type { FieldProblem } from '../shared/errors.ts';
import { readDecimal } from '../shared/money.ts';
import { compareTexts } from '../shared/text-order.ts';

type Rate = ShippingMethodRow['rates'][number];
const GRAMS = 3;

const isWeight = ({ by }: Rate): boolean => by === 'weight' || by === 'chargeable_weight';

/** Units are counted, kilograms have grams, money at most four decimals. */
const decimalsOf = (rate: Rate): number => (rate.by === 'quantity' ? 0 : isWeight(rate) ? GRAMS : 4);
const hasMore = (figure: number | null | undefined, decimals: number): boolean =>
  typeof figure === 'number' && (readDecimal(String(figure))?.decimals ?? decimals + 1) > decimals;

const bandProblem = (rate: Rate, at: number, field: string): FieldProblem | undefined => {
  const band = rate.bands[at];
  const before = rate.bands[at - 1];
  if (band === undefined) return undefined;
  if (before === undefined && band.from !== 0)
    return { field: `${field}.from`, message: 'The first band begins at 0.' };
  if (before !== undefined && band.from <= before.from) {
    return { field: `${field}.from`, message: 'Must lie above the beginning of the band before it.' };
  }
  if (hasMore(band.from, decimalsOf(rate)) || hasMore(band.step, decimalsOf(rate))) {
    return { field: `${field}.from`, message: 'Write whole units, kilograms to the gram, money to four decimals.' };
  }
  const isStepped = typeof band.each === 'number' && band.each > 0;
  const message = 'each and step belong together, and a step is above 0.';
  return isStepped === (typeof band.step === 'number' && band.step > 0)
    ? undefined
    : { field: `${field}.step`, message };
};

const rateProblem = (rate: Rate, field: string): FieldProblem | undefined => {
  if (hasMore(rate.weight_if_unknown, GRAMS)) {
    return { field: `${field}.weight_if_unknown`, message: 'Write kilograms to the gram.' };
  }
  for (const at of rate.bands.keys()) {
    const problem = bandProblem(rate, at, `${field}.bands[${at}]`);
    if (problem !== undefined) return problem;
  }
  return undefined;
};

export const shippingMethodProblem = ({
  rates,
  maximum_weight: heaviest,
}: ShippingMethodRow): FieldProblem | undefined => {
  if (hasMore(heaviest, GRAMS)) return { field: 'maximum_weight', message: 'Write kilograms to the gram.' };
  for (const [at, rate] of rates.entries()) {
    const problem = rateProblem(rate, `rates[${at}]`);
    if (problem !== undefined) return problem;
  }
  return undefined;
};

/** Those that are offered, by their places. */
export const offeredMethods = (rows: readonly ShippingMethodRow[]): readonly ShippingMethodRow[] =>
  rows
    .filter(({ is_active: active }) => active !== false)
    .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0) || compareTexts(a.id, b.id));
