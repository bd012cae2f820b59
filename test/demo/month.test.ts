/** The month before the first start of a demo shop: the same every time, true to itself, and no hindrance to a stop. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Compile } from 'typebox/compile';
import { eventKinds } from '../../src/contract/events/event-payloads-contract.ts';
import { eventSchema } from '../../src/contract/events/event-contract.ts';
import type { DemoProduct, Outcome } from '../../src/demo/month/outcome.ts';
import { addressOf, MONTH_DAYS, visitsOf } from '../../src/demo/month/plan-visits.ts';
import { eventsOf } from '../../src/demo/month/visit-events.ts';
import { startDemoMonth } from '../../src/commands/demo/live-month.ts';
import { readConfig } from '../../src/config.ts';
import type { Peers } from '../../src/http/workers/peers.ts';
import { dataFolder, serving } from '../commands/run-cartwright.ts';
import { engines } from '../databases.ts';
import { openShippedShop } from './shipped-shop.ts';

const MIDNIGHT = Date.UTC(2026, 9, 17, 18, 30);
const month = Array.from({ length: MONTH_DAYS }, (_, index) => visitsOf(MIDNIGHT, index + 1, 60)).flat();

const product = {
  item: { uid: 7, name: 'Mug', slug: 'mug', item_code: null },
  size: 'OS',
  brand: 'Clayloft',
  mrp: 649,
  esp: 389.5,
} as unknown as DemoProduct;
const told = { applicationId: 'a', currency: 'INR', timeZone: 'Asia/Kolkata' };

describe('the month of the demo shop', () => {
  test('is the same every time, with buyers among its visitors and every fate among their orders', () => {
    assert.deepEqual(visitsOf(MIDNIGHT, 3, 60), visitsOf(MIDNIGHT, 3, 60));
    const orders = month.flatMap(({ order }) => order ?? []);
    assert.ok(month.length > 600 && orders.length > 90 && orders.length < month.length / 4);
    assert.deepEqual(new Set(orders.map(({ fate }) => fate)), new Set(['delivered', 'shipped', 'placed', 'cancelled']));
    for (const { at, looks, adds, order } of month) {
      assert.ok(at > MIDNIGHT && at < MIDNIGHT + 86_400_000);
      assert.ok(adds.length <= 2 && (order === undefined || adds.length > 0));
      assert.ok(looks.every((rank) => rank >= 0 && rank < 60));
    }
    assert.equal(new Set(month.map(({ visitor }) => visitor)).size, month.length);
    assert.equal(new Set(Array.from({ length: 24 }, (_, person) => addressOf(person).name)).size, 24);
  });

  test('tells events that the published schemas take, each once', () => {
    const products = Array.from({ length: 60 }, () => product);
    const events = month.slice(0, 200).flatMap((visit) => {
      const put = visit.adds.map((quantity) => ({ product, quantity }));
      const outcome: Outcome = { visit, put, cartId: '1', order: visit.order && { id: visit.visitor, total: 389.5 } };
      return eventsOf(told, outcome, products);
    });
    const checks = new Map(
      Object.entries(eventKinds).map(([name, { type, payload }]) => [name, Compile(eventSchema(name, type, payload))]),
    );
    for (const event of events) {
      const check = checks.get(event.event.name);
      assert.ok(check?.Check(event), JSON.stringify(check?.Errors(event)));
      assert.deepEqual(event.contains, Object.keys(event.payload));
    }
    assert.equal(new Set(events.map(({ event }) => event.id)).size, events.length);
    assert.ok(events.some(({ event }) => event.name === 'order_complete'));
  });

  test('is lived through while the shop serves, and a stop in its middle is a stop', async () => {
    const { folder, remove } = dataFolder();
    after(remove);
    const node = await serving({ CARTWRIGHT_DATA: folder, CARTWRIGHT_DEMO_MONTH: 'on' }, []);
    after(node.stop);
    const made = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')) as Record<string, string>;
    const basic = `Basic ${btoa(`${made['client_id']}:${made['client_secret']}`)}`;
    const form = { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' };
    const body = 'grant_type=client_credentials';
    const token = await fetch(`${node.url}/oidc/token`, { method: 'POST', headers: form, body });
    const { access_token } = (await token.json()) as { readonly access_token: string };
    type Orders = { readonly items?: readonly { readonly order_created_time: string }[] };
    // By the time one looks, a busy machine may have lived as far as today.
    const yesterday = Date.now() - 86_400_000;
    const orders = async () => {
      const listing = `/service/platform/order/v1.0/company/${made['company_id']}/orders-listing`;
      const url = `${node.url}${listing}?to_date=${new Date(yesterday).toISOString()}`;
      const answer = await fetch(url, { headers: { authorization: `Bearer ${access_token}` } });
      // A busy machine may be told to come again.
      return ((await answer.json()) as Orders).items ?? [];
    };
    let items = await orders();
    while (items.length === 0) {
      await pause(100);
      items = await orders();
    }
    assert.ok(Date.parse(items[0]?.order_created_time ?? '') < yesterday);
    assert.equal(await node.stop(), 0);
  });

  test('leaves what nodes tell each other of their counts to the shop that serves', async () => {
    const [sqlite] = engines;
    assert.ok(sqlite);
    const shop = await openShippedShop(sqlite, { CARTWRIGHT_STOREFRONT: 'off' });
    after(shop.close);
    const heard: string[] = [];
    const counting: Peers = {
      number: 1,
      count: 1,
      hasOtherNodes: true,
      tell: (topic) => void heard.push(topic),
      hear: (topic) => void heard.push(topic),
      state: () => ({ serving: 1, restarts: 0 }),
    };
    const lived = startDemoMonth({ ...shop.node, counting }, readConfig({}), shop.credentials);
    await lived.stop();
    await lived.done;
    assert.deepEqual(heard, []);
  });
});
