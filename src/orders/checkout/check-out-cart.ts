/**
 * Use case: a cart becomes an order. One guarded batch holds the record of the key, the order with its snapshot, the stock, the
 * uses of offers and the balances it takes, and the emptied cart. When somebody else was faster all of it is decided again on
 * what is there now; what is really gone is refused by its name.
 */
import { refuseOwnReferral } from './refuse-own-referral.ts';
import { insufficientBalance } from '../../balances/balance-statements.ts';
import { type CartCall, type CartShop, type Guest, noGuest } from '../../cart/call/cart-shop.ts';
import { ensureVat } from '../../cart/call/known-vat.ts';
import { ownerOf } from '../../cart/call/find-cart.ts';
import { changeMeta, metaCode } from '../../cart/operations/meta-rules.ts';
import { loadPricedCart } from '../../cart/price/load-priced-cart.ts';
import type { PricedView } from '../../cart/price/priced-view.ts';
import { type CartDocument, type CartOwner, emptyDocument, type StoredCart } from '../../cart/store/cart-document.ts';
import type { Plan } from '../../cart/store/cart-history.ts';
import { carryOut, changedCart } from '../../cart/write/commit-cart.ts';
import { type CartWrite, loadForWrite, turnOf } from '../../cart/write/write-cart.ts';
import { standingGuard } from '../../customers/standing-statements.ts';
import { DatabaseError, guardFailed, type Statement } from '../../db/database.ts';
import { untilGuardHolds } from '../../db/until-guard-holds.ts';
import { ossGuard } from '../../delivery/oss/oss-statements.ts';
import { deleteAdjustment } from '../../offers/adjustments/adjustment-store.ts';
import { usedUpOffer } from '../../offers/uses/use-statements.ts';
import { asksWho, countingAsked, refuseManyContacts } from './count-asking.ts';
import { type CheckoutAddresses, checkoutAddresses } from './checkout-address.ts';
import { leaveOut } from './leave-out-offer.ts';
import {
  costOf,
  isCoupon,
  type Losses,
  noLosses,
  refuseCheckout,
  refuseLosses,
  refuseStock,
  spentOf,
} from './checkout-refusals.ts';
import type { CheckoutWish } from './checkout-wish.ts';
import { type MadeOrder, makeOrder } from './make-order.ts';
import { tellBegun, tellCheckout } from './tell-checkout.ts';
import { type Contact, contactsOf } from '../../privacy/contacts/guest-contact-rules.ts';
import type { StoredOrder } from '../order-document.ts';
import { type BegunCheckout, begunCheckout } from '../order-events.ts';
import { takeForOrder } from '../order-moves.ts';
import { insertOrder, insertSnapshot } from '../order-store.ts';
import { tellPlaced } from '../tell-order.ts';
import { holdStock, holdUnpaid } from '../unpaid-statements.ts';
import { HeldUsesReached } from '../../quotas/quotas.ts';
import { Refusal } from '../../shared/errors.ts';
import { nextTurn } from '../../shared/slices.ts';

export type CheckedOut = { readonly order: StoredOrder; readonly view: PricedView };
/** Kept under the key of the request. */
export type CheckoutRecord = { readonly orderId: string };

const newOrderId = ({ node }: CartShop): string => `CW${Buffer.from(node.random(9)).toString('hex').toUpperCase()}`;

/** An address that is given and not kept has no id; pricing asks for it by this name. */
const GIVEN = 'given';

/** The cart's document with what the checkout says: it is priced and ordered, and never stored as a cart. */
const orderedDocument = (
  { staff }: CartShop,
  document: CartDocument,
  wish: CheckoutWish,
  { delivery }: CheckoutAddresses,
): CartDocument => {
  const decision = changeMeta(document, {
    custom_cart_meta: wish.customMeta,
    ...(staff === undefined ? {} : { staff_user_id: staff.id }),
  });
  if ('problems' in decision) {
    const details = Object.entries(decision.problems).map(([field, sentences]) => ({
      field: field === 'custom_cart_meta' ? 'custom_meta' : field,
      message: sentences.join(' '),
    }));
    throw new Refusal(metaCode(decision.problems), { details });
  }
  return {
    ...decision.document,
    payment: wish.payment ?? document.payment,
    addressId: delivery === null ? null : (delivery.id ?? GIVEN),
  };
};

/**
 * Whose the order is: the caller's, because it is paid with his balances, also where a guest's cart is ordered by its id. One who
 * proves nothing orders for the cart's shopper, unless that is somebody whom he would have to prove to be.
 */
const ordererOf = ({ shop, writer }: CartCall, { owner, withheld }: StoredCart): CartOwner =>
  ownerOf(shop.shopper) ?? (withheld === undefined ? owner : writer.owner);

const statementsOf = (
  { order, snapshot }: MadeOrder,
  { adjustments, ordersSoFar, oss: { count } }: PricedView,
): readonly Statement[] => [
  ...insertOrder(order, { orders: ordersSoFar, ossCount: count }),
  ...insertSnapshot(order.applicationId, order.id, snapshot),
  ...takeForOrder(order, order.createdAt),
  // They were made for this order: the emptied cart keeps its id and must not have them again.
  ...adjustments.map((adjustment) => deleteAdjustment(order.applicationId, adjustment)),
  ...tellPlaced(order),
];

/** A guest is known by his token, and by the contacts he orders with; whoever has signed in, as a customer. */
const guestWith = (
  { quotas, caller: { applicationId } }: CartShop,
  { owner }: StoredCart,
  contacts: readonly Contact[],
): Guest => {
  if (owner.kind === 'customer') return noGuest;
  return {
    names: [quotas.nameOf(applicationId, 'token', owner.id)],
    contacts: contacts.map(({ kind, value }) => quotas.nameOf(applicationId, kind, value)),
  };
};

/** Articles of which there is only so much. */
const countedIn = ({ lines }: PricedView): ReadonlySet<string> =>
  new Set(lines.flatMap(({ article }) => (article === undefined || article.customOrder !== null ? [] : [article.uid])));

type Attempt = { readonly plan: Plan<CheckedOut>; readonly made: MadeOrder };

/** One shopper's try at ordering his cart: its order's id, and what he saw when he began, however often it is decided again. */
export type Checkout = { readonly orderId: string; begun: BegunCheckout | undefined; asksWho: boolean };
export const newCheckout = (shop: CartShop): Checkout => ({
  orderId: newOrderId(shop),
  begun: undefined,
  asksWho: false,
});

const planCheckout = async (
  write: CartWrite,
  wish: CheckoutWish,
  losses: Losses,
  checkout: Checkout,
): Promise<Attempt> => {
  const { shop } = write.call;
  const { cart } = await loadForWrite(write);
  if (cart === undefined || cart.document.lines.length === 0) throw new Refusal('cart_empty');
  const addresses = await checkoutAddresses(shop, cart, wish);
  const document = orderedDocument(shop, cart.document, wish, addresses);
  const ordered: StoredCart = { ...cart, owner: ordererOf(write.call, cart), document };
  const readers = { ...shop.readers, address: async () => addresses.delivery ?? undefined };
  await ensureVat(shop, ordered);
  const contacts = contactsOf(addresses, wish.customer, shop.caller.settings.country);
  refuseManyContacts(contacts);
  const guest = guestWith(shop, ordered, contacts);
  const view = await loadPricedCart({ ...shop, readers, guest }, ordered, { ...write.ask, kind: cart });
  checkout.asksWho ||= asksWho(view, document, contacts);
  checkout.begun ??= begunCheckout(checkout.orderId, shop.caller.companyId, ordered, view);
  await refuseCheckout(view, wish, addresses);
  await refuseOwnReferral(shop, view, contacts);
  await nextTurn();
  const made = await makeOrder(checkout.orderId, shop, { cart: ordered, view, wish, addresses });
  await refuseLosses(view, made, losses);
  await refuseStock(view, made);
  const record: CheckoutRecord = { orderId: made.order.id };
  // Of a large cart each of these is written for some milliseconds: others have their turn between them.
  await nextTurn();
  const counted = countedIn(view);
  const kept = [
    ...holdUnpaid(shop.taker, made.order),
    ...statementsOf(made, view),
    ...holdStock(shop.taker, made.order, (uid) => counted.has(uid)),
  ];
  await nextTurn();
  const told = [...(await tellBegun(shop, checkout.begun)), ...(await tellCheckout(shop, made.order))];
  await nextTurn();
  const plan: Plan<CheckedOut> = {
    operation: 'checkout',
    changes: [{ before: cart, after: changedCart(shop, cart, emptyDocument) }],
    archived: [cart],
    uses: [{ quota: 'orders', amount: 1 }],
    statements: [...kept, ...told],
    record,
    answer: { order: made.order, view },
  };
  return { plan, made };
};

/** Undefined when the batch failed for a reason that deciding again cannot mend. */
const lossesAfter = (error: unknown, before: Losses, made: MadeOrder): Losses | undefined => {
  const offerId = usedUpOffer(error);
  if (offerId !== undefined)
    return { ...before, offers: new Map([...before.offers, [offerId, costOf(made, offerId)]]) };
  const kind = insufficientBalance(error);
  if (kind !== undefined) return { ...before, balances: new Map([...before.balances, [kind, spentOf(made, kind)]]) };
  if (guardFailed(error, ossGuard)) return { ...before, total: before.total ?? made.order.total };
  const isStale = ['stock', 'adjustment_row', 'offer_hold', standingGuard].some((guard) => guardFailed(error, guard));
  return isStale ? before : undefined;
};

const TRIES = 30;

export const checkOutCart = (write: CartWrite, wish: CheckoutWish, checkout: Checkout): Promise<CheckedOut> => {
  const { shop } = write.call;
  const { random } = shop.node;
  let losses = noLosses;
  let made: MadeOrder | undefined;
  let view: PricedView | undefined;
  const decide = async (): Promise<CheckedOut> => {
    made = undefined;
    return carryOut(shop, turnOf(write), write.remember, async () => {
      const attempt = await planCheckout(write, wish, losses, checkout);
      ({ made } = attempt);
      ({ view } = attempt.plan.answer);
      return attempt.plan;
    });
  };
  const isMended = (error: unknown): boolean => {
    const after = made && error instanceof DatabaseError ? lossesAfter(error, losses, made) : undefined;
    if (after === undefined) return false;
    losses = after;
    return true;
  };
  /** A code that was typed can be taken off again; an offer that came by itself is left out. */
  const ofItself = (error: unknown): string | undefined =>
    error instanceof HeldUsesReached && view !== undefined && !isCoupon(view, error.offerId)
      ? error.offerId
      : undefined;
  const order = async (): Promise<CheckedOut> => {
    try {
      return await untilGuardHolds(isMended, decide, { tries: TRIES, random });
    } catch (error) {
      const offerId = ofItself(error);
      throw offerId === undefined ? error : await leaveOut(write, offerId);
    }
  };
  return countingAsked(shop, () => checkout.asksWho, order);
};
