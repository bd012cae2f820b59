/**
 * How large and heavy one unit is, as far as the catalogue says. An article carries it in its own `meta`:
 * `weight: { shipping, unit }` and `dimension: { length, width, height, unit }`. Pure.
 */
import type { FieldProblem } from '../shared/errors.ts';
import { ownEntry } from '../shared/own-entry.ts';
import type { Article } from './article.ts';

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

/** Of one unit: what is more cannot be meant, and would not be counted exactly once units are multiplied. */
const MOST_KILOGRAMS = 100_000;
const MOST_CENTIMETRES = 10_000;

type Measured = Pick<Article, 'meta'>;
const part = ({ meta }: Measured, name: string): Readonly<Record<string, unknown>> => {
  const value = ownEntry(meta, name);
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
};
const factorOf = (units: ReadonlyMap<string, number>, { unit }: Readonly<Record<string, unknown>>, usual: string) =>
  units.get((typeof unit === 'string' ? unit : usual).toLowerCase());

/** As it was fed, in the unit that is counted in; null: nobody can tell. */
const measured = (value: unknown, factor: number | undefined): number | null =>
  typeof value === 'number' && value > 0 && factor !== undefined ? value * factor : null;
/** Rows of earlier releases may hold any number: what is too much is not known. */
const within = (most: number, value: number | null): number | null => (value !== null && value <= most ? value : null);

const kilogramsOf = (article: Measured): number | null => {
  const weight = part(article, 'weight');
  return measured(weight['shipping'], factorOf(kilograms, weight, 'gram'));
};
const sidesOf = (article: Measured) => {
  const box = part(article, 'dimension');
  const factor = factorOf(centimetres, box, 'cm');
  const side = (name: string): number | null => measured(ownEntry(box, name), factor);
  return { length: side('length'), width: side('width'), height: side('height') };
};

/** What is wrong with the size and weight that a row gives its article. */
export const unitSizeProblem = (article: Measured): FieldProblem | undefined => {
  if ((kilogramsOf(article) ?? 0) > MOST_KILOGRAMS) {
    return { field: 'meta.weight.shipping', message: `One unit weighs at most ${MOST_KILOGRAMS} kg.` };
  }
  const [side] = Object.entries(sidesOf(article)).find(([, long]) => (long ?? 0) > MOST_CENTIMETRES) ?? [];
  return side === undefined
    ? undefined
    : { field: `meta.dimension.${side}`, message: `A side of one unit is at most ${MOST_CENTIMETRES} cm long.` };
};

/** In kilograms. */
export const weightOf = (article: Measured): number | null => within(MOST_KILOGRAMS, kilogramsOf(article));

/** In centimetres. */
export const boxOf = (article: Measured): Box | null => {
  const sides = sidesOf(article);
  const length = within(MOST_CENTIMETRES, sides.length);
  const width = within(MOST_CENTIMETRES, sides.width);
  const height = within(MOST_CENTIMETRES, sides.height);
  return length === null || width === null || height === null ? null : { length, width, height };
};

/** Whole grams, as rates go by them: on the scales, and the greater of that and what its size counts for. */
export const unitWeightOf = (
  article: Measured,
): { readonly scales: number | null; readonly chargeable: number | null } => {
  const [weight, box] = [weightOf(article), boxOf(article)];
  const scales = weight === null ? null : Math.round(weight * 1000);
  const bulk = box === null ? null : Math.round((box.length * box.width * box.height * 1000) / VOLUME_OF_A_KILOGRAM);
  const known = [scales, bulk].filter((grams) => grams !== null);
  return { scales, chargeable: known.length === 0 ? null : Math.max(...known) };
};
