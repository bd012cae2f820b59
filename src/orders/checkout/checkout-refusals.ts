/** Why a cart cannot be ordered as it stands; throws the refusal that names it, with the cart. */
import type { BalanceKind } from '../../balances/balance-statements.ts';
import type { PricedView } from '../../cart/price/priced-view.ts';
import { amountsIn } from '../../shared/amounts.ts';
import { cartAnswer } from '../../cart/response/cart-answer.ts';
import { checkoutBlock } from '../../cart/response/checkout-block.ts';
import { type ErrorCode, errorTable } from '../../shared/error-table.ts';
import { Refusal, type RefusalOptions } from '../../shared/errors.ts';
import { toMinor } from '../../shared/money.ts';
import type { CheckoutAddresses } from './checkout-address.ts';
import type { CheckoutWish } from './checkout-wish.ts';
import type { MadeOrder } from './make-order.ts';
import { unitsByArticle } from '../order-moves.ts';

/** With the cart as it is now, so that the shopper can mend it. */
const refusal = async (view: PricedView, code: ErrorCode, options: RefusalOptions = {}): Promise<Refusal> =>
  new Refusal(code, { ...options, body: { ...options.body, cart: await cartAnswer(view) } });

export const isCoupon = ({ input: { coupon, moreCoupons = [] } }: PricedView, id: string): boolean =>
  coupon?.id === id || moreCoupons.some((one) => one.id === id);

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorTable, code);

const refuseBlocked = async (view: PricedView): Promise<void> => {
  const [reason] = checkoutBlock(view);
  if (reason === undefined) return;
  if (!isErrorCode(reason.code)) throw new Error(`checkout has no refusal for ${reason.code}`);
  throw await refusal(view, reason.code, { message: reason.message });
};

const missingAddress = { body: { address_id: ['Missing data for required field.'] } };

const refuseWithoutAddress = async (view: PricedView, { delivery }: CheckoutAddresses): Promise<void> => {
  const travels = view.lines.some(({ orderType, overCounter }) => orderType === 'HomeDelivery' && !overCounter);
  if (travels && delivery === null) throw await refusal(view, 'address_missing', missingAddress);
};

/** Whether the mode that was chosen can pay is a matter of the cart, which was asked before. */
const refuseUnpaid = async (view: PricedView): Promise<void> => {
  const isChosen = view.input.payment !== null;
  if (!isChosen && view.priced.breakup.total > 0) throw await refusal(view, 'payment_mode_missing');
};

const totalChanged = (view: PricedView): Promise<Refusal> => {
  const { text } = amountsIn(view.currency);
  const message = `The total is ${text(view.priced.breakup.total)} now. Look at the cart and order again.`;
  return refusal(view, 'total_changed', { message });
};

const refuseTotal = async (view: PricedView, { expected }: CheckoutWish): Promise<void> => {
  const { total } = view.priced.breakup;
  if (expected !== null && toMinor(expected, view.currency.exponent) !== total) throw await totalChanged(view);
};

const refuseOpen = async (view: PricedView): Promise<void> => {
  if (view.isOpen) throw await refusal(view, 'custom_rule_unanswered', { headers: { 'retry-after': '2' } });
};

export const refuseCheckout = async (
  view: PricedView,
  wish: CheckoutWish,
  addresses: CheckoutAddresses,
): Promise<void> => {
  await refuseBlocked(view);
  await refuseOpen(view);
  await refuseWithoutAddress(view, addresses);
  await refuseUnpaid(view);
  await refuseTotal(view, wish);
};

/** All lines and gifts of an article share its stock. */
export const refuseStock = async (view: PricedView, { order }: MadeOrder): Promise<void> => {
  const articles = new Map(
    view.lines.flatMap(({ article }) => (article === undefined ? [] : [[article.uid, article]])),
  );
  for (const [uid, units] of unitsByArticle(order.document.lines)) {
    const article = articles.get(uid);
    if (article === undefined || article.customOrder !== null || article.quantity >= units) continue;
    const name = view.items.get(article.itemId)?.product.name ?? uid;
    const message = `Only ${Math.max(0, article.quantity)} of ${name} (${article.size}) left in stock`;
    throw await refusal(view, 'insufficient_stock', { message });
  }
};

/** What somebody else took while this checkout was under way. */
export type Losses = {
  /** What each offer took off when its last use, or the rest of its budget, went to somebody else. */
  readonly offers: ReadonlyMap<string, number>;
  readonly balances: ReadonlyMap<BalanceKind, number>;
  /** What was to be paid when sales of others took the count of the One Stop Shop over its threshold. */
  readonly total?: number;
};
export const noLosses: Losses = { offers: new Map(), balances: new Map() };

/** What an order takes of the budget of an offer; none where it has no budget, and where it does not act. */
export const costOf = ({ order }: MadeOrder, offerId: string): number =>
  order.document.uses
    .filter((use) => use.offerId === offerId)
    .flatMap(({ limits }) => limits)
    .reduce((sum, { amount = 0 }) => sum + amount, 0);

/** What the order counts on of each balance. */
export const spentOf = ({ order }: MadeOrder, kind: BalanceKind): number =>
  order.document.tender.reduce((spent, part) => spent + (part.kind === kind ? part.spent : 0), 0);

const offerLost = (view: PricedView, offerId: string): Promise<Refusal> =>
  refusal(view, isCoupon(view, offerId) ? 'coupon_used_up' : 'offer_used_up');

/** Of an offer that the cart is priced without from now on. */
export const leftOutOffer = 'offer_used_up' satisfies ErrorCode;
/** It stands under the key since the cart has that price: else a repeat would order at a price that nobody was told. */
export const offerLeftOut = (view: PricedView): Promise<Refusal> => refusal(view, leftOutOffer, { isKept: true });

/** A lost use or balance changed the price: the shopper is told instead of charged more. */
export const refuseLosses = async (view: PricedView, made: MadeOrder, losses: Losses): Promise<void> => {
  const { offers, balances, total } = losses;
  const isLost = ([id, cost]: readonly [string, number]): boolean =>
    !view.priced.applied.includes(id) || costOf(made, id) < cost;
  const offerId = [...offers].find(isLost)?.[0];
  if (offerId !== undefined) throw await offerLost(view, offerId);
  const kind = [...balances].find(([each, before]) => spentOf(made, each) < before)?.[0];
  if (kind === undefined) {
    if (total !== undefined && view.priced.breakup.total > total) throw await totalChanged(view);
    return;
  }
  const message = `Your ${kind.replace('_', ' ')} was spent a moment ago. Look at the new price and order again.`;
  throw await refusal(view, 'balance_insufficient', { message });
};
