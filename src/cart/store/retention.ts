/** For how long carts and what belongs to them are kept, counted from their last change. Sweeps remove them in small steps. */
import type { CartSettings } from '../../contract/applications/cart-settings-contract.ts';
import type { Database, Statement } from '../../db/database.ts';
import type { Sweep } from '../../db/sweep.ts';
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

const STEP = 200;
const STEPS = 50;

type Step = (now: number) => readonly Statement[];

/** A cart goes with its pricing; its history goes by its own age. The pricing first, while the cart can still be found. */
const expiredCarts: Step = (now) => [
  {
    sql: `delete from cart_snapshot where id in
      (select id from cart where expires_at <= ? order by expires_at, id limit ?)`,
    params: [now, STEP],
  },
  {
    // Asked twice: a cart that is written while it is being chosen stays.
    sql: `delete from cart where expires_at <= ? and id in
      (select id from cart where expires_at <= ? order by expires_at, id limit ?)`,
    params: [now, now, STEP],
  },
];
const expiredHistory: Step = (now) => [
  {
    sql: `delete from cart_history where (id, version) in
      (select id, version from cart_history where expires_at <= ? order by expires_at, id, version limit ?)`,
    params: [now, STEP],
  },
];
const expiredArchive: Step = (now) => [
  {
    sql: `delete from cart_archive where id in
      (select id from cart_archive where expires_at <= ? order by expires_at, id limit ?)`,
    params: [now, STEP],
  },
];
const expiredShares: Step = (now) => [
  {
    sql: `delete from cart_share where token_hash in
      (select token_hash from cart_share where expires_at <= ? order by expires_at, token_hash limit ?)`,
    params: [now, STEP],
  },
];

const repeated = async (db: Database, step: Step, now: number): Promise<number> => {
  let swept = 0;
  for (let turn = 0; turn < STEPS; turn += 1) {
    const results = await db.commit(step(now));
    const gone = results.at(-1)?.changes ?? 0;
    swept += gone;
    if (gone < STEP) break;
  }
  return swept;
};

export const cartSweep = (db: Database): Sweep => ({
  name: 'carts',
  run: async (now) => {
    let swept = 0;
    for (const step of [expiredCarts, expiredHistory, expiredArchive, expiredShares]) {
      swept += await repeated(db, step, now);
    }
    return swept;
  },
});
