/** What a list of products costs as the range grows: with a word searched for, with two, and sorted by price; few products and a hundred times as many. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder, serving, type Variables } from '../test/commands/run-cartwright.ts';
import { anArticle, aProduct, aSeller } from '../test/catalog/shop.ts';
import { authorizationOf, bring, catalog, type Credentials, unlimited } from './demo-carts.ts';
import { grownBench, progressOf } from './grown-bench.ts';
import type { Way } from './interleaved.ts';
import { wire } from './raw-client.ts';
import { PRODUCTS } from './settings.ts';

const STEP = 2_000;
/** With articles, terms and indices, and the log of it. */
const BYTES = 40_000;
/** Every word is in one of seventy products, and they are asked for in turn. */
const WORDS = 210;
const wordOf = (n: number): string => `w${((n % WORDS) + WORDS).toString(36)}x`;
const nameOf = (uid: number): string => [uid, uid * 7 + 1, uid * 11 + 5].map(wordOf).join(' ');

type Stand = {
  readonly products: number;
  readonly authorization: string;
  readonly port: number;
  readonly pid: number;
  readonly stop: () => Promise<void>;
};

const rowsFrom = <T>(from: number, to: number, row: (uid: number) => T): readonly T[] =>
  Array.from({ length: to - from + 1 }, (_, at) => row(from + at));

/** As a node that has served for a while: its range is laid out, and the products of these pages have been read once. */
const askOnce = async (base: string, authorization: string): Promise<void> => {
  for (let n = 0; n < WORDS; n += 1) {
    for (const sort of ['latest', 'price_asc']) {
      const url = `${base}${catalog}?page_size=12&q=${wordOf(n)}&sort=${sort}`;
      await (await fetch(url, { headers: { authorization } })).arrayBuffer();
    }
  }
};

const standWith = async (products: number, databaseUrl?: string): Promise<Stand> => {
  const { folder, remove } = dataFolder();
  const address: Variables = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const server = await serving({ ...unlimited, ...address, CARTWRIGHT_DATA: folder, CARTWRIGHT_VIEW_CACHE: 'off' });
  const stop = async (): Promise<void> => {
    await server.stop();
    remove();
  };
  try {
    const credentials = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')) as Credentials;
    const shop = { base: server.url, credentials };
    const told = progressOf('products', products);
    await bring(shop, 'sellers', [aSeller]);
    for (let from = 1; from <= products; from += STEP) {
      const to = Math.min(products, from + STEP - 1);
      await bring(
        shop,
        'products',
        rowsFrom(from, to, (uid) => aProduct(uid, { name: nameOf(uid) })),
      );
      const price = (uid: number) => [{ currency_code: 'INR', marked: 9_999, effective: 100 + ((uid * 37) % 9_000) }];
      await bring(
        shop,
        'articles',
        rowsFrom(from, to, (uid) => anArticle(uid, { prices: price(uid) })),
      );
      told(to);
    }
    const port = Number(new URL(server.url).port);
    const authorization = authorizationOf(credentials);
    await askOnce(server.url, authorization);
    return { products, authorization, port, pid: server.pid, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const waysOf = ({ products, authorization, port, pid }: Stand): readonly Way[] => {
  /** No question comes twice, or its answer would be the one that is kept: all are cheaper than so much. */
  let below = 10_000;
  const asked = (query: (n: number) => string): Buffer => {
    below += 1;
    return wire('GET', `${catalog}?page_size=12&max_price=${below}&${query(below)}`, { authorization });
  };
  const way = (name: string, query: (n: number) => string): Way => ({
    name: `${name}, ${products.toLocaleString('en')} products`,
    port,
    pid,
    requests: [],
    fresh: () => asked(query),
  });
  return [
    way('search for a word', (n) => `q=${wordOf(n)}`),
    way('search for two words', (n) => `q=${wordOf(n)}+${wordOf(n * 7 + 1)}`),
    way('search for a word, by price', (n) => `q=${wordOf(n)}&sort=price_asc`),
    way('a category, by price', (n) => `category=11&sort=price_asc&page_no=${(n % 5) + 1}`),
    way('a word, with filters', (n) => `q=${wordOf(n)}&filters=true`),
    way('a category, with filters', () => 'category=11&filters=true'),
  ];
};

export const searchBench = grownBench({
  name: 'search',
  what: 'products',
  few: PRODUCTS,
  bytes: BYTES,
  wanted: '>= 0.5',
  standWith,
  waysOf,
});
