/**
 * Parts that many answers have in common: what a product looks like is the same in every cart. A part that is made once per
 * version is written once, too: its text is kept with it, for as long as somebody else holds it. Pure.
 */

/** What a writer keeps of a part, by the writer. */
export type KeptTexts = Map<object, string | readonly string[]>;
/** A part and members that are each answer's own, over those of the part. */
type Joined = { readonly base: object; readonly names: readonly string[] };

const shared = new WeakMap<object, KeptTexts>();
const joined = new WeakMap<object, Joined>();

/** Nobody changes it any more. */
export const sharedPart = <Part extends object>(part: Part): Part => {
  shared.set(part, new Map());
  return part;
};

/** Names of the own members, given once: all answers that are joined alike share the texts between them. */
export const joinsWith =
  <Own extends object>(...names: readonly (keyof Own & string)[]) =>
  <Base extends object>(base: Base, own: Own): Base & Own => {
    const whole = { ...base, ...own };
    if (shared.has(base)) joined.set(whole, { base, names });
    return whole;
  };

export const textsOf = (part: object): KeptTexts | undefined => shared.get(part);
export const joinedOf = (whole: object): Joined | undefined => joined.get(whole);
