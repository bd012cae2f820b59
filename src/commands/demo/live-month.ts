/**
 * Lives through the month before the first start of a demo shop, on a clock of its own: visitors come, fill carts and order
 * through the same routes as everybody, and the shop ships and cancels. In the background, one call at a time, so that the
 * first guests of the shop do not wait; a stop ends it where it is, and what has happened by then stays.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { createApp } from '../../app.ts';
import type { Node } from '../../applications/node.ts';
import type { Config } from '../../config.ts';
import type { CheckoutAnswer } from '../../contract/orders/checkout-contract.ts';
import type { ProductList } from '../../contract/catalog/catalog-contract.ts';
import { addressOf, type Fate, MONTH_DAYS, type Visit, visitsOf } from '../../demo/month/plan-visits.ts';
import type { DemoProduct, Outcome } from '../../demo/month/outcome.ts';
import { eventsOf } from '../../demo/month/visit-events.ts';
import { DAY } from '../../demo/write-promotion.ts';
import type { Credentials } from '../plan-installation.ts';

const PAUSE_MS = 3;
const MINUTE = 60_000;
const PRODUCTS = 60;
const BATCH = 50;
const ORDERED_AFTER = 6 * MINUTE;
/** Well within the life of an access token. */
const STAFF_MS = 60 * MINUTE;
/** The demo shop is in India, whose clock is never changed. */
const INDIA = 330 * MINUTE;
const TIME_ZONE = 'Asia/Kolkata';

type Month = {
  readonly app: FastifyInstance;
  readonly credentials: Credentials;
  readonly setClock: (at: number) => void;
  readonly isOver: () => boolean;
};

const ask = async <T>({ app, isOver }: Month, options: InjectOptions): Promise<T | undefined> => {
  if (isOver()) return undefined;
  await pause(PAUSE_MS);
  const answer = await app.inject(options);
  return answer.statusCode < 300 ? answer.json<T>() : undefined;
};

const shopperHeaders = ({ credentials }: Month, anonymous = ''): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${btoa(`${credentials.application_id}:${credentials.application_token}`)}`,
  ...(anonymous === '' ? {} : { 'x-anonymous-id': anonymous }),
});

const productsOf = async (month: Month): Promise<readonly DemoProduct[]> => {
  const url = `/service/application/catalog/v1.0/products?page_size=${PRODUCTS}`;
  const listing = await ask<ProductList>(month, { url, headers: shopperHeaders(month) });
  return (listing?.items ?? []).flatMap((item) => {
    const size = item.sizes.find(({ is_available }) => is_available)?.value;
    if (size === undefined || item.price === null) return [];
    const { effective, marked } = item.price;
    return [{ item, size, brand: item.brand.name, mrp: marked.min, esp: effective.min }];
  });
};

/** Two thousand addresses, so that nobody has used up what one may have in a day. */
const addressIn = (number: number): string => `10.0.${Math.floor(number / 250)}.${1 + (number % 250)}`;

type Filled = Pick<Outcome, 'put' | 'cartId'> & { readonly headers: Readonly<Record<string, string>> };

const fillCart = async (month: Month, visit: Visit, products: readonly DemoProduct[]): Promise<Filled> => {
  let anonymous = '';
  let cartId = '';
  const put: Outcome['put'][number][] = [];
  for (const [place, quantity] of visit.adds.entries()) {
    const product = products[visit.looks[place] ?? -1];
    if (product === undefined || month.isOver()) continue;
    await pause(PAUSE_MS);
    month.setClock(visit.at + (2 + place) * MINUTE);
    const answer = await month.app.inject({
      method: 'POST',
      url: '/service/application/cart/v1.0/detail?b=false&i=false',
      headers: shopperHeaders(month, anonymous),
      remoteAddress: addressIn(visit.number),
      payload: { items: [{ item_id: product.item.uid, item_size: product.size, quantity }] },
    });
    const added = answer.json<{ readonly success?: boolean; readonly cart?: { readonly cart_id?: string } }>();
    if (added.success !== true) continue;
    anonymous = String(answer.headers['x-anonymous-id'] ?? anonymous);
    cartId = added.cart?.cart_id ?? cartId;
    put.push({ product, quantity });
  }
  return { put, cartId, headers: shopperHeaders(month, anonymous) };
};

const visitShop = async (month: Month, visit: Visit, products: readonly DemoProduct[]): Promise<Outcome> => {
  const { put, cartId, headers } = await fillCart(month, visit, products);
  const browsed: Outcome = { visit, put, cartId, order: undefined };
  if (visit.order === undefined || put.length === 0) return browsed;
  month.setClock(visit.at + ORDERED_AFTER);
  const answer = await ask<CheckoutAnswer>(month, {
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

/** Staff of the shop, for a while: an access token of the first client. */
const staffHeaders = async (month: Month): Promise<Readonly<Record<string, string>>> => {
  const { client_id, client_secret } = month.credentials;
  const answer = await ask<{ readonly access_token: string }>(month, {
    method: 'POST',
    url: '/oidc/token',
    headers: {
      authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: 'grant_type=client_credentials',
  });
  return { authorization: `Bearer ${answer?.access_token ?? ''}` };
};

const stepsOf: Readonly<Record<Fate, readonly (readonly [step: string, after: number, reason: string])[]>> = {
  placed: [],
  cancelled: [['cancel', 0.2 * DAY, 'The buyer changed his mind']],
  shipped: [['ship', 0.7 * DAY, 'Handed to the carrier']],
  delivered: [
    ['ship', 0.7 * DAY, 'Handed to the carrier'],
    ['deliver', 2.8 * DAY, 'Signed for at the door'],
  ],
};

type Due = { readonly at: number; readonly id: string; readonly step: string; readonly reason: string };
const dueOf = ({ visit, order }: Outcome): readonly Due[] => {
  if (order === undefined || visit.order === undefined) return [];
  return stepsOf[visit.order.fate].map(([step, after, reason]) => ({
    at: visit.at + ORDERED_AFTER + after,
    id: order.id,
    step,
    reason,
  }));
};

/** What staff did about orders, in the order of time. */
const attend = async (month: Month, due: readonly Due[]): Promise<void> => {
  let headers: Readonly<Record<string, string>> = {};
  let since = Number.NEGATIVE_INFINITY;
  for (const { at, id, step, reason } of due) {
    month.setClock(at);
    if (at - since > STAFF_MS) {
      headers = await staffHeaders(month);
      since = at;
    }
    const url = `/service/platform/order/v1.0/company/${month.credentials.company_id}/orders/${id}/${step}`;
    await ask(month, { method: 'POST', url, headers, payload: { reason } });
  }
};

const tellEvents = async (
  month: Month,
  outcomes: readonly Outcome[],
  products: readonly DemoProduct[],
): Promise<void> => {
  const currency = products[0]?.item.price?.effective.currency_code ?? '';
  const told = { applicationId: month.credentials.application_id, currency, timeZone: TIME_ZONE };
  const events = outcomes.flatMap((outcome) => eventsOf(told, outcome, products));
  for (let from = 0; from < events.length; from += BATCH) {
    const batch = events.slice(from, from + BATCH);
    const url = '/service/application/webhook/v1.0/click-analytics/events';
    await ask(month, { method: 'POST', url, headers: shopperHeaders(month), payload: { batch, consent: true } });
  }
};

const liveThrough = async (month: Month, now: number): Promise<void> => {
  const today = Math.floor((now + INDIA) / DAY) * DAY - INDIA;
  month.setClock(today - MONTH_DAYS * DAY);
  const products = await productsOf(month);
  let due: readonly Due[] = [];
  for (let daysAgo = MONTH_DAYS; daysAgo >= 1 && !month.isOver(); daysAgo -= 1) {
    const midnight = today - daysAgo * DAY;
    const night = midnight + DAY;
    const outcomes: Outcome[] = [];
    for (const visit of visitsOf(midnight, daysAgo, products.length)) {
      outcomes.push(await visitShop(month, visit, products));
    }
    due = [...due, ...outcomes.flatMap(dueOf)].toSorted((one, other) => one.at - other.at);
    await attend(
      month,
      due.filter(({ at }) => at < night),
    );
    due = due.filter(({ at }) => at >= night);
    month.setClock(night - MINUTE);
    await tellEvents(month, outcomes, products);
  }
};

export type DemoMonth = { readonly done: Promise<void>; readonly stop: () => Promise<void> };

/** Ends when the month is over or `stop` is called, which waits for the call under way. */
export const startDemoMonth = (node: Node, config: Config, credentials: Credentials): DemoMonth => {
  const began = node.now();
  let at = began;
  let isOver = false;
  const live = async (): Promise<void> => {
    const quiet = { ...config, logLevel: 'silent', viewCache: 0, storefront: 'off', webhooks: 'off' } as const;
    const app = await createApp({ ...node, now: () => at, peers: undefined }, quiet, () => false);
    const month: Month = { app, credentials, setClock: (next) => void (at = next), isOver: () => isOver };
    try {
      await liveThrough(month, began);
    } finally {
      await app.close();
    }
  };
  const done = live();
  return {
    done,
    stop: async () => {
      isOver = true;
      await done.catch(() => undefined);
    },
  };
};
