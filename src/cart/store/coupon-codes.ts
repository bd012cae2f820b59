/** The codes on a cart: the one that is spoken of first, then those beside it. Pure. */
import type { CartDocument } from './cart-document.ts';
import { folded } from '../../offers/offer.ts';

export type Coded = Pick<CartDocument, 'couponCode' | 'moreCodes'>;

export const codesOf = ({ couponCode, moreCodes = [] }: Coded): readonly string[] =>
  couponCode === null ? [] : [couponCode, ...moreCodes];

/** A cart with one code or none has no list. */
export const withCodes = (document: CartDocument, [first, ...others]: readonly string[]): CartDocument => {
  const { moreCodes: _before, ...rest } = document;
  return { ...rest, couponCode: first ?? null, ...(others.length === 0 ? {} : { moreCodes: others }) };
};

const isOther =
  (code: string) =>
  (each: string): boolean =>
    folded(each) !== folded(code);

/** Null: it holds as many as it may. A cart that may have one exchanges it. */
export const withCode = (codes: readonly string[], code: string, most: number): readonly string[] | null => {
  const others = codes.filter(isOther(code));
  if (most === 1) return [code];
  return others.length < most ? [code, ...others] : null;
};

/** Without one, or without the first. */
export const withoutCode = (codes: readonly string[], code: string | undefined): readonly string[] =>
  code === undefined ? codes.slice(1) : codes.filter(isOther(code));
