/** Wishlists in SQL. A customer has one; how many have a thing on theirs is counted in the batch that changes it. */
import { room } from '../applications/organization-store.ts';
import type { All, Database, Row, Statement } from '../db/database.ts';
import { recordColumns } from '../db/record-columns.ts';

export type Wish = { readonly collectionId: string; readonly createdAt: number };
export type WishOwner = { readonly applicationId: string; readonly userId: string };

/** Of one customer. */
export const MOST_WISHES = 500;
const PRODUCTS = 'products';
const WISH = recordColumns('collection_id, created_at');

/** The last one added first. */
export const listWishes = (
  db: Database,
  { applicationId, userId }: WishOwner,
  after: Wish | undefined,
  limit: number,
): All<Wish> =>
  db.all<Wish>(
    `select ${WISH} from wishlist where application_id = ? and user_id = ? and collection_type = ?
     ${after === undefined ? '' : 'and (created_at, collection_id) < (?, ?)'}
     order by created_at desc, collection_id desc limit ?`,
    [applicationId, userId, PRODUCTS, ...(after === undefined ? [] : [after.createdAt, after.collectionId]), limit],
  );

export const countFollowers = async (db: Database, applicationId: string, collectionId: string): Promise<number> => {
  const row = await db.one<Row & { followers: number }>(
    'select followers from wishlist_count where application_id = ? and collection_type = ? and collection_id = ?',
    [applicationId, PRODUCTS, collectionId],
  );
  return row?.followers ?? 0;
};

/** Whether the wishlist holds it now is the guard: who adds what is there, or removes what is not, changes nothing. */
export const wishlistGuard = 'wishlist';
const guard = { name: wishlistGuard, rows: 1 } as const;
/** Of the batch that adds: it is one too many. */
export const wishlistLimitGuard = 'wishlist_limit';

/** In a batch that holds its customer before. */
export const addWish = (
  { applicationId, userId }: WishOwner,
  collectionId: string,
  at: number,
): readonly Statement[] => [
  {
    sql: `insert into wishlist (application_id, user_id, collection_type, collection_id, created_at) values (?, ?, ?, ?, ?)
      on conflict (application_id, user_id, collection_type, collection_id) do nothing`,
    params: [applicationId, userId, PRODUCTS, collectionId, at],
    guard,
  },
  room(wishlistLimitGuard, {
    of: {
      sql: `update wishlist set created_at = created_at
        where application_id = ? and user_id = ? and collection_type = ? and collection_id = ?`,
      params: [applicationId, userId, PRODUCTS, collectionId],
    },
    counted: {
      sql: 'select count(*) from wishlist where application_id = ? and user_id = ? and collection_type = ?',
      params: [applicationId, userId, PRODUCTS],
    },
    most: MOST_WISHES,
  }),
  {
    sql: `insert into wishlist_count (application_id, collection_type, collection_id, followers) values (?, ?, ?, 1)
      on conflict (application_id, collection_type, collection_id) do update set
        followers = wishlist_count.followers + 1`,
    params: [applicationId, PRODUCTS, collectionId],
  },
];

export const removeWish = ({ applicationId, userId }: WishOwner, collectionId: string): readonly Statement[] => [
  {
    sql: 'delete from wishlist where application_id = ? and user_id = ? and collection_type = ? and collection_id = ?',
    params: [applicationId, userId, PRODUCTS, collectionId],
    guard,
  },
  {
    sql: `update wishlist_count set followers = followers - 1
      where application_id = ? and collection_type = ? and collection_id = ?`,
    params: [applicationId, PRODUCTS, collectionId],
  },
];
