/** Grams of one unit, from what the catalogue says of it: page "Shipping methods". */
import type { Case } from './case.ts';
import { number, object, word } from './definition.ts';
import type { Good } from './goods.ts';
import { decimal, most, over, type Ratio, ratio, rounded, times } from './rational.ts';

type Grams = { readonly scales: bigint | null; readonly chargeable: bigint | null };

const kilograms: Readonly<Record<string, number>> = { kg: 1, kilogram: 1, g: 0.001, gram: 0.001 };
const centimetres: Readonly<Record<string, number>> = { cm: 1, mm: 0.1, m: 100, inch: 2.54 };

const measured = (value: unknown, factor: number | undefined): Ratio | null => {
  const given = number(value);
  return given === null || given <= 0 || factor === undefined ? null : times(decimal(given), decimal(factor));
};
const whole = (kilos: Ratio | null): bigint | null =>
  kilos === null ? null : rounded(times(kilos, ratio(1000n)), 'half_up');

/** On the scales; and the greater of that and a kilogram for 5,000 cubic centimetres. */
export const gramsOfUnit = ({ shipping }: Case, { article }: Good): Grams => {
  const meta = shipping?.measures[article.uid] ?? {};
  const [weight, box] = [object(meta['weight']), object(meta['dimension'])];
  const scales = whole(measured(weight['shipping'], kilograms[(word(weight['unit']) ?? 'gram').toLowerCase()]));
  const sides = ['length', 'width', 'height'].map((side) =>
    measured(box[side], centimetres[(word(box['unit']) ?? 'cm').toLowerCase()]),
  );
  const volume = sides.reduce(
    (so, side) => (so === null || side === null ? null : times(so, side)),
    ratio(1n) as Ratio | null,
  );
  const bulk = volume === null ? null : whole(over(volume, ratio(5000n)));
  return { scales, chargeable: scales === null || bulk === null ? (scales ?? bulk) : most(scales, bulk) };
};
