/** Lists of carts for staff: all that are in use, and those that were left behind. Values are those of the last change. */
import type { ApplicationPlace } from '../../applications/application-store.ts';
import type { Node } from '../../applications/node.ts';
import type {
  AbandonedCart,
  AbandonedCartsQuery,
  CartListed,
  CartListQuery,
} from '../../contract/cart/cart-staff-contract.ts';
import type { Page } from '../../contract/primitives.ts';
import { queryTime } from '../../offers/admin/offer-access.ts';
import { isoTime } from '../../shared/clock.ts';
import { currencyOf } from '../../shared/currency.ts';
import { type AskedPage, askedPage, pageOf } from '../../shared/paging.ts';
import { productNames } from '../../catalog/product-name-statements.ts';
import { countLines } from '../store/cart-document.ts';
import { isCartNumber } from '../store/cart-numbers.ts';
import { readCartByNumber } from '../store/cart-store.ts';
import { amountsIn } from '../../shared/amounts.ts';
import { type CartFilter, type CartOrder, countCarts, type KeptCart, listCarts } from './staff-cart-store.ts';

/** A shopper who changed nothing for so long has left. */
const LEFT_AFTER = 60 * 60_000;

const moneyOf = ({ snapshot }: KeptCart) => {
  if (snapshot === undefined) return undefined;
  const { number } = amountsIn(currencyOf(snapshot.currency));
  return { number, raw: snapshot.raw, code: snapshot.currency };
};

const userOf = ({ cart: { owner } }: KeptCart): string => (owner.kind === 'customer' ? owner.id : '');

/** People know a cart by what is in it: so many products are named. */
const MOST_NAMED = 3;
const productsOf = ({ cart }: KeptCart): readonly number[] => [
  ...new Set(cart.document.lines.map(({ asked }) => asked.itemId)),
];

const listed = (kept: KeptCart, nameOf: (product: number) => string): CartListed => {
  const { cart } = kept;
  const money = moneyOf(kept);
  const products = productsOf(kept);
  return {
    cart_id: cart.cartId,
    user_id: userOf(kept),
    ...(money === undefined ? {} : { cart_value: money.number(money.raw.total), currency_code: money.code }),
    item_counts: countLines(cart.document).units,
    products: products.slice(0, MOST_NAMED).map((product) => ({ item_id: product, name: nameOf(product) })),
    product_count: products.length,
    created_on: isoTime(cart.createdAt),
    last_modified: isoTime(cart.modifiedAt),
    pick_up_customer_details: cart.document.meta.pickUpCustomer ?? {},
  };
};

const abandoned = (kept: KeptCart): AbandonedCart => {
  const { cart, expiresAt, snapshot } = kept;
  const { document } = cart;
  const money = moneyOf(kept);
  const amount = (value: number) =>
    money === undefined ? {} : { value: money.number(value), currency_code: money.code };
  const coupon = snapshot?.coupon ?? null;
  return {
    _id: cart.cartId,
    uid: Number(cart.cartId),
    app_id: cart.applicationId,
    user_id: userOf(kept),
    is_anonymous: cart.owner.kind === 'anonymous',
    created_on: isoTime(cart.createdAt),
    last_modified: isoTime(cart.modifiedAt),
    expire_at: isoTime(expiresAt),
    is_default: cart.kind === 'universal',
    is_active: true,
    is_archive: false,
    buy_now: cart.kind === 'buy_now',
    articles: document.lines.map(({ asked, articleUid, quantity }) => ({
      item_id: asked.itemId,
      item_size: asked.size,
      article_id: articleUid,
      quantity,
    })),
    ...(money === undefined
      ? {}
      : {
          cart_value: money.number(money.raw.total),
          currency_code: money.code,
          discount: money.number(money.raw.you_saved),
        }),
    coupon: coupon === null ? null : { code: coupon.code, ...(money && { discount: money.number(coupon.discount) }) },
    delivery_charges: amount(money?.raw.delivery_charge ?? 0),
    cod_charges: amount(money?.raw.cod_charge ?? 0),
    cashback: amount(money?.raw.cashback_applied ?? 0),
    payment_mode: document.payment?.mode ?? null,
    checkout_mode: document.meta.checkoutMode,
    comment: document.meta.comment,
    gstin: document.meta.gstin,
    meta: document.meta.custom,
    pick_up_customer_details: document.meta.pickUpCustomer,
  };
};

type Listed<T> = { readonly items: readonly T[]; readonly page: Page };

type CartsAsked = {
  readonly filter: CartFilter;
  readonly order: CartOrder;
  readonly asked: AskedPage;
  readonly after: readonly [number, number] | null;
};

/** One more than asked for tells whether there is a page after it. */
const pageOfCarts = async <T>(
  { db }: Node,
  { filter, order, asked, after }: CartsAsked,
  show: (kept: KeptCart) => T,
): Promise<Listed<T>> => {
  const offset = after === null ? (asked.current - 1) * asked.size : 0;
  const [found, total] = await Promise.all([
    listCarts(db, filter, order, { limit: asked.size + 1, offset, after }),
    countCarts(db, filter),
  ]);
  const here = found.slice(0, asked.size);
  const last = found.length > asked.size ? here.at(-1)?.cart.cartId : undefined;
  const page = pageOf({ ...asked, type: 'number', itemCount: here.length, total, next: last });
  return { items: here.map(show), page };
};

const everybody = { owner: null, userId: null, userBegins: null, number: null } as const;
const owners = { all: null, customer: 'customer', anonymous: 'anonymous' } as const;
const textOrNull = (given: string | undefined): string | null => (given === undefined || given === '' ? null : given);

export const cartsInUse = async (node: Node, { applicationId, companyId }: ApplicationPlace, query: CartListQuery) => {
  const q = textOrNull(query.q?.trim());
  const filter: CartFilter = {
    ...everybody,
    applicationId,
    from: queryTime('from_date', textOrNull(query.from_date) ?? undefined) ?? 0,
    before: queryTime('to_date', textOrNull(query.to_date) ?? undefined) ?? Number.MAX_SAFE_INTEGER,
    owner: owners[query.filter_on ?? 'all'],
    userId: textOrNull(query.user_id),
    ...(q !== null && isCartNumber(q) ? { number: Number(q) } : { userBegins: q }),
  };
  const { items, page } = await pageOfCarts(
    node,
    { filter, order: 'modified_at', asked: askedPage(query), after: null },
    (kept) => kept,
  );
  const named = new Set(items.flatMap((kept) => productsOf(kept).slice(0, MOST_NAMED)));
  const names = await productNames(node.db, companyId, [...named]);
  return { items: items.map((kept) => listed(kept, (product) => names.get(product) ?? '')), page };
};

/** Where to go on: behind the cart of that number, wherever it stands now. */
const behind = async (
  { db }: Node,
  applicationId: string,
  lastId: string | null,
  order: CartOrder,
): Promise<readonly [number, number] | null> => {
  const found =
    lastId !== null && isCartNumber(lastId) ? await readCartByNumber(db, applicationId, Number(lastId)) : undefined;
  if (found === undefined) return null;
  return [order === 'created_at' ? found.cart.createdAt : found.cart.modifiedAt, Number(found.cart.cartId)];
};

export const abandonedCarts = async (node: Node, { applicationId }: ApplicationPlace, query: AbandonedCartsQuery) => {
  const order: CartOrder = query.sort_on === 'created_on' ? 'created_at' : 'modified_at';
  const to = queryTime('to_date', textOrNull(query.to_date) ?? undefined) ?? Number.MAX_SAFE_INTEGER;
  const filter: CartFilter = {
    ...everybody,
    applicationId,
    from: queryTime('from_date', textOrNull(query.from_date) ?? undefined) ?? 0,
    before: Math.min(to, node.now() - LEFT_AFTER + 1),
    owner: query.anonymous_cart === undefined ? null : query.anonymous_cart ? 'anonymous' : 'customer',
  };
  const after = await behind(node, applicationId, textOrNull(query.last_id), order);
  return pageOfCarts(node, { filter, order, asked: askedPage(query), after }, abandoned);
};
