/** For how long carts and what belongs to them are kept, counted from their last change. Sweeps remove them in small steps. */
import type { CartSettings } from '../../contract/applications/cart-settings-contract.ts';
import type { Database, Statement } from '../../db/database.ts';
import { type Sweep, sweepByStatements, sweepExpired } from '../../db/sweep.ts';
import type { CartOwner, StoredCart } from './cart-document.ts';

const DAY = 24 * 60 * 60 * 1000;
export type Retention = Readonly<Record<CartOwner['kind'] | 'archived' | 'share' | 'history', number>>;

/** In milliseconds. Every write says when what it wrote ends, so a change of the setting counts from the next write on. */
export const retentionOf = ({ retention }: Pick<CartSettings, 'retention'>): Retention => ({
  anonymous: retention.anonymous_days * DAY,
  customer: retention.customer_days * DAY,
  archived: retention.archived_days * DAY,
  share: retention.share_days * DAY,
  history: retention.history_days * DAY,
});

export const cartEnd = ({ owner, modifiedAt }: StoredCart, retention: Retention): number =>
  modifiedAt + retention[owner.kind];

const bounds = { size: 200, steps: 50 };

/** A cart goes with its pricing; its history goes by its own age. The pricing first, while the cart can still be found. */
const expiredCarts = (now: number, limit: number): readonly Statement[] => [
  {
    sql: `delete from cart_snapshot where id in
      (select id from cart where expires_at <= ? order by expires_at, id limit ?)`,
    params: [now, limit],
  },
  {
    // Asked twice: a cart that is written while it is being chosen stays.
    sql: `delete from cart where expires_at <= ? and id in
      (select id from cart where expires_at <= ? order by expires_at, id limit ?)`,
    params: [now, now, limit],
  },
];
const ownAge = [
  { table: 'cart_history', key: 'id, version' },
  { table: 'cart_archive', key: 'id' },
  { table: 'cart_share', key: 'token_hash' },
  { table: 'cart_merge', key: 'id' },
];

export const cartSweep = (db: Database): Sweep => ({
  name: 'carts',
  run: async (now) => {
    let swept = await sweepByStatements(db, (limit) => expiredCarts(now, limit), bounds);
    for (const rows of ownAge) swept += await sweepExpired(db, rows, now, bounds);
    return swept;
  },
});
