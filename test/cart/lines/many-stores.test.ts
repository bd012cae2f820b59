/** An article that lies in many stores, all alike: when each would bring it is worked out once for a cart, not for each of its lines. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LineContext, resolveLine, storesInPlay } from '../../../src/cart/lines/resolve-line.ts';
import { newLine } from '../../../src/cart/store/line-rules.ts';
import type { Item } from '../../../src/catalog/article-cache.ts';
import type { DeliveryView } from '../../../src/delivery/read-lanes.ts';
import { countedCalls, countedWork, growthOf } from '../../counted-work.ts';
import { askedFor } from '../response/carts.ts';
import { facts } from './three-products.ts';

const STORES = 30;
const LINES = 20;

const uids = Array.from({ length: STORES }, (_, at) => at + 1);
const calendar = {
  timeZone: 'UTC',
  week: Array.from({ length: 7 }, () => [{ opens: 540, closes: 1080 }]),
  exceptions: {},
};
const store = { calendar, cutOff: null, processingMinutes: 60, handoverMinutes: 0 };
const lane = { journeys: { standard: { unit: 'days', min: 1, max: 2 } }, distanceKm: null, meta: {} };
const delivery = {
  ...facts.delivery,
  stores: new Map(uids.map((uid) => [uid, { ...store, uid }])),
  lanes: new Map(uids.map((uid) => [uid, lane])),
} as never as DeliveryView;
const everywhere = (item: Item): Item => ({
  ...item,
  articles: item.articles.flatMap((one) => uids.map((storeId) => ({ ...one, uid: `${one.uid}_${storeId}`, storeId }))),
});
const items = new Map([...facts.items].map(([itemId, item]) => [itemId, everywhere(item)]));

test('arrivals are worked out once for each store', async () => {
  const context = (): LineContext => ({ ...facts.context, ordered: { at: 1_000, stepEnd: 60_000, stepUntil: 60_000 } });
  const line = (at: number) => newLine({ identifier: `l${at}`, quantity: 1, asked: askedFor((at % 3) + 1), since: 1 });
  const windows = await countedCalls('deliveryWindow', () => {
    const call = context();
    for (let at = 0; at < LINES; at += 1) {
      assert.equal(resolveLine(line(at), items, delivery, call).article?.uid, `${(at % 3) + 1}_M_1`);
    }
  });
  assert.equal(windows, STORES);
});

test('lines of one product in hundreds of sizes look each for the articles of its own', async () => {
  const [[itemId, item]] = [...items] as [[number, Item]];
  const work = (sizes: number): Promise<number> => {
    const named = Array.from({ length: sizes }, (_, at) => `s${at}`);
    const articles = named.flatMap((size) =>
      item.articles.slice(0, 4).map((one) => ({ ...one, uid: `${size}_${one.uid}`, size })),
    );
    const one = new Map([[itemId, { ...item, articles }]]);
    const lines = named.map((size) =>
      newLine({ identifier: size, quantity: 1, asked: { ...askedFor(itemId), size }, since: 1 }),
    );
    return countedWork(() => {
      storesInPlay(lines, one);
      const call: LineContext = { ...facts.context, ordered: { at: 1_000, stepEnd: 60_000, stepUntil: 60_000 } };
      for (const line of lines) assert.equal(resolveLine(line, one, delivery, call).article?.size, line.asked.size);
    });
  };
  const growth = await growthOf(40, work);
  assert.ok(growth < 2.5, `${growth}`);
});
