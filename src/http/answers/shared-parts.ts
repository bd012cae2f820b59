/**
 * Parts that many answers have in common: what a product looks like is the same in every cart. A part that is made once per
 * version is written once, too: its text is kept with it, for as long as somebody else holds it. Pure.
 */

import { hungOn } from '../../shared/hung-on.ts';

/** What a writer keeps of a part, by the writer. */
export type KeptTexts = Map<object, string | readonly string[]>;
/** A part and members that are each answer's own, over those of the part, in one object. */
export type Joined = { readonly base: object; readonly names: readonly string[]; whole: object | undefined };
/** `joined`: undefined where the base is nobody else's. */
export type Copy = (base: object, own: object, joined: Joined | undefined) => object;
type Part = {
  readonly texts: KeptTexts;
  /** By `copy` it is joined with members of these names. */
  names: readonly string[] | undefined;
  copy: Copy | undefined;
  /** How much of a shop's own data is in it (own-data-size.ts), by its schema. */
  size: { readonly schema: object; readonly signs: number } | undefined;
};

const shared = hungOn<Part>();

/** Nobody changes it any more. */
export const sharedPart = <P extends object>(part: P): P => {
  shared.set(part, { texts: new Map(), names: undefined, copy: undefined, size: undefined });
  return part;
};

/** Undefined: it is nobody else's. */
export const partOf = (part: object): Part | undefined => shared.get(part);
export const textsOf = (part: object): KeptTexts | undefined => shared.get(part)?.texts;

/** Where a whole says what it is joined of: a table beside it, of objects that live as long as an answer, costs more than they do. */
export const JOINED = Symbol('joined');

/** What is copied from a whole says so, too, but is another one: somebody may have changed it. */
export const joinedOf = (whole: object): Joined | undefined => {
  const joined = (whole as { readonly [JOINED]?: Joined })[JOINED];
  return joined?.whole === whole ? joined : undefined;
};
