/**
 * What an event says to the figures: a step of the funnel, a product, a cart, an order. Anything may stand in an event; what
 * makes no sense says nothing. Pure.
 */
import type { EventSettings } from '../../contract/applications/event-settings-contract.ts';
import { findCurrency } from '../../shared/currency.ts';
import { dayOf } from '../../shared/time-zone.ts';
import { isObject, type Json } from '../collector/event-shape.ts';
import { ownEntry } from '../../shared/own-entry.ts';

export type CountedEvent = {
  readonly id: string;
  readonly slug: string;
  readonly happenedAt: number;
  readonly userId: string | null;
  readonly anonymousId: string | null;
  /** Made by this service, in the batch of what it tells. */
  readonly isOurs: boolean;
  /** Asked for only where figures are made of it. */
  readonly payload: () => Json;
};

/** How the application wants its events to be counted. */
export type CountRules = {
  readonly timeZone: string;
  readonly settings: Pick<EventSettings, 'cart_events' | 'order_events' | 'page_orders'>;
};

/** The funnel from its wide end to its narrow one; the place in this list is the bit in a day's steps. */
export const funnelSteps = [
  'product_listing',
  'product_view',
  'add_to_cart',
  'order_checkout',
  'order_checkedout',
  'order_complete',
] as const;
type FunnelStep = (typeof funnelSteps)[number];

/** Events happen in no promised order of arrival; of several the earlier is the one with the smaller time, then id. */
export type Stamp = { readonly at: number; readonly id: string };
export const isBefore = (one: Stamp, other: Stamp): boolean =>
  one.at === other.at ? one.id < other.id : one.at < other.at;

export type OrderedItem = readonly [productId: number, units: number, amount: number];
export type Fact = Stamp & {
  /** '' for what no shopper did. */
  readonly name: string;
  /** In the application's time zone. */
  readonly day: number;
  readonly userId: string | null;
  readonly anonymousId: string | null;
  /** The bit of the step, 0 for none. */
  readonly step: number;
  readonly product?: { readonly productId: number; readonly as: 'views' | 'adds'; readonly currency: string };
  /** What went into a cart, or with a minus out of it. */
  readonly moved?: { readonly cartId: string; readonly amount: number; readonly currency: string };
  readonly checkout?: {
    readonly orderId: string;
    readonly cartId: string;
    readonly total: number;
    readonly currency: string;
  };
  /** `apart`: a page says so, which anybody can. */
  readonly complete?: OrderSaid & { readonly apart: boolean };
  /** This service says so. */
  readonly confirmed?: OrderSaid & { readonly cartId: string; readonly currency: string };
  /** What an order that was made, or that counts now, says of the offers in it. */
  readonly offers?: {
    readonly as: 'placed' | 'confirmed';
    readonly currency: string;
    readonly used: readonly UsedOffer[];
  };
};
/** `revenue` is the whole order's. */
type UsedOffer = Readonly<{ offerId: string; units: number; cost: number; revenue: number }>;
type OrderSaid = { readonly orderId: string; readonly total: number; readonly items: readonly OrderedItem[] };

const LONGEST_ID = 128;
const MOST_UNITS = 1_000_000;
/** A thousand million units of a currency: what is more is a mistake, and must not drown the figures of a day. */
export const mostAmount = 1_000_000_000_000;

const idIn = (value: unknown): string => (typeof value === 'string' && value.length <= LONGEST_ID ? value : '');
/** Only what somebody pays with: figures have a row for each currency of a day, and anybody may make codes up. */
const currencyIn = (value: unknown): string => (typeof value === 'string' && findCurrency(value) ? value : '');
const wholeIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
/** Numbers and decimal texts, in thousandths. */
const amountIn = (value: unknown): number => {
  const amount = Math.round(Number(typeof value === 'string' || typeof value === 'number' ? value : 0) * 1000);
  return Number.isFinite(amount) ? Math.min(Math.max(amount, 0), mostAmount) : 0;
};

/** `amountFor` says what all units of an item cost. */
const itemsOf = (
  items: unknown,
  idName: string,
  amountFor: (item: Json, units: number) => number,
): readonly OrderedItem[] => {
  const found = new Map<number, OrderedItem>();
  for (const item of Array.isArray(items) ? items : []) {
    const productId = isObject(item) ? wholeIn(ownEntry(item, idName)) : undefined;
    if (!isObject(item) || productId === undefined) continue;
    const units = Math.min(Math.max(wholeIn(item['quantity']) ?? 0, 0), MOST_UNITS);
    const [, unitsBefore, amountBefore] = found.get(productId) ?? [productId, 0, 0];
    const amount = Math.min(amountBefore + amountFor(item, units), mostAmount);
    found.set(productId, [productId, Math.min(unitsBefore + units, MOST_UNITS), amount]);
  }
  return [...found.values()];
};

type Said = Pick<Fact, 'product' | 'moved' | 'checkout' | 'complete' | 'confirmed' | 'offers'>;
const productSaid = (payload: Json, as: 'views' | 'adds'): Said => {
  const productId = wholeIn(payload['product_id']);
  return productId === undefined ? {} : { product: { productId, as, currency: currencyIn(payload['currency']) } };
};
const cartSaid = (payload: Json, sign: 1 | -1): Said => {
  const cartId = idIn(payload['cart_id']);
  const amount = sign * amountIn(payload['value']);
  return cartId === '' ? {} : { moved: { cartId, amount, currency: currencyIn(payload['currency']) } };
};
const checkoutSaid = (payload: Json): Said => ({
  checkout: {
    orderId: idIn(payload['order_id']),
    cartId: idIn(payload['cart_id']),
    total: amountIn(payload['order_total']),
    currency: currencyIn(payload['currency']),
  },
});
const completeSaid = (payload: Json, apart: boolean): Said => {
  const orderId = idIn(payload['order_id']);
  const raw = payload['breakup_values_raw'];
  const total = amountIn(isObject(raw) ? raw['total'] : 0);
  const items = itemsOf(payload['items'], 'id', (item, units) => amountIn(item['price']) * units);
  return orderId === '' ? {} : { complete: { orderId, total, items, apart } };
};
/** Orders of earlier versions do not name them. */
const offersSaid = (order: Json, as: 'placed' | 'confirmed'): Pick<Said, 'offers'> => {
  const named = Array.isArray(order['offers']) ? order['offers'].filter(isObject) : [];
  const used = named.map((offer) => ({
    offerId: idIn(offer['offer_id']),
    units: Math.min(wholeIn(offer['units']) ?? 0, MOST_UNITS),
    cost: amountIn(offer['discount']),
    revenue: amountIn(order['total']),
  }));
  return {
    offers: { as, currency: currencyIn(order['currency']), used: used.filter(({ offerId }) => offerId !== '') },
  };
};
const placedSaid = ({ order }: Json): Said => (isObject(order) ? offersSaid(order, 'placed') : {});
const confirmedSaid = ({ order }: Json): Said => {
  if (!isObject(order)) return {};
  return {
    ...offersSaid(order, 'confirmed'),
    confirmed: {
      orderId: idIn(order['order_id']),
      cartId: idIn(order['cart_id']),
      currency: currencyIn(order['currency']),
      total: amountIn(order['total']),
      items: itemsOf(order['items'], 'item_id', (item) => amountIn(item['amount'])),
    },
  };
};

const saidBy: Readonly<Record<string, (payload: Json, apart: boolean) => Said>> = {
  product_view: (payload) => productSaid(payload, 'views'),
  add_to_cart: (payload) => ({ ...productSaid(payload, 'adds'), ...cartSaid(payload, 1) }),
  remove_from_cart: (payload) => cartSaid(payload, -1),
  order_checkout: checkoutSaid,
  order_checkedout: checkoutSaid,
  order_complete: completeSaid,
};

/** Of an envelope as it is stored. */
export const payloadOf = (body: string): Json => {
  const envelope: unknown = JSON.parse(body);
  const payload = isObject(envelope) ? envelope['payload'] : undefined;
  return isObject(payload) ? payload : {};
};

const ofOrders: ReadonlySet<string> = new Set(['order_checkout', 'order_checkedout', 'order_complete']);
const ofCarts: ReadonlySet<string> = new Set(['add_to_cart', 'remove_from_cart']);

/** Where this service tells them itself, what a page tells of the same is at best a repetition. */
const isToldTwice = ({ isOurs }: CountedEvent, name: string, { settings }: CountRules): boolean =>
  !isOurs &&
  ((settings.order_events === 'server' && ofOrders.has(name)) ||
    (settings.cart_events === 'server' && ofCarts.has(name)));

/** What an order is when it counts, told by this service to every application whoever makes the events of its shoppers. */
const CONFIRMED = 'application/order/confirmed/v1';
const PLACED = 'application/order/placed/v1';

/** Undefined for events that no figure is made of: those that are not about what shoppers do, or that anybody made up. */
export const factOf = (event: CountedEvent, rules: CountRules): Fact | undefined => {
  const [category, name = ''] = event.slug.split('/');
  const stamp = { id: event.id, at: event.happenedAt, day: dayOf(rules.timeZone, event.happenedAt) };
  if (event.slug === CONFIRMED || event.slug === PLACED) {
    const said = event.slug === CONFIRMED ? confirmedSaid : placedSaid;
    return { ...stamp, name: '', userId: null, anonymousId: null, step: 0, ...said(event.payload()) };
  }
  if (category !== 'click' || isToldTwice(event, name, rules)) return undefined;
  const place = funnelSteps.indexOf(name as FunnelStep);
  const said = ownEntry(saidBy, name);
  const apart = !event.isOurs && rules.settings.page_orders === 'apart';
  return {
    ...stamp,
    name,
    userId: event.userId,
    anonymousId: event.anonymousId,
    step: place < 0 ? 0 : 2 ** place,
    ...(said === undefined ? {} : said(event.payload(), apart)),
  };
};
