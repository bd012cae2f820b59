/** Use cases: a cart as it was, and as it would be priced at another time, place, for another customer, other groups or another way of paying. */
import type { CartAsk } from '../call/cart-ask.ts';
import { type CartShop, noReaders } from '../call/cart-shop.ts';
import { answerCart } from '../response/cart-answer.ts';
import type { PaymentSelection, StoredCart } from '../store/cart-document.ts';
import { commandOf } from '../store/cart-history.ts';
import { historyBehind, readVersionAt } from '../store/cart-record-store.ts';
import { documentBefore } from '../store/cart-version-rules.ts';
import { codesOf, withCodes } from '../store/coupon-codes.ts';
import type { CartAsOfQuery, CartCompared } from '../../contract/cart/cart-admin-contract.ts';
import type { CartDetail } from '../../contract/cart/cart-contract.ts';
import type { Database } from '../../db/database.ts';
import { offerReader } from '../../offers/read-offers.ts';
import { isoTime } from '../../shared/clock.ts';
import { Refusal } from '../../shared/errors.ts';
import { paymentMode } from '../../shared/payment-mode.ts';

const MOST_STEPS = 1000;
/** Nobody has this id: it stands for somebody who is in the groups asked for. */
const SOMEBODY = 'somebody in these groups';

/** The cart with what it held then; what else was said about it is as it is now. */
export const cartAtVersion = async (db: Database, cart: StoredCart, version: number): Promise<StoredCart> => {
  if (version === cart.version) return cart;
  if (version > cart.version || version < 1) throw new Refusal('cart_version_not_found');
  let was = cart;
  for await (const step of historyBehind(db, cart, version, MOST_STEPS)) {
    const document = documentBefore(was, step);
    if (document === undefined) break;
    was = { ...was, version: step.version - 1, document };
  }
  if (was.version !== version) throw new Refusal('cart_version_not_found');
  return was;
};

const versionAsked = async (
  db: Database,
  { id, version }: StoredCart,
  { version: asked, held_at: at }: CartAsOfQuery,
): Promise<number> => {
  if (asked !== undefined) return asked;
  if (at === undefined) return version;
  const found = await readVersionAt(db, id, Date.parse(at));
  if (found === undefined) throw new Refusal('cart_version_not_found');
  return found;
};

const paying = (mode: string, query: CartAsOfQuery): PaymentSelection => ({
  mode: paymentMode(mode),
  identifier: query.payment_identifier ?? null,
  aggregator: null,
  merchantCode: null,
  network: query.card_network ?? null,
  type: query.card_type ?? null,
  iin: null,
});

type Supposed = { readonly userId: string | undefined; readonly groups: readonly string[] | undefined };

/** The shop at that time, for that customer or somebody in those groups. */
export const shopAt = (shop: CartShop, at: number, { userId, groups }: Supposed): CartShop => {
  const { node, readers } = shop;
  const supposed = userId === undefined ? {} : { customer: { userId, claims: {}, expiresAt: null } };
  const shopper = { ...shop.shopper, ...supposed };
  const then: CartShop = {
    ...shop,
    shopper,
    node: { ...node, now: () => at },
    // One of its own: the index of another time would push the one of now out of everybody's.
    offers: offerReader(node.db),
  };
  if (groups === undefined) return then;
  const customer = shopper.customer ?? { userId: SOMEBODY, claims: {}, expiresAt: null };
  const { facts } = { ...noReaders, ...readers };
  return {
    ...then,
    shopper: { ...shopper, customer },
    readers: { ...readers, facts: async (known) => ({ ...(await facts(known)), groups }) },
  };
};

export const cartAsOf = async (
  shop: CartShop,
  cart: StoredCart,
  ask: CartAsk,
  query: CartAsOfQuery,
): Promise<CartDetail & { readonly as_of: { readonly version: number; readonly at: string } }> => {
  const { db } = shop.node;
  const was = await cartAtVersion(db, cart, await versionAsked(db, cart, query));
  const at = query.at === undefined ? shop.node.now() : Date.parse(query.at);
  const { payment_mode: mode, coupon_code: code, no_coupon: isBare = false } = query;
  const coded = code === undefined && !isBare ? was.document : withCodes(was.document, [code ?? []].flat());
  const document = mode === undefined ? coded : { ...coded, payment: paying(mode, query) };
  const supposed = { userId: query.customer_id, groups: query.user_groups?.split(',') };
  const { answer } = await answerCart(shopAt(shop, at, supposed), { ...was, document }, ask);
  return { ...answer, as_of: { version: was.version, at: isoTime(at) } };
};

export const compareVersions = async (
  db: Database,
  cart: StoredCart,
  { from, to = cart.version }: { readonly from: number; readonly to?: number | undefined },
): Promise<CartCompared> => {
  // What both are behind is taken back once.
  const later = await cartAtVersion(db, cart, Math.max(from, to));
  const earlier = await cartAtVersion(db, later, Math.min(from, to));
  const [before, after] = from < to ? [earlier, later] : [later, earlier];
  const { lines } = commandOf('compare', before.document, after.document, null);
  return {
    from,
    to,
    lines,
    coupons_before: codesOf(before.document),
    coupons_after: codesOf(after.document),
  };
};
