/**
 * Use case: unpaid orders hold as much as they may of an offer that came by itself. Nobody typed it, so nobody can take it off: the
 * cart is priced without it for a while, its shopper is told, and may order at that price.
 */
import { loadPricedCart } from '../../cart/price/load-priced-cart.ts';
import { carryOut, changedCart } from '../../cart/write/commit-cart.ts';
import { type CartWrite, loadForWrite, turnOf } from '../../cart/write/write-cart.ts';
import { refusalOutcome } from '../../http/kept-refusal-rules.ts';
import { Refusal } from '../../shared/errors.ts';
import { leftOutOffer, offerLeftOut } from './checkout-refusals.ts';

/** Those orders are paid or over by then; most of those that are paid on delivery go on. */
const LEFT_OUT_MS = 3_600_000;

/**
 * The refusal to throw, with the cart as it is priced from now on. Both are kept in one batch: a repeat of the call, after an answer
 * that was lost for instance, is refused as the call was, and orders nothing at a price that its shopper was not told.
 */
export const leaveOut = async (write: CartWrite, offerId: string): Promise<Refusal> => {
  const { shop } = write.call;
  const outcome = refusalOutcome(new Refusal(leftOutOffer));
  const cart = await carryOut(
    shop,
    turnOf(write),
    () => write.remember(outcome),
    async () => {
      const { cart: before } = await loadForWrite(write);
      if (before === undefined) throw new Refusal('cart_empty');
      const leftOut = { ...before.document.leftOut, [offerId]: shop.node.now() + LEFT_OUT_MS };
      const after = changedCart(shop, before, { ...before.document, leftOut });
      return { operation: 'offer_left_out', changes: [{ before, after }], record: outcome.document, answer: after };
    },
  );
  return offerLeftOut(await loadPricedCart(shop, cart, { ...write.ask, kind: cart }));
};
