/** Feeds a catalogue into an empty database and tells how fast that was and how much memory it took. Run by bench/catalog.ts. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { articleFeed, inventoryFeed } from '../src/catalog/feed/article-feed.ts';
import { productFeed } from '../src/catalog/feed/product-feed.ts';
import { sellerFeed } from '../src/catalog/feed/seller-feed.ts';
import { insertCompany, insertOrganization } from '../src/applications/organization-store.ts';
import type { Database } from '../src/db/database.ts';
import { migrate } from '../src/db/migrate.ts';
import { openPostgres } from '../src/db/postgres/postgres.ts';
import { openSqlite } from '../src/db/sqlite/sqlite.ts';
import type { FeedKind } from '../src/feeds/feed-kind.ts';
import { lineRows, theBeginning } from '../src/feeds/feed-rows.ts';
import { jsonRows, runFeed } from '../src/feeds/feed-run.ts';
import { anArticle, aProduct, aSeller } from '../test/catalog/shop.ts';

const ARTICLES = 100_000;
const PER_ITEM = 10;
const ITEMS = ARTICLES / PER_ITEM;
const [engine, address = ''] = process.argv.slice(2);

const sizes = Array.from({ length: PER_ITEM }, (_, n) => ({ value: `S${n}`, display: `Size ${n}` }));
const products = function* products() {
  for (let n = 1; n <= ITEMS; n += 1) yield aProduct(n, { sizes });
};
const articles = function* articles() {
  for (let n = 0; n < ARTICLES; n += 1) yield anArticle(Math.floor(n / PER_ITEM) + 1, { size: `S${n % PER_ITEM}` });
};
const stock = function* stock() {
  for (const { uid, quantity } of articles()) yield { uid, quantity: quantity + 1 };
};

/** Lines as they would come from a socket: 64 KiB at a time, made as they are asked for. */
async function* sent(rows: Iterable<unknown>): AsyncGenerator<Uint8Array, void> {
  let text = '';
  for (const row of rows) {
    text += `${JSON.stringify(row)}\n`;
    if (text.length < 65_536) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

const perSecond = async (db: Database, kind: FeedKind, rows: Iterable<unknown>): Promise<number> => {
  const context = { db, companyId: 1, runId: `run ${kind.name} ${performance.now()}`, at: Date.now() };
  const started = performance.now();
  let accepted = 0;
  for await (const { verdicts } of runFeed(kind, jsonRows(lineRows(sent(rows), theBeginning)), context)) {
    for (const { success, line, message } of verdicts) {
      if (!success) throw new Error(`line ${line}: ${message}`);
      accepted += 1;
    }
  }
  return accepted / ((performance.now() - started) / 1000);
};

const folder = mkdtempSync(join(tmpdir(), 'cartwright-bench-'));
const db = engine === 'postgres' ? await openPostgres(address) : await openSqlite(join(folder, 'bench.db'));
await migrate(db, new URL('../migrations/', import.meta.url), Date.now());
await db.commit([
  insertOrganization({ id: 'bench', name: 'Bench', createdAt: 0 }),
  insertCompany({ id: 1, organizationId: 'bench', name: 'Bench', createdAt: 0 }),
]);
await perSecond(db, sellerFeed, [aSeller]);
const figures = {
  products: await perSecond(db, productFeed, products()),
  articles: await perSecond(db, articleFeed, articles()),
  again: await perSecond(db, articleFeed, articles()),
  stock: await perSecond(db, inventoryFeed, stock()),
  peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
};
await db.close();
rmSync(folder, { recursive: true, force: true });
console.log(JSON.stringify(figures));
