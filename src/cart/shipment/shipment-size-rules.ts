/**
 * How large and heavy a parcel is, as far as the catalogue says. Weights are answered in kilograms, sides in centimetres; where
 * one article of a parcel says nothing, nothing is said of the parcel. Pure.
 */
import type { Article } from '../../catalog/article.ts';
import { type Box, boxOf, VOLUME_OF_A_KILOGRAM, weightOf } from '../../catalog/unit-size-rules.ts';

export type ParcelSize = {
  /** Kilograms on the scales, and as carriers count them from the space taken. */
  readonly weight: number | null;
  readonly volumetricWeight: number | null;
  /** The greater of the two that are known. */
  readonly chargeableWeight: number | null;
  readonly box: Box | null;
};

type Packed = { readonly article: Article | undefined; readonly quantity: number };

/** To the gram, and to the tenth of a millimetre. */
const grams = (weight: number): number => Math.round(weight * 1000) / 1000;
const tenths = (side: number): number => Math.round(side * 100) / 100;

const known = <T>(packed: readonly Packed[], of: (article: Article) => T | null): readonly T[] | null => {
  const all = packed.map(({ article }) => (article === undefined ? null : of(article)));
  return all.every((one) => one !== null) ? all : null;
};

const stackedBox = (boxes: readonly Box[], packed: readonly Packed[]): Box => ({
  length: tenths(Math.max(...boxes.map(({ length }) => length))),
  width: tenths(Math.max(...boxes.map(({ width }) => width))),
  height: tenths(boxes.reduce((sum, { height }, at) => sum + height * (packed[at]?.quantity ?? 0), 0)),
});

/** Units lie one on another: the widest decides the ground, the heights add up. */
export const parcelSize = (packed: readonly Packed[]): ParcelSize => {
  const weights = known(packed, weightOf);
  const boxes = known(packed, boxOf);
  const weight = weights && grams(weights.reduce((sum, each, at) => sum + each * (packed[at]?.quantity ?? 0), 0));
  const box = boxes && stackedBox(boxes, packed);
  const volumetricWeight = box && grams((box.length * box.width * box.height) / VOLUME_OF_A_KILOGRAM);
  const weighed = [weight, volumetricWeight].filter((one) => one !== null);
  return { weight, volumetricWeight, chargeableWeight: weighed.length === 0 ? null : Math.max(...weighed), box };
};
