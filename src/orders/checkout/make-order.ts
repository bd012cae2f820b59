/** The order that a priced cart becomes. Pure: the id and the time are given. */
import { countedGoods, earnedPoints } from '../../balances/earn-rules.ts';
import { leastForPayment } from '../../cart/price/payment-rules.ts';
import { leastGoods } from '../../cart/response/checkout-block.ts';
import type { StoredCart } from '../../cart/store/cart-document.ts';
import type { CartShop } from '../../cart/call/cart-shop.ts';
import type { PricedView } from '../../cart/price/priced-view.ts';
import { homeRatio, toHome } from '../../pricing/money/in-currency.ts';
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import { folded } from '../../offers/offer.ts';
import { number, record, text } from '../../pricing/compile/read-definition.ts';
import { sum, toMinor } from '../../shared/money.ts';
import type { CheckoutAddresses } from './checkout-address.ts';
import type { CheckoutWish } from './checkout-wish.ts';
import type { OrderDocument, OrderOffer, StoredOrder } from '../order-document.ts';
import type { Earned } from '../order-figures.ts';
import { keptPage } from '../order-events.ts';
import { fundingOf, payerOf, payersIn } from '../answer/order-funding.ts';
import { orderGoods } from './order-goods.ts';
import { referralsUsed } from './referrals-used.ts';
import { ossOf } from '../oss/order-oss.ts';
import { withDues } from '../order-life.ts';
import { type OrderSnapshot, type PricedOrder, snapshotOf } from '../order-snapshot.ts';
import { chargeOf, taxSummary } from '../answer/order-tax.ts';
import { actingFor, tenderOf, usesOf } from './order-uses.ts';
import { nextTurn, turnFor } from '../../shared/slices.ts';

export type MadeOrder = { readonly order: StoredOrder; readonly snapshot: OrderSnapshot };

const MINUTE = 60_000;

/**
 * Points for the goods, and the cashback, which becomes store credit. Nobody earns who is not known. Both come from what the
 * order says in its own currency: pricing it again at home would credit another amount than the shopper was told.
 */
const earnsOf = ({ settings, input, userId }: PricedView, prices: PricedOrder): readonly Earned[] => {
  if (userId === null) return [];
  const { exponent } = input.home;
  const counted = countedGoods(prices.breakup.goods, prices);
  const earned: readonly Earned[] = [
    { kind: 'points', amount: earnedPoints(settings, counted, { exponent, ratio: homeRatio(input) }) },
    { kind: 'store_credit', amount: toHome(sum(prices.cashback.map(({ amount }) => amount)), input) },
  ];
  return earned.filter(({ amount }) => amount > 0);
};

/** What the code of another customer brings him. */
const referralOf = (view: PricedView): Pick<OrderDocument, 'referral'> => {
  const acting = actingFor(view);
  const used = referralsUsed(view).find(({ offer }) => acting.has(offer.id));
  if (used === undefined) return {};
  const { kind, amount } = record(record(used.offer.definition.referral).reward);
  const isMoney = kind === 'store_credit';
  const worth = isMoney ? toMinor(amount, view.home.exponent) : number(amount);
  if (worth === null || worth <= 0) return {};
  return {
    referral: { code: folded(used.code), reward: { kind: isMoney ? 'store_credit' : 'points', amount: worth } },
  };
};

const offerOf = (offer: CompiledOffer, hash: string): OrderOffer => {
  const shown = record(offer.definition['display_meta']);
  return {
    id: offer.id,
    mode: offer.mode,
    name: text(shown['name']) ?? text(shown['title']) ?? offer.code ?? offer.id,
    code: offer.code,
    payer: payerOf(offer),
    hash,
  };
};

/** What becomes an order. */
type Ordering = Readonly<{ cart: StoredCart; view: PricedView; wish: CheckoutWish; addresses: CheckoutAddresses }>;

const documentOf = async (
  id: string,
  { cart, view, wish, addresses }: Ordering,
  { prices, snapshot, named }: Awaited<ReturnType<typeof snapshotOf>>,
): Promise<OrderDocument> => {
  const { lines, shipments } = await orderGoods(id, view, prices);
  const pointsLast = view.settings.loyalty?.expire_after_days ?? null;
  const codes = [view.coupon, ...view.moreCoupons].flatMap(({ applied, code }) => (applied ? [code] : []));
  const least = Math.max(leastGoods(view), leastForPayment(view));
  await turnFor(lines.length);
  const charges = prices.charges.map((charge) => ({
    ...chargeOf(charge),
    homeAmount: toHome(charge.amount, view.input),
  }));
  return {
    cartId: cart.cartId,
    cartKind: { kind: cart.kind, slug: cart.slug },
    owner: cart.owner,
    platform: view.input.shopper.platform,
    delivery: addresses.delivery,
    billing: addresses.billing,
    payment: view.document.payment,
    meta: view.document.meta,
    staff: wish.staff,
    customer: wish.customer,
    tags: wish.tags,
    callbackUrl: wish.callbackUrl,
    couponCode: codes[0] ?? null,
    ...(codes.length > 1 ? { couponCodes: codes } : {}),
    ...ossOf(view, lines),
    ...(view.vat === null ? {} : { vatCheck: view.vat }),
    currency: view.currency,
    home: view.home,
    lines,
    shipments,
    charges,
    tender: tenderOf(prices),
    totals: prices.breakup,
    ...(least > 0 ? { leastGoods: least } : {}),
    homeTotal: toHome(prices.breakup.total, view.input),
    ...(prices.emi === null ? {} : { emi: prices.emi }),
    tax: taxSummary(lines, charges),
    funding: fundingOf(payersIn(view), prices),
    offers: named.map(({ offer, hash }) => offerOf(offer, hash)),
    offersVersion: view.offers.version,
    inputHash: snapshot.inputHash,
    uses: usesOf(id, cart.applicationId, view),
    earns: earnsOf(view, prices),
    ...(pointsLast === null ? {} : { pointsLast }),
    ...referralOf(view),
    ...(prices.points === undefined ? {} : { countedGoods: countedGoods(prices.breakup.goods, prices) }),
    earnedWhen: view.application.orders.earned_when,
  };
};

/** Nothing is awaited when there is nothing to pay, or it is paid on delivery. */
const isPaidLater = (total: number, mode: string): boolean => total > 0 && mode !== 'COD';

export const makeOrder = async (
  id: string,
  { caller, staff, browsing }: Pick<CartShop, 'caller' | 'staff' | 'browsing'>,
  { cart, view, wish, addresses }: Ordering,
): Promise<MadeOrder> => {
  const snapshotted = await snapshotOf(view.input, view.priced);
  await nextTurn();
  const agreed = await documentOf(id, { cart, view, wish, addresses }, snapshotted);
  const { total } = agreed.totals;
  const mode = view.input.payment?.mode ?? '';
  const awaits = isPaidLater(total, mode);
  const document = awaits ? { ...agreed, page: keptPage(caller.settings.events, browsing()) } : agreed;
  const state = awaits ? 'awaiting_payment' : 'placed';
  const { now, application } = view;
  return {
    snapshot: snapshotted.snapshot,
    order: withDues({
      id,
      applicationId: cart.applicationId,
      companyId: caller.companyId,
      owner: cart.owner,
      state,
      version: 1,
      total,
      paymentMode: mode,
      createdAt: now,
      modifiedAt: now,
      expiresAt: awaits ? now + application.orders.payment_minutes * MINUTE : null,
      document,
      progress: {
        events: [{ state, at: now, by: staff?.actor ?? cart.owner.kind, reason: 'checkout' }],
        paymentId: null,
        dues: [],
      },
    }),
  };
};
