/** What a write says about itself: to its caller now, and to whoever repeats it under the same key. Pure. */
import type { ItemResult, ItemResults, MergeReport } from '../../contract/cart/cart-answers-contract.ts';
import type { StoredCart } from '../store/cart-document.ts';
import type { ItemOutcome } from '../lines/cart-intent.ts';

/** Kept under the key. Everything an answer needs beside the cart, which is read anew. */
export type WriteRecord = {
  /** The cart that answers; null when there is none. */
  readonly id: string | null;
  readonly cartId: string | null;
  readonly success: boolean;
  readonly partial: boolean;
  readonly message: string;
  readonly errorCode: string | null;
  readonly outcomes: readonly (ItemOutcome & { readonly cartId: string | null })[];
  readonly merge: MergeReport | null;
};

export type WriteWords = { readonly all: string; readonly some: string };
export const addWords: WriteWords = {
  all: 'Product has been added to your cart',
  some: 'Some products could not be added to your cart',
};
export const updateWords: WriteWords = { all: 'Item updated in the cart', some: 'Some items could not be updated' };

const sharedMessage = (outcomes: readonly ItemOutcome[], otherwise: string): string => {
  const [first] = outcomes;
  return first !== undefined && first.message !== '' && outcomes.every(({ message }) => message === first.message)
    ? first.message
    : otherwise;
};

type Summary = Pick<WriteRecord, 'success' | 'partial' | 'message' | 'errorCode'>;

const summaryOf = (outcomes: readonly ItemOutcome[], words: WriteWords): Summary => {
  const failed = outcomes.filter(({ success }) => !success);
  const [first] = failed;
  if (first === undefined) {
    return { success: true, partial: false, message: sharedMessage(outcomes, words.all), errorCode: null };
  }
  const partial = failed.length < outcomes.length;
  return { success: false, partial, message: partial ? words.some : first.message, errorCode: first.errorCode };
};

export const recordOf = (
  cart: StoredCart | undefined,
  outcomes: readonly ItemOutcome[],
  words: WriteWords,
): WriteRecord => ({
  id: cart?.id ?? null,
  cartId: cart?.cartId ?? null,
  ...summaryOf(outcomes, words),
  outcomes: outcomes.map((outcome) => ({ ...outcome, cartId: cart?.cartId ?? null })),
  merge: null,
});

/** A call that either does what it says or is refused as a whole. */
export const plainRecord = (cart: StoredCart | undefined, message: string): WriteRecord => ({
  id: cart?.id ?? null,
  cartId: cart?.cartId ?? null,
  success: true,
  partial: false,
  message,
  errorCode: null,
  outcomes: [],
  merge: null,
});

/** To a caller who can prove nothing and named no cart, a repeat says what happened and not to which cart. */
export const withoutCart = (record: WriteRecord): WriteRecord => ({
  ...record,
  id: null,
  cartId: null,
  outcomes: record.outcomes.map((outcome) => ({ ...outcome, cartId: null })),
  merge: null,
});

export const resultsOf = ({ outcomes, merge }: WriteRecord): ItemResults => ({
  ...Object.fromEntries(
    outcomes.map(({ name, success, message, errorCode, cartId, slug }): [string, ItemResult] => [
      name,
      { success, message, error_code: errorCode, ...(cartId === null ? {} : { cart_id: cartId }), cart_type: slug },
    ]),
  ),
  ...(merge === null ? {} : { merge }),
});
