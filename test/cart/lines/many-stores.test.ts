/** An article that lies in many stores, all alike: when each would bring it is worked out once for a cart, not for each of its lines. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyAdds } from '../../../src/cart/lines/apply-adds.ts';
import { applyUpdates } from '../../../src/cart/lines/apply-updates.ts';
import { availabilityOf } from '../../../src/cart/lines/availability-rules.ts';
import { type LineContext, resolveLine, storesInPlay } from '../../../src/cart/lines/resolve-line.ts';
import { newLine } from '../../../src/cart/store/line-rules.ts';
import type { Item } from '../../../src/catalog/article-cache.ts';
import { catalogReader } from '../../../src/catalog/read-articles.ts';
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

test('arrivals of what has to be made are worked out once for each store and time', async () => {
  const call: LineContext = { ...facts.context, ordered: { at: 1_000, stepEnd: 60_000, stepUntil: 60_000 } };
  const made = new Map(
    [...items].map(([itemId, item]) => {
      const articles = item.articles.map((one) => ({ ...one, customOrder: { time: 30, unit: 'days' as const } }));
      return [itemId, { ...item, articles }];
    }),
  );
  const windows = await countedCalls('deliveryWindow', () => {
    for (let at = 0; at < LINES; at += 1) {
      const asked = askedFor((at % 3) + 1);
      resolveLine(newLine({ identifier: `l${at}`, quantity: 1, asked, since: 1 }), made, delivery, call);
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

/** A product of so many sizes in so many stores, all of them in stock. */
const wide = (sizes: number, stores: number): Item => {
  const [[, item]] = [...items] as [[number, Item]];
  const named = Array.from({ length: sizes }, (_, at) => `s${at}`);
  const one = item.articles[0] as Item['articles'][number];
  return {
    ...item,
    product: { ...item.product, sizes: named.map((value) => ({ value, display: value, ean: null })) },
    articles: named.flatMap((size) =>
      Array.from({ length: stores }, (_, store) => ({ ...one, uid: `${size}_${store}`, size, storeId: store })),
    ),
  };
};

test('which sizes there are is found by going through the articles once', async () => {
  const work = (sizes: number): Promise<number> =>
    countedWork(() => {
      const item = wide(sizes, 4);
      const way = { kind: 'counter' } as const;
      const shown = availabilityOf({ item, article: item.articles[0], size: 's0', quantity: 1, way } as never);
      assert.ok(shown.sizes.every(({ isAvailable }) => isAvailable));
    });
  const growth = await growthOf(40, work);
  assert.ok(growth < 2.5, `${growth}`);
});

test('parts of a product of thousands of articles are made with others in between, and say what they hold', async () => {
  const shop = catalogReader({} as never, {} as never);
  const item = wide(100, 60);
  const made = async (enough: number, of = item) => {
    const asked = { itemId: 1, sizes: ['s0', 's99'], uids: ['s7_7'], enough };
    return (await shop.partsOf(new Map([[1, of]]), [asked])).get(1);
  };
  assert.ok((await countedCalls('nextTurn', () => made(1))) >= 3);
  assert.equal((await made(1))?.articles.length, 121);
  const sold = (at: number): Item => ({
    ...item,
    articles: item.articles.with(at, { ...(item.articles[at] as Item['articles'][number]), quantity: 2 }),
  });
  const said = (await made(5))?.part?.said;
  assert.equal((await made(5, { ...item }))?.part?.said, said);
  assert.equal((await made(5, sold(300)))?.part?.said, said);
  for (const at of [0, 5_959, 7 * 60 + 7]) assert.notEqual((await made(5, sold(at)))?.part?.said, said);
});

test('many lines are put into a cart with others in between', async () => {
  const wanted = Array.from({ length: 200 }, () => ({ name: '', itemId: 1, size: 'M', quantity: 0 }));
  const to = { slug: 'universal', version: 2, facts, newIdentifier: () => 'new' };
  const turns = await countedCalls('nextTurn', () => applyAdds([], wanted as never, to));
  assert.ok(turns >= 3, `${turns}`);
  const lines = Array.from({ length: 200 }, (_, at) =>
    newLine({ identifier: `${at}`, quantity: 1, asked: askedFor(1), since: 1 }),
  );
  const options = { facts, kind: {}, newIdentifier: () => 'new', version: 2, mostLines: 500, quantities: 'exact' };
  const changes = lines.map(({ identifier }) => ({ identifier, name: '', quantity: 0, giftOf: null, index: null }));
  const change = { operation: 'remove_item', wanted: changes, slug: 'universal' };
  assert.ok((await countedCalls('nextTurn', () => applyUpdates(lines, change as never, options as never))) >= 3);
});
