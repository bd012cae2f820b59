/**
 * How large and heavy one unit is, as far as the catalogue says. An article carries it in its own `meta`:
 * `weight: { shipping, unit }` and `dimension: { length, width, height, unit }`. Pure.
 */
import type { Article } from '../../catalog/article.ts';
import { record, text } from '../../pricing/compile/read-definition.ts';
import type { UnitWeight } from '../../pricing/shipping-types.ts';

export type Box = { readonly length: number; readonly width: number; readonly height: number };

const unitsOf = (factor: number, ...names: readonly string[]) => names.map((name) => [name, factor] as const);
const kilograms: ReadonlyMap<string, number> = new Map([
  ...unitsOf(1, 'kg', 'kilogram', 'kilograms'),
  ...unitsOf(0.001, 'g', 'gram', 'grams'),
]);
const centimetres: ReadonlyMap<string, number> = new Map([
  ...unitsOf(1, 'cm', 'centimetre', 'centimeter'),
  ...unitsOf(0.1, 'mm', 'millimetre', 'millimeter'),
  ...unitsOf(100, 'm', 'metre', 'meter'),
  ...unitsOf(2.54, 'in', 'inch'),
]);
/** Cubic centimetres that count as a kilogram with carriers. */
export const VOLUME_OF_A_KILOGRAM = 5000;

const positive = (value: unknown, unit: number | undefined): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 && unit !== undefined ? value * unit : null;

/** In kilograms. */
export const weightOf = ({ meta }: Pick<Article, 'meta'>): number | null => {
  const { shipping, unit } = record(meta['weight']);
  return positive(shipping, kilograms.get((text(unit) ?? 'gram').toLowerCase()));
};

/** In centimetres. */
export const boxOf = ({ meta }: Pick<Article, 'meta'>): Box | null => {
  const { length, width, height, unit } = record(meta['dimension']);
  const factor = centimetres.get((text(unit) ?? 'cm').toLowerCase());
  const sides = { length: positive(length, factor), width: positive(width, factor), height: positive(height, factor) };
  return sides.length === null || sides.width === null || sides.height === null ? null : (sides as Box);
};

/** Whole grams, as rates go by them: on the scales, and the greater of that and what its size counts for. */
export const unitWeightOf = (article: Pick<Article, 'meta'>): UnitWeight => {
  const [weight, box] = [weightOf(article), boxOf(article)];
  const scales = weight === null ? null : Math.round(weight * 1000);
  const bulk = box === null ? null : Math.round((box.length * box.width * box.height * 1000) / VOLUME_OF_A_KILOGRAM);
  const known = [scales, bulk].filter((grams) => grams !== null);
  return { scales, chargeable: known.length === 0 ? null : Math.max(...known) };
};
