/** The feed of products. What a set or bundle is made of must be there already, or stand before it in the feed. */
import { ProductRow } from '../../contract/catalog/catalog-feed-contract.ts';
import type { FeedContext, FeedKind, RowProblem } from '../../feeds/feed-kind.ts';
import { heldItems } from '../article-statements.ts';
import { catalogChanged } from '../catalog-change-statements.ts';
import { dropParts, insertParts } from '../part-statements.ts';
import { familyProblem, productDetails, productProblem } from './product-rules.ts';
import { knownProducts, productStatements, readFamilies, slugOwners } from '../product-store.ts';

const childIds = ({ children = [] }: ProductRow): readonly number[] => children.map(({ item_id }) => item_id);

const childrenBelow = async (
  rows: readonly ProductRow[],
  { db, companyId }: FeedContext,
): Promise<Map<number, readonly number[]>> => {
  const below = new Map<number, readonly number[]>();
  for (const { parent_id, child_id } of await readFamilies(db, companyId, rows.flatMap(childIds))) {
    below.set(parent_id, [...(below.get(parent_id) ?? []), child_id]);
  }
  return below;
};

const slugProblem = ({ uid, slug }: ProductRow, owners: ReadonlyMap<string, number>): RowProblem | undefined => {
  const owner = owners.get(slug);
  return owner === undefined || owner === uid
    ? undefined
    : { field: 'slug', message: `Product ${owner} has this slug.`, code: 'name_taken' };
};

/** In order: a row may name what an earlier row brings, and what an earlier row said about families counts. */
const check = async (
  rows: readonly ProductRow[],
  context: FeedContext,
): Promise<readonly (RowProblem | undefined)[]> => {
  const slugs = rows.map(({ slug }) => slug);
  const owners = new Map(await slugOwners(slugs, context));
  const known = new Set((await knownProducts(rows.flatMap(childIds), context)).keys());
  const children = await childrenBelow(rows, context);
  return rows.map((row) => {
    const problem = productProblem(row) ?? slugProblem(row, owners) ?? familyProblem(row, known, children);
    if (problem !== undefined) return problem;
    owners.set(row.slug, row.uid);
    known.add(row.uid);
    children.set(row.uid, childIds(row));
    return undefined;
  });
};

export const productFeed: FeedKind<ProductRow> = {
  name: 'products',
  summary: 'Feed products',
  permission: 'company/products/write',
  schema: ProductRow,
  key: ({ uid }) => String(uid),
  repeats: 'refused',
  written: async (keys, context) => {
    const known = await knownProducts(keys.map(Number), context);
    return new Set(keys.filter((key) => known.get(Number(key)) === context.runId));
  },
  check,
  statements: (row, { companyId, runId, at }) => {
    const { uid, slug, is_active = true } = row;
    const details = productDetails(row);
    return [
      ...productStatements(companyId, { uid, slug, isActive: is_active, details }, runId, at),
      ...insertParts(companyId, uid, details.children),
    ];
  },
  around: (rows, { companyId, runId }) => ({
    before: [
      heldItems(
        companyId,
        rows.map(({ uid }) => uid),
      ),
      catalogChanged(companyId, 'product', runId),
      dropParts(
        companyId,
        rows.map(({ uid }) => uid),
      ),
    ],
    after: [],
  }),
};
