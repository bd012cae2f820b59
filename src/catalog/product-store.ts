/** Products, their families, EANs and terms, in SQL. A product that is fed as it already is keeps its version. */
import type { All, Database, One, Statement } from '../db/database.ts';
import type { Closer, KeyedRead, Witness } from '../db/witness.ts';
import type { Product, ProductDetails } from './product.ts';
import { fold, productTerms } from './listing/search-rules.ts';
import { askedKeys, filledUp, plannedFor, valueList } from '../db/value-list.ts';
import { changeStamp } from './catalog-change-statements.ts';
import type { FeedContext } from '../feeds/feed-kind.ts';
import { textsInTurns } from '../shared/slices.ts';

type ProductRow = Readonly<{ uid: number; slug: string; is_active: number; version: number; document: string }>;

export const readProducts = async (db: Database, companyId: number, uids: readonly number[]): All<Product> => {
  if (uids.length === 0) return [];
  const { places, values } = valueList(uids);
  const rows = await db.all<ProductRow>(
    `select uid, slug, is_active, version, document from product where company_id = ? and uid in ${places}`,
    [companyId, ...values],
  );
  // A shop's own data of one may be hundreds of kilobytes.
  return textsInTurns(
    rows,
    ({ document }) => document.length,
    ({ uid, slug, is_active, version, document }) => ({
      ...(JSON.parse(document) as ProductDetails),
      uid,
      slug,
      isActive: is_active === 1,
      version,
    }),
  );
};

export type ItemVersions = { readonly uid: number; readonly version: number; readonly articles_version: number };

/** What a cache compares: one small row for each item, from the primary key. */
export const readItemVersions = (db: Database, companyId: number, uids: readonly number[]): All<ItemVersions> => {
  const { places, values } = valueList(uids);
  return db.all<ItemVersions>(
    `select uid, version, articles_version from product where company_id = ? and uid in ${places}`,
    [companyId, ...values],
  );
};

/** What suffices to tell whether an item, or any article of it, changed. */
const itemVersions: KeyedRead = {
  tables: ['product'],
  isShared: true,
  look: async (db, companyId, uids) => {
    const rows = await readItemVersions(db, Number(companyId), uids.map(Number));
    return new Map(rows.map((row) => [row.uid, saidOfItem(row.version, row.articles_version)]));
  },
};
const saidOfItem = (product: number, articles: number): string => `${product}.${articles}`;
/** `versions` undefined: there is no such item. */
export const itemWitness = (
  scope: number,
  key: number,
  versions: { readonly product: number; readonly articles: number } | undefined,
  closer?: Closer,
): Witness => ({
  kind: 'keyed',
  of: itemVersions,
  scope,
  key,
  said: versions && saidOfItem(versions.product, versions.articles),
  ...(closer === undefined ? {} : { closer }),
});

export const findBySlug = async (db: Database, companyId: number, slug: string): One<number> =>
  (await db.one<{ uid: number }>('select uid from product where company_id = ? and slug = ?', [companyId, slug]))?.uid;

type Asking = Pick<FeedContext, 'db' | 'companyId' | 'fed'>;
type Asked = { readonly column: 'slug' | 'uid'; readonly keys: readonly (string | number)[]; readonly shown: string };

/** Products by one of their columns, for a feed. */
const productsBy = <Row extends { readonly uid: number }>(
  { column, keys, shown }: Asked,
  { db, companyId, fed }: Asking,
): All<Row> => {
  const { places, values } = askedKeys(companyId, keys);
  const sql = `with ${places} select p.uid, p.${shown} from asked q
    cross join product p where p.company_id = q.company_id and p.${column} = q.key`;
  return db.all<Row>(plannedFor(fed, sql), values);
};

/** Which products hold these slugs. */
export const slugOwners = async (slugs: readonly string[], asking: Asking): Promise<ReadonlyMap<string, number>> => {
  const rows = await productsBy<{ uid: number; slug: string }>({ column: 'slug', keys: slugs, shown: 'slug' }, asking);
  return new Map(rows.map(({ uid, slug }) => [slug, uid]));
};

/** The products that are there, each with the feed that wrote it last. */
export const knownProducts = async (uids: readonly number[], asking: Asking): Promise<ReadonlyMap<number, string>> => {
  if (uids.length === 0) return new Map();
  const asked = { column: 'uid', keys: uids, shown: 'feed_run' } as const;
  const rows = await productsBy<{ uid: number; feed_run: string }>(asked, asking);
  return new Map(rows.map(({ uid, feed_run }) => [uid, feed_run]));
};

/** Parent and child below these products, all the way down; a family in a circle was never accepted. */
export const readFamilies = async (
  db: Database,
  companyId: number,
  uids: readonly number[],
): Promise<readonly { readonly parent_id: number; readonly child_id: number }[]> => {
  if (uids.length === 0) return [];
  const { places, values } = valueList(uids);
  return db.all<{ parent_id: number; child_id: number }>(
    `with recursive below (parent_id, child_id) as (
       select parent_id, child_id from product_child where company_id = ? and parent_id in ${places}
       union
       select c.parent_id, c.child_id from below b join product_child c on c.company_id = ? and c.parent_id = b.child_id
     ) select parent_id, child_id from below`,
    [companyId, ...values, companyId],
  );
};

/** The rows of `table` that belong to an item become exactly these, and those that stay are not touched. */
const replaceRows = (
  table: { readonly name: string; readonly item: string; readonly value: string; readonly more?: string },
  companyId: number,
  itemId: number,
  rows: readonly (readonly (string | number)[])[],
): readonly Statement[] => {
  const { name, item, value, more } = table;
  if (rows.length === 0) {
    return [{ sql: `delete from ${name} where company_id = ? and ${item} = ?`, params: [companyId, itemId] }];
  }
  const kept = valueList(rows.map(([first = '']) => first));
  const columns = more === undefined ? value : `${value}, ${more}`;
  const filled = filledUp(rows);
  const places = filled.map((row) => `(?, ?, ${row.map(() => '?').join(', ')})`).join(', ');
  return [
    {
      sql: `delete from ${name} where company_id = ? and ${item} = ? and ${value} not in ${kept.places}`,
      params: [companyId, itemId, ...kept.values],
    },
    {
      sql: `insert into ${name} (company_id, ${item}, ${columns}) values ${places} on conflict do nothing`,
      params: filled.flatMap((row) => [companyId, itemId, ...row]),
    },
  ];
};

/** Behind `catalogChanged` of the same run. */
export type ProductToWrite = Readonly<{ uid: number; slug: string; isActive: boolean; details: ProductDetails }>;

const same = `product.document = excluded.document and product.slug = excluded.slug
  and product.is_active = excluded.is_active`;

export const productStatements = (
  companyId: number,
  { uid, slug, isActive, details }: ProductToWrite,
  runId: string,
  at: number,
): readonly Statement[] => {
  const stamp = changeStamp(companyId, 'product', runId);
  const eans = details.sizes.flatMap(({ value, ean }) => (ean === null ? [] : [[ean, value] as const]));
  return [
    {
      sql: `insert into product (company_id, uid, slug, sort_name, is_active, version, articles_version, feed_run,
              created_at, modified_at, document, change_slot, change_version)
            values (?, ?, ?, ?, ?, 1, 1, ?, ?, ?, ?, ${stamp.slot}, ${stamp.version})
            on conflict (company_id, uid) do update set slug = excluded.slug, sort_name = excluded.sort_name,
              is_active = excluded.is_active, document = excluded.document, feed_run = excluded.feed_run,
              change_slot = excluded.change_slot, change_version = excluded.change_version,
              version = product.version + case when ${same} then 0 else 1 end,
              modified_at = case when ${same} then product.modified_at else excluded.modified_at end`,
      params: [
        companyId,
        uid,
        slug,
        fold(details.name).slice(0, 100),
        isActive ? 1 : 0,
        runId,
        at,
        at,
        JSON.stringify(details),
        ...stamp.values,
      ],
    },
    ...replaceRows(
      { name: 'product_term', item: 'item_id', value: 'term' },
      companyId,
      uid,
      productTerms(details).map((term) => [term]),
    ),
    ...replaceRows({ name: 'product_ean', item: 'item_id', value: 'ean', more: 'size' }, companyId, uid, eans),
    ...replaceRows(
      { name: 'product_child', item: 'parent_id', value: 'child_id', more: 'parted' },
      companyId,
      uid,
      [...new Set(details.children.map(({ itemId }) => itemId))].map((itemId) => [itemId, 1]),
    ),
  ];
};
