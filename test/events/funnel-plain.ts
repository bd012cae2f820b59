/** The figures of a list of events, recomputed plainly: every definition by itself, over all events at once. */
import { funnelSteps } from '../../src/events/funnels/funnel-fact-rules.ts';
import { dateOf, dayOf } from '../../src/shared/time-zone.ts';
import type { Json } from './samples.ts';

export type PlainEvent = {
  readonly id: string;
  readonly name: string;
  readonly at: number;
  readonly userId: string | null;
  readonly anonymousId: string | null;
  readonly payload: Json;
};
/** Rows by their key, as `table day …`. */
export type PlainFigures = Readonly<Record<string, readonly number[]>>;
type Row = readonly [key: readonly (string | number)[], ...by: readonly number[]];
/** Events in the order in which they happened, and the day of a time. */
type Told = { readonly events: readonly PlainEvent[]; readonly dayAt: (at: number) => string };

const steps: readonly string[] = funnelSteps;
const thousandths = (value: unknown): number => Math.round(Number(value) * 1000);
const textIn = (payload: Json | undefined, name: string): string => {
  const value = payload?.[name];
  return typeof value === 'string' ? value : '';
};
const named = ({ events }: Told, ...names: readonly string[]): readonly PlainEvent[] =>
  events.filter(({ name }) => names.includes(name));
const isCheckout = ({ name }: PlainEvent): boolean => name === 'order_checkout' || name === 'order_checkedout';

const shoppers = (told: Told): readonly Row[] => {
  const personOf = ({ userId, anonymousId }: PlainEvent): string | undefined => {
    if (userId !== null) return `customer ${userId}`;
    if (anonymousId === null) return undefined;
    const owner = told.events.find((event) => event.userId !== null && event.anonymousId === anonymousId);
    return owner === undefined ? `anonymous ${anonymousId}` : `customer ${owner.userId}`;
  };
  const visits = named(told, ...steps).flatMap((event) => {
    const person = personOf(event);
    return person === undefined ? [] : [{ person, day: told.dayAt(event.at), step: steps.indexOf(event.name) }];
  });
  return [...Map.groupBy(visits, ({ person, day }) => `${day} ${person}`).values()].map((group) => {
    const done = [...new Set(group.map(({ step }) => step))].reduce((sum, step) => sum + 2 ** step, 0);
    return [['funnel_day', group[0]?.day ?? '', done], 1];
  });
};

const plainCounts = (told: Told): readonly Row[] => [
  ...told.events
    .filter(({ name }) => name !== 'confirmed')
    .map(({ name, at }): Row => [['funnel_event_day', told.dayAt(at), name], 1]),
  ...named(told, 'product_view', 'add_to_cart').map(({ name, at, payload }): Row => {
    const key = ['funnel_product_day', told.dayAt(at), Number(payload['product_id']), textIn(payload, 'currency')];
    return name === 'product_view' ? [key, 1, 0, 0, 0, 0] : [key, 0, 1, 0, 0, 0];
  }),
];

const firstCheckout = ({ events }: Told, orderId: string): Json | undefined =>
  events.find((event) => isCheckout(event) && event.payload['order_id'] === orderId)?.payload;

type Confirmed = {
  readonly order_id: string;
  readonly cart_id: string;
  readonly currency: string;
  readonly total: number;
  readonly items: readonly { readonly item_id: number; readonly amount: number; readonly quantity: number }[];
};
const confirmedOf = ({ payload }: PlainEvent): Confirmed => payload['order'] as Confirmed;

/** What this service says of its orders, by their ids: the earliest of each. */
const confirmations = (told: Told): ReadonlyMap<string, PlainEvent> =>
  new Map(
    named(told, 'confirmed')
      .toReversed()
      .map((event) => [confirmedOf(event).order_id, event]),
  );

const confirmedOrders = (told: Told): readonly Row[] =>
  [...confirmations(told).values()].flatMap((event): readonly Row[] => {
    const { currency, total, items } = confirmedOf(event);
    const day = told.dayAt(event.at);
    const products = [...Map.groupBy(items, ({ item_id: id }) => id)].map(([id, lines]): Row => {
      const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
      const revenue = lines.reduce((sum, { amount }) => sum + thousandths(amount), 0);
      return [['funnel_product_day', day, id, currency], 0, 0, 1, units, revenue];
    });
    return [[['funnel_order_day', day, currency], 1, thousandths(total), 0, 0], ...products];
  });

/** Orders of which only pages tell stand apart, and say nothing of products. */
const toldOrders = (told: Told): readonly Row[] => {
  const known = confirmations(told);
  const byOrder = Map.groupBy(named(told, 'order_complete'), ({ payload }) => textIn(payload, 'order_id'));
  return [...byOrder].flatMap(([orderId, [first]]): readonly Row[] => {
    if (first === undefined || known.has(orderId)) return [];
    const currency = textIn(firstCheckout(told, orderId), 'currency');
    const { total } = first.payload['breakup_values_raw'] as { total: number };
    return [[['funnel_order_day', told.dayAt(first.at), currency], 0, 0, 1, thousandths(total)]];
  });
};

const cartRow = (told: Told, cartId: string, own: readonly PlainEvent[]): readonly Row[] => {
  const begins = own.find(({ name }) => name !== 'remove_from_cart');
  if (begins === undefined) return [];
  const isOrdered = [...confirmations(told).values()].some((event) => confirmedOf(event).cart_id === cartId);
  const last = own.findLast(isCheckout);
  const amountOf = ({ name, payload }: PlainEvent): number =>
    (name === 'add_to_cart' ? 1 : -1) * thousandths(payload['value']);
  const inCart = own.filter((event) => !isCheckout(event)).reduce((sum, event) => sum + amountOf(event), 0);
  const value = last === undefined ? Math.max(inCart, 0) : thousandths(last.payload['order_total']);
  const open = last === undefined ? 'cart' : 'checkout';
  const stage = isOrdered ? 'ordered' : open;
  if (stage === 'cart' && value === 0) return [];
  return [[['funnel_cart_day', told.dayAt(begins.at), textIn(own.at(-1)?.payload, 'currency'), stage], 1, value]];
};
const carts = (told: Told): readonly Row[] => {
  const ofCarts = named(told, 'add_to_cart', 'remove_from_cart', 'order_checkout', 'order_checkedout');
  const byCart = Map.groupBy(ofCarts, ({ payload }) => textIn(payload, 'cart_id'));
  return [...byCart].flatMap(([cartId, own]) => cartRow(told, cartId, own));
};

export const plainFigures = (events: readonly PlainEvent[], timeZone: string): PlainFigures => {
  const told: Told = {
    events: events.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1)),
    dayAt: (at) => dateOf(dayOf(timeZone, at)),
  };
  const figures: Record<string, readonly number[]> = {};
  for (const [key, ...by] of [shoppers, plainCounts, confirmedOrders, toldOrders, carts].flatMap((count) =>
    count(told),
  )) {
    const place = key.join(' ');
    figures[place] = by.map((amount, at) => amount + (figures[place]?.[at] ?? 0));
  }
  return figures;
};
