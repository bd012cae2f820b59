/** What a merchant sees with one product: its articles, and what is in stock of it at which store. */
import { productExtras, recordView } from '../../contract/catalog/record-contract.ts';
import { ArticleRow } from '../../contract/catalog/catalog-feed-contract.ts';
import type { Database } from '../../db/database.ts';
import { readStoreNames } from '../../delivery/store-statements.ts';
import { articleRecords } from './article-records.ts';
import { type Extras, viewOf } from './record-admin-routes.ts';
import { listRecords } from './record-store.ts';

const MOST_ARTICLES = 200;
const PAGE = 100;
const MOST_STORES = 1_000;

type StoreStock = { readonly store_id: number; readonly articles: number; readonly quantity: number };

export const extraFields = productExtras(recordView(ArticleRow));

export const readExtras =
  (db: Database): Extras =>
  async (companyId, { key: [itemId = 0] }) => {
    const articles: unknown[] = [];
    let page_id: string | undefined;
    do {
      const query = { item_id: itemId, page_size: PAGE, ...(page_id === undefined ? {} : { page_id }) };
      const { records, page } = await listRecords(db, articleRecords, companyId, query);
      articles.push(...records.map(viewOf));
      page_id = page.next_id;
    } while (page_id !== undefined && articles.length < MOST_ARTICLES);
    // It may have tens of thousands of articles, and all are counted.
    const counted = db.scan<StoreStock>(
      `select store_id, count(*) as articles, sum(case when quantity > 0 then quantity else 0 end) as quantity
       from article where company_id = ? and item_id = ? group by store_id order by store_id limit ?`,
      [companyId, itemId, MOST_STORES],
    );
    const stock = (await Array.fromAsync(counted)).flat();
    const names = await readStoreNames(
      db,
      companyId,
      stock.map(({ store_id }) => store_id),
    );
    const row = await db.one<{ articles_version: number }>(
      'select articles_version from product where company_id = ? and uid = ?',
      [companyId, itemId],
    );
    return {
      tag: String(row?.articles_version),
      view: {
        articles,
        articles_total: stock.reduce((sum, store) => sum + store.articles, 0),
        stock: stock.map((store) => ({ ...store, store_name: names.get(store.store_id) ?? null })),
      },
    };
  };
