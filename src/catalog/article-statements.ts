/** Changes of articles, for the batches of this area and of others: what must be written when stock or price changes. */
import type { Database, Row, Statement } from '../db/database.ts';
import { catalogChanged, changeStamp } from './catalog-change-statements.ts';
import { plannedFor, valueList } from '../db/value-list.ts';

type Around = { readonly before: readonly Statement[]; readonly after: readonly Statement[] };

/**
 * Around statements that change articles of these items. Before: the products' article versions, which lock the
 * products, so that of two batches the later one counts what the earlier wrote. After: what lists filter by.
 */
export const articlesOfItemsChange = (companyId: number, itemIds: readonly number[], fed = 0): Around => {
  const { places, values } = valueList([...new Set(itemIds)].toSorted((a, b) => a - b));
  return around(companyId, { items: `in ${places}`, values, spread: String(itemIds[0]), fed });
};

/** The same for articles that are there, named by themselves. */
export const articlesChange = (companyId: number, uids: readonly string[], fed = 0): Around => {
  const { places, values } = valueList([...new Set(uids)].toSorted());
  const items = `in (select item_id from article where company_id = ? and uid in ${places})`;
  return around(companyId, { items, values: [companyId, ...values], spread: uids[0] ?? '', fed });
};

/**
 * One after the other, by their numbers: an update of several locks them in whatever order it comes to them, and two batches that
 * come to two products in two orders wait for each other until one of them is given up.
 */
const heldProducts = (
  companyId: number,
  { items, values, fed }: Pick<Touched, 'items' | 'values' | 'fed'>,
): Statement => ({
  sql: plannedFor(fed, `select uid from product where company_id = ? and uid ${items} order by uid for update`),
  params: [companyId, ...values],
});

/** Of those that are there: before a batch writes them in an order of its own. */
export const heldItems = (companyId: number, itemIds: readonly number[]): Statement => {
  const { places, values } = valueList(itemIds);
  return heldProducts(companyId, { items: `in ${places}`, values, fed: 0 });
};

type Touched = Readonly<{ items: string; values: NonNullable<Statement['params']>; spread: string; fed: number }>;
const around = (companyId: number, { items, values, spread, fed }: Touched): Around => {
  const stamp = changeStamp(companyId, 'article', spread);
  return {
    before: [
      heldProducts(companyId, { items, values, fed }),
      {
        sql: plannedFor(
          fed,
          `update product set articles_version = articles_version + 1 where company_id = ? and uid ${items}
          returning uid`,
        ),
        params: [companyId, ...values],
        writesOnly: 'returned',
      },
    ],
    after: [
      catalogChanged(companyId, 'article', spread),
      {
        // Materialised: SQLite would look for an item's currency again for each of its articles.
        sql: plannedFor(
          fed,
          `with item as materialized (
              select p.company_id, p.uid, (select min(a.currency_code) from article a
                where a.company_id = p.company_id and a.item_id = p.uid and a.is_active = 1) as currency_code
              from product p where p.company_id = ? and p.uid ${items})
            insert into product_offer (company_id, item_id, currency_code, min_effective, in_stock, change_slot,
              change_version)
            select i.company_id, i.uid, min(a.currency_code), min(a.effective),
              coalesce(max(case when a.quantity > 0 or a.is_made_to_order = 1 then 1 else 0 end), 0),
              ${stamp.slot}, ${stamp.version}
            from item i left join article a on a.company_id = i.company_id and a.item_id = i.uid and a.is_active = 1
              and a.currency_code = i.currency_code
            where 1 = 1
            group by i.company_id, i.uid
            on conflict (company_id, item_id) do update set currency_code = excluded.currency_code,
              min_effective = excluded.min_effective, in_stock = excluded.in_stock,
              change_slot = excluded.change_slot, change_version = excluded.change_version`,
        ),
        params: [companyId, ...values, ...stamp.values],
      },
    ],
  };
};

/** Some of a company's articles that have a floor price. The document alone says so: every article is looked at. */
export const readFloored = async (db: Database, companyId: number, most: number): Promise<readonly string[]> => {
  const sql = `select uid from article where company_id = ? and is_active = 1 and document like '%"floorPrice":%'
    order by uid limit ?`;
  const found: string[] = [];
  for await (const rows of db.scan<Row & { uid: string }>(sql, [companyId, most]))
    found.push(...rows.map(({ uid }) => uid));
  return found;
};

/** Guard `stock`: there was as much; what is made to order may go below nothing, which is what has to be made. */
export const takeStock = (companyId: number, uid: string, quantity: number, at: number): Statement => ({
  sql: `update article set quantity = quantity - ?, version = version + 1, modified_at = ?
        where company_id = ? and uid = ? and is_active = 1 and (quantity >= ? or is_made_to_order = 1)`,
  params: [quantity, at, companyId, uid, quantity],
  guard: { name: 'stock', rows: 1 },
});

/** Gives back what `takeStock` took. */
export const returnStock = (companyId: number, uid: string, quantity: number, at: number): Statement => ({
  sql: `update article set quantity = quantity + ?, version = version + 1, modified_at = ?
        where company_id = ? and uid = ?`,
  params: [quantity, at, companyId, uid],
});
