/** How much of a shop one shopper, or one network address, may take up. `docs/behaviour/quotas.md` says what each counts. */
import { type Static, Type } from 'typebox';

/** No application may have more: what a cart costs to answer is measured at this many lines. */
export const MOST_CART_LINES = 500;

export const QuotaSettings = Type.Object(
  {
    cart_lines: Type.Integer({
      minimum: 1,
      maximum: MOST_CART_LINES,
      default: MOST_CART_LINES,
      description: 'Most lines of a cart.',
    }),
  },
  { additionalProperties: false, title: 'QuotaSettings' },
);
export type QuotaSettings = Static<typeof QuotaSettings>;
