/** What bundles bring into a cart, as rows: lists find bundles by the price and the stock that follow from them. */
import type { Database, Statement } from '../db/database.ts';
import { sweepInSteps } from '../db/sweep.ts';
import { valueList } from '../db/value-list.ts';
import { catalogChanged, changeStamp } from './catalog-change-statements.ts';
import type { Product } from './product.ts';
import { readProducts } from './product-store.ts';

/** Before the parts of these products are written anew. */
export const dropParts = (companyId: number, uids: readonly number[]): Statement => {
  const { places, values } = valueList(uids);
  return {
    sql: `delete from product_part where company_id = ? and bundle_id in ${places}`,
    params: [companyId, ...values],
  };
};

export const insertParts = (
  companyId: number,
  bundleId: number,
  children: Product['children'],
): readonly Statement[] => {
  const parts = children.filter(({ autoAdd }) => autoAdd);
  if (parts.length === 0) return [];
  return [
    {
      sql: `insert into product_part (company_id, bundle_id, place, item_id, size, units)
        values ${parts.map(() => '(?, ?, ?, ?, ?, ?)').join(', ')}`,
      params: parts.flatMap(({ itemId, size, quantity }, place) => [
        companyId,
        bundleId,
        place,
        itemId,
        size,
        quantity,
      ]),
    },
  ];
};

export const hasParts = async (db: Database, companyId: number): Promise<boolean> =>
  (await db.one('select bundle_id from product_part where company_id = ? limit 1', [companyId])) !== undefined;

type Parent = { readonly company_id: number; readonly parent_id: number };

/** A product that is fed meanwhile has another version, and keeps what its feed wrote. */
const partParent = async (db: Database, { company_id: companyId, parent_id: uid }: Parent): Promise<void> => {
  const [product] = await readProducts(db, companyId, [uid]);
  const parted: Statement = {
    sql: 'update product_child set parted = 1 where company_id = ? and parent_id = ?',
    params: [companyId, uid],
  };
  const stamp = changeStamp(companyId, 'product', String(uid));
  await db.commit(
    product === undefined
      ? [parted]
      : [
          catalogChanged(companyId, 'product', String(uid)),
          {
            sql: `update product set change_slot = ${stamp.slot}, change_version = ${stamp.version}
              where company_id = ? and uid = ? and version = ?`,
            params: [...stamp.values, companyId, uid, product.version],
            guard: { name: 'product_version', rows: 1 },
          },
          parted,
          dropParts(companyId, [uid]),
          ...insertParts(companyId, uid, product.children),
        ],
  );
};

/** The sweep: bundles that were fed before their parts were kept as rows. */
export const partEarlierBundles = (db: Database): Promise<number> =>
  sweepInSteps(
    async (limit) => {
      const parents = await db.all<Parent>(
        'select distinct company_id, parent_id from product_child where parted = 0 limit ?',
        [limit],
      );
      for (const parent of parents) await partParent(db, parent);
      return parents.length;
    },
    { size: 50, steps: 20 },
  );
