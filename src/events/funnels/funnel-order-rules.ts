/**
 * Carts and orders as events tell of them, in whatever order these arrive: a cart is abandoned as long as none of its orders is
 * complete, an order counts once however often its completion is told. Pure.
 */
import type { Change } from './funnel-figures.ts';
import { type Fact, isBefore, mostAmount, type OrderedItem, type Stamp } from './funnel-fact-rules.ts';

type CartStage = 'cart' | 'checkout' | 'ordered';
export type CartFacts = {
  /** When something first went in, or its checkout began. */
  readonly began: { readonly at: number; readonly day: number } | null;
  /** What went in less what went out. */
  readonly moved: number;
  /** As the latest event that has one says. */
  readonly currency: (Stamp & { readonly code: string }) | null;
  /** The latest. */
  readonly checkout: (Stamp & { readonly total: number }) | null;
  /** Complete orders of this cart. */
  readonly ordered: number;
};
export type OrderFacts = {
  /** The earliest; which cart the order is of, and in which currency. */
  readonly checkout: (Stamp & { readonly cartId: string; readonly currency: string }) | null;
  /** The earliest that a page told; `apart` when it is not to be believed. */
  readonly complete: (Stamp & Completed & { readonly apart?: boolean }) | null;
  /** The earliest; what was kept by earlier versions does not have it. */
  readonly confirmed?: (Stamp & Completed & { readonly cartId: string; readonly currency: string }) | null;
};
type Completed = { readonly day: number; readonly total: number; readonly items: readonly OrderedItem[] };

const newCart: CartFacts = { began: null, moved: 0, currency: null, checkout: null, ordered: 0 };
const newOrder: OrderFacts = { checkout: null, complete: null, confirmed: null };

const isEarlier = (fact: Fact, known: Stamp | null): boolean => known === null || isBefore(fact, known);
const isLater = (fact: Fact, known: Stamp | null): boolean => known === null || isBefore(known, fact);

const begunBy = ({ began }: CartFacts, { name, at, day }: Fact): CartFacts['began'] => {
  if (name === 'remove_from_cart') return began;
  return began === null || at < began.at ? { at, day } : began;
};

const cartWith = (cart: CartFacts, fact: Fact): CartFacts => {
  const { id, at, moved, checkout } = fact;
  const code = moved?.currency ?? checkout?.currency ?? '';
  return {
    ...cart,
    began: begunBy(cart, fact),
    moved: cart.moved + (moved?.amount ?? 0),
    currency: code !== '' && isLater(fact, cart.currency) ? { id, at, code } : cart.currency,
    checkout:
      checkout !== undefined && isLater(fact, cart.checkout) ? { id, at, total: checkout.total } : cart.checkout,
  };
};

const orderWith = (order: OrderFacts, fact: Fact): OrderFacts => {
  const { id, at, day, checkout, complete, confirmed } = fact;
  const known = order.confirmed ?? null;
  return {
    checkout:
      checkout !== undefined && isEarlier(fact, order.checkout)
        ? { id, at, cartId: checkout.cartId, currency: checkout.currency }
        : order.checkout,
    complete:
      complete !== undefined && isEarlier(fact, order.complete)
        ? { id, at, day, total: complete.total, items: complete.items, apart: complete.apart }
        : order.complete,
    confirmed: confirmed !== undefined && isEarlier(fact, known) ? { id, at, day, ...confirmed } : known,
  };
};

/** What counts: what this service says of its order, else what a page says and is believed. */
const counted = ({ checkout, complete, confirmed = null }: OrderFacts) => {
  if (confirmed !== null) return confirmed;
  if (complete === null || complete.apart === true) return null;
  return { ...complete, cartId: checkout?.cartId ?? '', currency: checkout?.currency ?? '' };
};

const orderedCart = (order: OrderFacts): string => counted(order)?.cartId ?? '';

export const cartIdOf = ({ moved, checkout }: Fact): string => moved?.cartId ?? checkout?.cartId ?? '';
export const orderIdOf = ({ checkout, complete, confirmed }: Fact): string =>
  checkout?.orderId ?? complete?.orderId ?? confirmed?.orderId ?? '';

/** What an order is worth to the figures; its currency is empty as long as no checkout has told it. */
const orderChanges = (order: OrderFacts): readonly Change[] => {
  const { checkout, complete } = order;
  const made = counted(order);
  if (made === null) {
    if (complete === null) return [];
    const key = [complete.day, checkout?.currency ?? ''];
    return [{ table: 'funnel_order_day', key, by: [0, 0, 1, complete.total] }];
  }
  const { day, total, items, currency } = made;
  return [
    { table: 'funnel_order_day', key: [day, currency], by: [1, total, 0, 0] },
    ...items.map(
      ([productId, units, amount]): Change => ({
        table: 'funnel_product_day',
        key: [day, productId, currency],
        by: [0, 0, 1, units, amount],
      }),
    ),
  ];
};

const stageOf = ({ checkout, ordered }: CartFacts): CartStage => {
  if (ordered > 0) return 'ordered';
  return checkout === null ? 'cart' : 'checkout';
};

/** A cart that was emptied again is no cart. */
const cartChanges = (cart: CartFacts): readonly Change[] => {
  const stage = stageOf(cart);
  const value = Math.min(Math.max(cart.checkout?.total ?? cart.moved, 0), mostAmount);
  if (cart.began === null || (stage === 'cart' && value === 0)) return [];
  return [{ table: 'funnel_cart_day', key: [cart.began.day, cart.currency?.code ?? '', stage], by: [1, value] }];
};

export type Orders = ReadonlyMap<string, OrderFacts>;
export type Carts = ReadonlyMap<string, CartFacts>;

export const ordersAfter = (before: Orders, facts: readonly Fact[]): Orders => {
  const after = new Map(before);
  for (const fact of facts) {
    const id = orderIdOf(fact);
    if (id !== '') after.set(id, orderWith(after.get(id) ?? newOrder, fact));
  }
  return after;
};

/** Carts that these orders are of. */
export const cartsOf = (orders: Orders): readonly string[] =>
  [...orders.values()]
    .flatMap(({ checkout, confirmed }) => [checkout?.cartId ?? '', confirmed?.cartId ?? ''])
    .filter((id) => id !== '');

/** An order that completes, or that turns out to be of another cart, changes what its carts are. */
export const cartsAfter = (before: Carts, facts: readonly Fact[], was: Orders, is: Orders): Carts => {
  const after = new Map(before);
  const changeCart = (id: string, change: (cart: CartFacts) => CartFacts): void => {
    if (id !== '') after.set(id, change(after.get(id) ?? newCart));
  };
  for (const fact of facts) changeCart(cartIdOf(fact), (cart) => cartWith(cart, fact));
  for (const [id, order] of is) {
    const [old, now] = [orderedCart(was.get(id) ?? newOrder), orderedCart(order)];
    if (old === now) continue;
    changeCart(old, (cart) => ({ ...cart, ordered: cart.ordered - 1 }));
    changeCart(now, (cart) => ({ ...cart, ordered: cart.ordered + 1 }));
  }
  return after;
};

export const changesOfOrders = (orders: Orders): readonly Change[] => [...orders.values()].flatMap(orderChanges);
export const changesOfCarts = (carts: Carts): readonly Change[] => [...carts.values()].flatMap(cartChanges);
