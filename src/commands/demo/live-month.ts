/**
 * Lives through the month before the first start of a demo shop, on a clock of its own: visitors come, fill carts and order
 * through the same routes as everybody, and the shop ships and cancels. In the background, one call at a time, so that the
 * first guests of the shop do not wait; a stop ends it where it is, and what has happened by then stays.
 */
import { createApp } from '../../app.ts';
import type { Node } from '../../applications/node.ts';
import type { Config } from '../../config.ts';
import { type Fate, MONTH_DAYS, visitsOf } from '../../demo/month/plan-visits.ts';
import type { Outcome } from '../../demo/month/outcome.ts';
import {
  ask,
  ORDERED_AFTER,
  productsOf,
  tellEvents,
  type VisitedShop,
  visitShop,
} from '../../demo/month/visit-shop.ts';
import { DAY } from '../../demo/write-promotion.ts';
import type { Credentials } from '../plan-installation.ts';

const MINUTE = 60_000;
/** Well within the life of an access token. */
const STAFF_MS = 60 * MINUTE;
/** The demo shop is in India, whose clock is never changed. */
const INDIA = 330 * MINUTE;

type Month = VisitedShop & { readonly credentials: Credentials };

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

/**
 * The newest day first, so that the charts that are looked at first show something at once; what staff did about the orders
 * comes after that, from the oldest on, so that papers have their numbers in the order of time.
 */
const liveThrough = async (month: Month, now: number): Promise<void> => {
  const today = Math.floor((now + INDIA) / DAY) * DAY - INDIA;
  month.setClock(today - MONTH_DAYS * DAY);
  const products = await productsOf(month);
  const due: Due[] = [];
  for (let daysAgo = 1; daysAgo <= MONTH_DAYS && !month.isOver(); daysAgo += 1) {
    const midnight = today - daysAgo * DAY;
    const outcomes: Outcome[] = [];
    for (const visit of visitsOf(midnight, daysAgo, products.length)) {
      outcomes.push(await visitShop(month, visit, products));
    }
    month.setClock(midnight + DAY - MINUTE);
    await tellEvents(month, outcomes, products);
    due.push(...outcomes.flatMap(dueOf));
  }
  const past = due.filter(({ at }) => at < today).toSorted((one, other) => one.at - other.at);
  await attend(month, past);
};

export type DemoMonth = { readonly done: Promise<void>; readonly stop: () => Promise<void> };

/** Ends when the month is over or `stop` is called, which waits for the call under way. */
export const startDemoMonth = (node: Node, config: Config, credentials: Credentials): DemoMonth => {
  const began = node.now();
  let at = began;
  let isOver = false;
  const live = async (): Promise<void> => {
    const quiet = { ...config, logLevel: 'silent', viewCache: 0, storefront: 'off', webhooks: 'off' } as const;
    const app = await createApp({ ...node, now: () => at, peers: undefined, counting: undefined }, quiet, () => false);
    const { application_id: applicationId, application_token: applicationToken } = credentials;
    const place = { app, credentials, applicationId, applicationToken };
    const month: Month = { ...place, setClock: (next) => void (at = next), isOver: () => isOver };
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
