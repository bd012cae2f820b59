/**
 * A cart with its prices as they are now: reads the catalogue, delivery, offers, settings and balances, resolves every line to
 * an article for the place asked, and prices it all with the pure engine. Stores nothing, not even the articles it resolved.
 *
 * `etagParts` of the result name the version of everything that was read and the next moment at which time alone changes it.
 */
import { type CartAsk, spokenIn } from '../call/cart-ask.ts';
import { noGuest, type PricedShop } from '../call/cart-shop.ts';
import { paymentOf } from './charge-settings.ts';
import { couponOutcome } from './coupon-outcome.ts';
import { isContradicted } from './destination-rules.ts';
import { edgesOf, etagParts, sameUntil } from './etag-parts.ts';
import { offersInForce } from './offers-in-force.ts';
import { isAbroad } from './price-input.ts';
import { pricedAsRead } from './price-read.ts';
import type { PricedView } from './priced-view.ts';
import { type Goods, readGoods } from './read-goods.ts';
import { readSurroundings, type Surroundings } from './read-surroundings.ts';
import { methodsFor } from './shipping-input.ts';
import { viewedLines } from './view-lines.ts';
import { codesOf } from '../store/coupon-codes.ts';
import { leftOutAt, type StoredCart } from '../store/cart-document.ts';
import { amountsIn } from '../../shared/amounts.ts';

const viewerOf = ({ staff }: PricedShop): PricedView['viewer'] => (staff === undefined ? 'owner' : 'staff');

const guestOf = ({ guest = noGuest }: PricedShop): PricedView['guest'] => guest;

/** As many as a cart may have now: a setting that was lowered leaves the others unheard. */
const codesInForce = ({ document, settings }: Surroundings): readonly string[] =>
  codesOf(document).slice(0, settings.coupons_per_cart);

const ordersOf = ({ facts }: Surroundings): PricedView['ordersSoFar'] => facts.orders ?? null;

const vatOf = ({ vat }: Surroundings): PricedView['vat'] => vat?.check ?? null;

/** Why the address that was chosen for the cart cannot be ordered with. */
const addressProblem = (
  { addressGone, address }: Surroundings,
  goods: Goods,
  { country }: PricedView['application'],
): PricedView['addressProblem'] => {
  if (addressGone) return 'address_unknown';
  return isContradicted(goods, address, country) ? 'address_invalid' : null;
};

const addressOf = ({ publicUrl }: PricedShop): string => publicUrl?.href.replace(/\/$/, '') ?? '';

export const loadPricedCart = (shop: PricedShop, cart: StoredCart | undefined, ask: CartAsk): Promise<PricedView> => {
  const load = () => loadInTurn(shop, cart, ask);
  return shop.longCarts?.(cart?.document.lines.length ?? 0, load) ?? load();
};

const loadInTurn = async (shop: PricedShop, cart: StoredCart | undefined, ask: CartAsk): Promise<PricedView> => {
  const { caller, catalog, shopper } = shop;
  const around = await readSurroundings(shop, cart, ask);
  const { document, money, active } = around;
  const leftOut = leftOutAt(document, around.now);
  const mode = (around.card ?? paymentOf(document.payment))?.mode ?? null;
  const [goods, inForce] = await Promise.all([
    readGoods(shop, ask, around),
    offersInForce(shop, active, {
      codes: codesInForce(around),
      paymentMode: mode,
      leftOut,
    }),
  ]);
  const made = await pricedAsRead(shop, ask, { around, goods, inForce });
  const { input, priced, base, sale, looks, until, said } = made;
  const lines = viewedLines(document, goods, { priced, base, kind: around.configuration });
  const sellerIds = lines.flatMap(({ article }) => (article === undefined ? [] : [article.sellerId]));
  const sellers = await catalog.sellers(caller.companyId, [...new Set(sellerIds)]);
  const language = spokenIn(shop, ask);
  const telling = { money: amountsIn(money.currency).textIn(language), language };
  const typed = { code: document.couponCode ?? '', offer: inForce.coupon };
  const edges = edgesOf(around, goods);
  return {
    now: around.now,
    cart,
    document,
    ask,
    language,
    application: caller.settings,
    publicUrl: addressOf(shop),
    settings: around.settings,
    configuration: around.configuration,
    currency: money.currency,
    home: money.home,
    rateId: money.rate?.id ?? null,
    input,
    priced,
    base,
    lines,
    coupon: couponOutcome(typed, priced, input, telling),
    moreCoupons: inForce.moreCoupons.map((offer, at) =>
      couponOutcome({ code: document.moreCodes?.[at] ?? '', offer }, priced, input, telling),
    ),
    offers: active,
    adjustments: around.adjustments,
    items: goods.items,
    sellers,
    stores: goods.delivery.stores,
    methods: methodsFor(goods, caller.applicationId),
    place: goods.place,
    placeZone: goods.delivery.area?.timeZone ?? null,
    vat: vatOf(around),
    oss: { sale, count: around.ossCount },
    abroad: isAbroad(goods, around, caller.settings),
    addressProblem: addressProblem(around, goods, caller.settings),
    userId: shopper.customer?.userId ?? null,
    ordersSoFar: ordersOf(around),
    guest: guestOf(shop),
    viewer: viewerOf(shop),
    snapshot: around.snapshot,
    isOpen: made.isOpen,
    giftLooks: looks,
    until: Math.min(sameUntil(around, edges), until, ...leftOut.values()),
    etagParts: [...etagParts(shop, ask, { around, goods, edges, inForce, sellers, oss: sale?.basis ?? null }), said],
  };
};
