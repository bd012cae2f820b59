/** The figures of a list of events, recomputed plainly: every definition by itself, over all events at once. */
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

const steps = [
  'product_listing',
  'product_view',
  'add_to_cart',
  'order_checkout',
  'order_checkedout',
  'order_complete',
];
const thousandths = (value: unknown): number => Math.round(Number(value) * 1000);
const unique = (values: readonly unknown[]): readonly string[] => [...new Set(values.map(String))];

export const plainFigures = (events: readonly PlainEvent[], timeZone: string): PlainFigures => {
  const figures: Record<string, number[]> = {};
  const add = (key: readonly (string | number)[], ...by: readonly number[]): void => {
    const place = key.join(' ');
    figures[place] = by.map((amount, at) => amount + (figures[place]?.[at] ?? 0));
  };
  const inTime = events.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  const dayAt = (at: number): string => dateOf(dayOf(timeZone, at));
  const named = (...names: readonly string[]): readonly PlainEvent[] =>
    inTime.filter(({ name }) => names.includes(name));

  const personOf = ({ userId, anonymousId }: PlainEvent): string | undefined => {
    if (userId !== null) return `customer ${userId}`;
    if (anonymousId === null) return undefined;
    const owner = inTime.find((event) => event.userId !== null && event.anonymousId === anonymousId);
    return owner === undefined ? `anonymous ${anonymousId}` : `customer ${owner.userId}`;
  };
  const visits = named(...steps).flatMap((event) => {
    const person = personOf(event);
    return person === undefined ? [] : [{ person, day: dayAt(event.at), step: steps.indexOf(event.name) }];
  });
  for (const group of Map.groupBy(visits, ({ person, day }) => `${day} ${person}`).values()) {
    const done = new Set(group.map(({ step }) => step));
    add(['funnel_day', group[0]?.day ?? '', [...done].reduce((sum, step) => sum + 2 ** step, 0)], 1);
  }

  for (const { name, at } of inTime) add(['funnel_event_day', dayAt(at), name], 1);
  for (const { at, payload } of named('product_view')) {
    add(['funnel_product_day', dayAt(at), Number(payload['product_id']), ''], 1, 0, 0, 0, 0);
  }
  for (const { at, payload } of named('add_to_cart')) {
    add(['funnel_product_day', dayAt(at), Number(payload['product_id']), ''], 0, 1, 0, 0, 0);
  }

  const checkouts = named('order_checkout', 'order_checkedout');
  const firstCheckout = (orderId: unknown) => checkouts.find(({ payload }) => payload['order_id'] === orderId)?.payload;
  const completes = named('order_complete');
  for (const orderId of unique(completes.map(({ payload }) => payload['order_id']))) {
    const first = completes.find(({ payload }) => payload['order_id'] === orderId);
    if (first === undefined) continue;
    const currency = String(firstCheckout(orderId)?.['currency'] ?? '');
    const { total } = first.payload['breakup_values_raw'] as { total: number };
    add(['funnel_order_day', dayAt(first.at), currency], 1, thousandths(total));
    const items = first.payload['items'] as readonly { id: number; price: number; quantity: number }[];
    for (const group of Map.groupBy(items, ({ id }) => id).values()) {
      const units = group.reduce((sum, { quantity }) => sum + quantity, 0);
      const revenue = group.reduce((sum, { price, quantity }) => sum + thousandths(price) * quantity, 0);
      add(['funnel_product_day', dayAt(first.at), group[0]?.id ?? 0, currency], 0, 0, 1, units, revenue);
    }
  }

  const ofCarts = named('add_to_cart', 'remove_from_cart', 'order_checkout', 'order_checkedout');
  for (const cartId of unique(ofCarts.map(({ payload }) => payload['cart_id']))) {
    const own = ofCarts.filter(({ payload }) => payload['cart_id'] === cartId);
    const begins = own.find(({ name }) => name !== 'remove_from_cart');
    if (begins === undefined) continue;
    const isOrdered = completes.some(({ payload }) => firstCheckout(payload['order_id'])?.['cart_id'] === cartId);
    const last = own.findLast(({ name }) => name.startsWith('order_'));
    const inCart = own.reduce((sum, { name, payload }) => {
      if (name.startsWith('order_')) return sum;
      return sum + (name === 'add_to_cart' ? 1 : -1) * thousandths(payload['value']);
    }, 0);
    const value = last === undefined ? Math.max(inCart, 0) : thousandths(last.payload['order_total']);
    const stage = isOrdered ? 'ordered' : last === undefined ? 'cart' : 'checkout';
    const currency = String(own.at(-1)?.payload['currency']);
    if (stage !== 'cart' || value > 0) add(['funnel_cart_day', dayAt(begins.at), currency, stage], 1, value);
  }
  return figures;
};
