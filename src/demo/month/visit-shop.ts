/** A visit of a made-up shopper, through the same routes as everybody: he looks, fills a cart, orders, and the page tells of it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { ProductList } from '../../contract/catalog/catalog-contract.ts';
import type { CheckoutAnswer } from '../../contract/orders/checkout-contract.ts';
import type { DemoProduct, Outcome } from './outcome.ts';
import { addressOf, type Visit } from './plan-visits.ts';
import { eventsOf } from './visit-events.ts';

const PAUSE_MS = 3;
const MINUTE = 60_000;
const PRODUCTS = 60;
const BATCH = 50;
export const ORDERED_AFTER = 6 * MINUTE;
const TIME_ZONE = 'Asia/Kolkata';
/** As many as there are addresses; whoever comes after them has one that was used long ago. */
const MOST_ADDRESSES = 60_000;

export type VisitedShop = {
  readonly app: FastifyInstance;
  readonly applicationId: string;
  readonly applicationToken: string;
  readonly setClock: (at: number) => void;
  readonly isOver: () => boolean;
};

export const ask = async <T>({ app, isOver }: VisitedShop, options: InjectOptions): Promise<T | undefined> => {
  if (isOver()) return undefined;
  await pause(PAUSE_MS);
  const answer = await app.inject(options);
  return answer.statusCode < 300 ? answer.json<T>() : undefined;
};

const shopperHeaders = (
  { applicationId, applicationToken }: VisitedShop,
  anonymous = '',
): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${btoa(`${applicationId}:${applicationToken}`)}`,
  ...(anonymous === '' ? {} : { 'x-anonymous-id': anonymous }),
});

export const productsOf = async (shop: VisitedShop): Promise<readonly DemoProduct[]> => {
  const url = `/service/application/catalog/v1.0/products?page_size=${PRODUCTS}`;
  const listing = await ask<ProductList>(shop, { url, headers: shopperHeaders(shop) });
  return (listing?.items ?? []).flatMap((item) => {
    const size = item.sizes.find(({ is_available }) => is_available)?.value;
    if (size === undefined || item.price === null) return [];
    const { effective, marked } = item.price;
    return [{ item, size, brand: item.brand.name, mrp: marked.min, esp: effective.min }];
  });
};

/** An address of his own, so that nobody has used up what one may have in a day. */
const addressIn = (number: number): string => {
  const place = number % MOST_ADDRESSES;
  return `10.0.${Math.floor(place / 250)}.${1 + (place % 250)}`;
};

type Filled = Pick<Outcome, 'put' | 'cartId'> & { readonly headers: Readonly<Record<string, string>> };

const fillCart = async (shop: VisitedShop, visit: Visit, products: readonly DemoProduct[]): Promise<Filled> => {
  let anonymous = '';
  let cartId = '';
  const put: Outcome['put'][number][] = [];
  for (const [place, quantity] of visit.adds.entries()) {
    const product = products[visit.looks[place] ?? -1];
    if (product === undefined || shop.isOver()) continue;
    await pause(PAUSE_MS);
    shop.setClock(visit.at + (2 + place) * MINUTE);
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/service/application/cart/v1.0/detail?b=false&i=false',
      headers: shopperHeaders(shop, anonymous),
      remoteAddress: addressIn(visit.number),
      payload: { items: [{ item_id: product.item.uid, item_size: product.size, quantity }] },
    });
    const added = answer.json<{ readonly success?: boolean; readonly cart?: { readonly cart_id?: string } }>();
    if (added.success !== true) continue;
    anonymous = String(answer.headers['x-anonymous-id'] ?? anonymous);
    cartId = added.cart?.cart_id ?? cartId;
    put.push({ product, quantity });
  }
  return { put, cartId, headers: shopperHeaders(shop, anonymous) };
};

export const visitShop = async (
  shop: VisitedShop,
  visit: Visit,
  products: readonly DemoProduct[],
): Promise<Outcome> => {
  const { put, cartId, headers } = await fillCart(shop, visit, products);
  const browsed: Outcome = { visit, put, cartId, order: undefined };
  if (visit.order === undefined || put.length === 0) return browsed;
  shop.setClock(visit.at + ORDERED_AFTER);
  const answer = await ask<CheckoutAnswer>(shop, {
    method: 'POST',
    url: '/service/application/cart/v1.0/checkout',
    headers,
    remoteAddress: addressIn(visit.number),
    payload: { payment_mode: 'COD', delivery_address: addressOf(visit.order.person), meta: {} },
  });
  const id = answer?.order_id;
  if (typeof id !== 'string' || id === '') return browsed;
  return { ...browsed, order: { id, total: Number(answer?.data?.['total'] ?? 0) } };
};

export const tellEvents = async (
  shop: VisitedShop,
  outcomes: readonly Outcome[],
  products: readonly DemoProduct[],
): Promise<void> => {
  const currency = products[0]?.item.price?.effective.currency_code ?? '';
  const told = { applicationId: shop.applicationId, currency, timeZone: TIME_ZONE };
  const events = outcomes.flatMap((outcome) => eventsOf(told, outcome, products));
  for (let from = 0; from < events.length; from += BATCH) {
    const batch = events.slice(from, from + BATCH);
    const url = '/service/application/webhook/v1.0/click-analytics/events';
    await ask(shop, { method: 'POST', url, headers: shopperHeaders(shop), payload: { batch, consent: true } });
  }
};
