/**
 * Orders as a load: eight shoppers of a served node fill their carts and order them, each order under a key of its own, until the
 * node is killed. Those who pay on delivery give one of the two units back, before it leaves or after it came; the others
 * cancel what they never paid. After the restart everything that was not answered is asked for again with its key. In the end there
 * is one order for each key, and stock, uses of the coupon and snapshots are those of the orders and of what went back: none
 * without, none twice. The budget of a promotion ends with the second order, and is as the orders say after every kill.
 */
import { changeApplication } from '../../src/applications/change-application.ts';
import { system } from '../../src/applications/node.ts';
import type { Database, Row } from '../../src/db/database.ts';
import { addOffer } from '../../src/offers/change-offer.ts';
import type { OrderDocument } from '../../src/orders/order-document.ts';
import type { OrderProgress } from '../../src/orders/order-progress.ts';
import type { Serving } from '../commands/run-cartwright.ts';
import { readBudgets, tightOffer } from './budget-books.ts';
import type { Load } from './crash-campaign.ts';
import { type Finding, newShoppers, patience, withServed } from './crash-load.ts';
import type { Scene } from './crash-scene.ts';
import { authorizationOf, install, sellOne } from './crash-shop.ts';
import { brokenJourneys, type Journey, nextCall } from './order-journeys.ts';
import { setTimeout as pause } from 'node:timers/promises';

const SHOPPERS = 8;
const STOCK = 900_000;
const RETRY_MS = 1000;

export const cartPath = '/service/application/cart';
const ordersPath = '/service/application/order/v1.0/orders';
const staffPath = ({ companyId }: Doors): string => `/service/platform/order/v1.0/company/${companyId}/orders`;
type Answered = {
  readonly order_id?: string;
  readonly error_code?: string;
  readonly cart?: { readonly items?: readonly { readonly identifiers?: { readonly identifier?: string } }[] };
};
export const wanted = { items: [{ item_id: 1, item_size: 'M', quantity: 2 }], coupon_code: 'CRASH', replace: true };
export const checkout = (at: number) => ({
  payment_mode: at % 2 === 0 ? 'COD' : 'CARD',
  delivery_address: { area_code: '400001' },
});

/** A shopper, his answered orders by key, and the key of the order that was sent and not answered. */
type Shopper = {
  readonly token: string;
  readonly at: number;
  readonly answered: Map<string, string>;
  open: string | undefined;
  /** The order of which a unit is to go back. */
  journey: Journey | undefined;
};

/** Of every four shoppers; the even ones pay on delivery. Of what is to be paid first one order stands. */
const ends = ['a unit comes back', 'all is cancelled', 'a unit is cancelled', 'all is cancelled'] as const;
const endFor = ({ at, answered }: Pick<Shopper, 'at' | 'answered'>): Journey['end'] | undefined =>
  at === 1 && answered.size === 1 ? undefined : ends[at % ends.length];

/** Eight shoppers on one machine make as many orders as they can. */
export const withoutBounds = {
  carts_per_shopper: 1_000_000,
  carts_per_address: 1_000_000,
  orders_per_shopper: 1_000_000,
  orders_per_address: 1_000_000,
  unpaid_orders_per_shopper: 1_000_000,
  unpaid_orders_per_address: 1_000_000,
  held_percent_per_guest: 100,
  held_percent_per_address: 100,
  held_uses: 1_000_000,
  held_uses_percent: 100,
};

/** What a storefront authenticates by, and what staff do. */
export type Doors = { readonly authorization: string; readonly client: string; readonly companyId: number };

export const setUpShop = (
  scene: Pick<Scene, 'variables'>,
  more: readonly Parameters<typeof addOffer>[2][] = [],
): Promise<Doors> =>
  install(scene, async (node, made) => {
    await sellOne(node, made, STOCK);
    const place = {
      organizationId: made.organization_id,
      companyId: made.company_id,
      applicationId: made.application_id,
    };
    const coupon = {
      code: 'CRASH',
      type_slug: 'percentage_amount_percentage',
      rule: [{ key: 1, value: 10 }],
      restrictions: { uses: { maximum: { total: STOCK } }, budget: { amount: 10_000_000 } },
      validity: { priority: 0 },
      state: { is_public: true, is_display: true },
      _schedule: { published: true },
    };
    const request = { ...system, remember: () => [], checkVersion: () => undefined };
    for (const offer of [{ kind: 'coupon', body: coupon } as const, ...more]) {
      await addOffer(node, place, offer, request);
    }
    await changeApplication(node, place, { quotas: withoutBounds }, request);
    const { client_id: id, client_secret: secret, company_id: companyId } = made;
    return { authorization: authorizationOf(made), client: `${id}:${secret}`, companyId };
  });

export const clientToken = async (url: string, client: string): Promise<string> => {
  const headers = { authorization: `Basic ${Buffer.from(client).toString('base64')}` };
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  const answer = await fetch(`${url}/oidc/token`, { method: 'POST', headers, body });
  return ((await answer.json()) as { readonly access_token: string }).access_token;
};

const someAcks = (): number => Math.ceil(10 ** (0.7 + Math.random()));

const countOf = async (db: Database, sql: string): Promise<number> =>
  (await db.one<Row & { n: number }>(`select ${sql}`))?.n ?? 0;

/** What did not hold, of how many orders something went back, how many were cancelled, and whether a budget ended before them. */
type Inspected = Awaited<ReturnType<typeof readBudgets>> & { readonly back: number; readonly ended: number };

/** Everything that must be the same as the number of orders. */
export const inspectStored = async (db: Database, acknowledged: ReadonlySet<string>): Promise<Inspected> => {
  const broken: string[] = [];
  const stored = new Set<string>();
  let [units, back, twice, ended] = [0, 0, 0, 0];
  type Stored = Row & Readonly<Record<'id' | 'state' | 'document' | 'progress', string>>;
  for await (const rows of db.scan<Stored>('select id, state, document, progress from customer_order')) {
    for (const { id, state, document, progress } of rows) {
      stored.add(id);
      if (state === 'cancelled') {
        ended += 1;
        continue;
      }
      for (const { quantity } of (JSON.parse(document) as OrderDocument).lines) units += quantity;
      const { settlements = [] } = JSON.parse(progress) as OrderProgress;
      for (const { items } of settlements) for (const item of items) units -= item.units;
      back += settlements.length;
      if (settlements.length > 1) twice += 1;
    }
  }
  const check = (what: string, is: number, must: number): void => {
    if (is !== must) broken.push(`${what}: ${is}, not ${must}`);
  };
  check('orders', stored.size, acknowledged.size);
  check('orders of which a unit went back twice', twice, 0);
  check('acknowledged orders that are not there', acknowledged.difference(stored).size, 0);
  check(
    'units that left the stock',
    STOCK - (await countOf(db, "quantity as n from article where uid = '1_M_1'")),
    units,
  );
  const standing = stored.size - ended;
  const holds = "count(*) as n from offer_hold where offer_id = (select id from offer where kind = 'coupon')";
  check('uses of the coupon', await countOf(db, "taken as n from offer_use where holder = ''"), standing);
  check('holds of the coupon', await countOf(db, holds), standing);
  check('snapshots', await countOf(db, 'count(*) as n from order_snapshot'), stored.size);
  const { broken: overspent, isReached } = await readBudgets(db);
  return { broken: [...broken, ...overspent], back, ended, isReached };
};

export const orderLoad = (): Load<Finding> => {
  const shoppers: Shopper[] = [];
  const broken: string[] = [];
  let doors: Doors = { authorization: '', client: '', companyId: 0 };
  let staffToken = '';
  let repeated = 0;
  let replayed = 0;
  const acknowledged = (): number => shoppers.reduce((sum, { answered }) => sum + answered.size, 0);

  const post = async (url: string, token: string | undefined, path: string, body: object, key?: string) => {
    const headers = {
      ...(token === undefined
        ? { authorization: `Bearer ${staffToken}` }
        : { authorization: doors.authorization, 'x-anonymous-id': token }),
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    };
    try {
      const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      const answer = (await response.json()) as Answered;
      return response.status === 200 || answer.error_code === 'offer_used_up' ? { response, answer } : undefined;
    } catch {
      return undefined;
    }
  };

  /** Undefined when no answer came, or one that names no order. Who is told that the budget is spent has none, and looks again. */
  const order = async (url: string, shopper: Shopper, key: string): Promise<Response | undefined> => {
    shopper.open = key;
    const answer = await post(url, shopper.token, `${cartPath}/v1.0/checkout`, checkout(shopper.at), key);
    const { order_id: orderId, cart, error_code: refused } = answer?.answer ?? {};
    if (answer === undefined || (orderId === undefined && refused === undefined)) return undefined;
    shopper.open = undefined;
    if (orderId === undefined) return answer.response;
    shopper.answered.set(key, orderId);
    const line = cart?.items?.[0]?.identifiers?.identifier;
    const end = endFor(shopper);
    shopper.journey = line === undefined || end === undefined ? undefined : { orderId, line, end, done: 0 };
    return answer.response;
  };

  /** One of the two units goes back, however often it is asked for. */
  const giveOneBack = async (url: string, shopper: Shopper): Promise<void> => {
    const { journey } = shopper;
    if (journey === undefined) return;
    for (let call = nextCall(journey); call !== undefined; call = nextCall(journey)) {
      const [token, base] = call.by === 'staff' ? [undefined, staffPath(doors)] : [shopper.token, ordersPath];
      const answer = await post(url, token, `${base}/${journey.orderId}/${call.path}`, call.body, call.key);
      if (answer === undefined) return;
      journey.done += 1;
    }
    shopper.journey = undefined;
  };

  const repeatOpen = async (url: string, when: string): Promise<void> => {
    await Promise.all(
      shoppers.map(async (shopper) => {
        const key = shopper.open;
        await giveOneBack(url, shopper);
        if (shopper.journey !== undefined) await pause(RETRY_MS).then(() => giveOneBack(url, shopper));
        if (shopper.journey !== undefined) broken.push(`${when}: a unit of ${shopper.journey.orderId} did not go back`);
        if (key === undefined) return;
        repeated += 1;
        const answer = (await order(url, shopper, key)) ?? (await pause(RETRY_MS).then(() => order(url, shopper, key)));
        if (answer?.headers.get('idempotent-replayed') === 'true') replayed += 1;
        if (answer === undefined) broken.push(`${when}: the repeat of ${key} was not answered`);
      }),
    );
  };

  /** Makes good what the last end of the node left open, and works with it. */
  const withRestarted = (scene: Scene, when: string, work: Parameters<typeof withServed>[1]): Promise<void> =>
    withServed(scene, async (node, killSoon) => {
      staffToken = await clientToken(node.url, doors.client);
      await repeatOpen(node.url, when);
      await work(node, killSoon);
    });

  /** As the kill left them, before anything is made good. */
  const lookAtBudgets = async (scene: Scene, when: string): Promise<void> => {
    const db = await scene.open();
    try {
      broken.push(...(await readBudgets(db)).broken.map((words) => `${when}: ${words}`));
    } finally {
      await db.close();
    }
  };

  const orderUntilKilled = async ({ url }: Serving, round: number, kill: () => Promise<void>): Promise<void> => {
    const enough = acknowledged() + someAcks();
    const isEnough = (): boolean => acknowledged() >= enough && shoppers.every(({ answered }) => answered.size > 0);
    let killed: Promise<void> | undefined;
    /** Whether one of his calls was refused. */
    const oneTurn = async (shopper: Shopper, turn: number): Promise<boolean> => {
      // Who was refused for the moment asks again under his key, and goes on where he was.
      const { open, journey } = shopper;
      const isNext = open === undefined && journey === undefined;
      if (isNext && (await post(url, shopper.token, `${cartPath}/v3.0/sync`, wanted)) === undefined) return true;
      if (journey === undefined) {
        await order(url, shopper, open ?? `round-${round}-shopper-${shopper.at}-turn-${turn}`);
      }
      if (isEnough()) killed ??= kill();
      await giveOneBack(url, shopper);
      return shopper.open !== undefined || shopper.journey !== undefined;
    };
    const client = async (shopper: Shopper): Promise<void> => {
      const afterTurn = patience(`shopper ${shopper.at}`);
      for (let turn = 0; ; turn += 1) {
        const isRefused = await oneTurn(shopper, turn);
        if (killed !== undefined) return;
        await afterTurn(isRefused);
      }
    };
    await Promise.all(shoppers.map(client));
    await (killed ?? kill());
  };

  return {
    prepare: async (scene) => {
      doors = await setUpShop(scene, [tightOffer]);
      await withRestarted(scene, 'at first', async ({ url }) => {
        const tokens = await newShoppers(url, doors.authorization, SHOPPERS);
        shoppers.push(
          ...tokens.map((token, at) => ({ token, at, answered: new Map(), open: undefined, journey: undefined })),
        );
      });
    },
    crash: async (scene, round) => {
      await lookAtBudgets(scene, `before round ${round}`);
      await withRestarted(scene, `round ${round}`, (node, killSoon) => orderUntilKilled(node, round, killSoon));
      return acknowledged();
    },
    inspect: async (scene) => {
      await lookAtBudgets(scene, 'after the last kill');
      await withRestarted(scene, 'in the end', async () => {});
      const db = await scene.open();
      try {
        const ids = new Set(shoppers.flatMap(({ answered }) => [...answered.values()]));
        if (ids.size !== acknowledged()) broken.push('two keys were answered with one order');
        const stores = await inspectStored(db, ids);
        broken.push(...stores.broken, ...(await brokenJourneys(db)));
        if (stores.back === 0 || stores.ended === 0) broken.push('nothing went back: the load did not do its work');
        if (!stores.isReached) broken.push('the budget was never reached: the load did not do its work');
        const stored = await countOf(db, 'count(*) as n from customer_order');
        return { acknowledged: acknowledged(), stored, repeated, replayed, broken };
      } finally {
        await db.close();
      }
    },
  };
};
