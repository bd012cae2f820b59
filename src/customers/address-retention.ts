/** For how long addresses of guests are kept: as long as their carts. Removed in small steps, the oldest first. */
import type { Database, Statement } from '../db/database.ts';
import { type Sweep, sweepInSteps } from '../db/sweep.ts';

const bounds = { size: 200, steps: 50 };
const DAY = 86_400_000;
/** Of an address that does not say, because an earlier version wrote it. */
const USUAL = 30 * DAY;

const oldest = `(application_id, owner_id, id) in (select application_id, owner_id, id from address
  where owner_kind = 'anonymous' and expires_at <= ? order by expires_at limit ?)`;
const cart = `from cart c where c.application_id = address.application_id and c.owner_kind = 'anonymous'
  and c.owner_id = address.owner_id and c.state = 'active' and c.expires_at > ?`;

/** Those who did not come back lose theirs; who still has a cart keeps his for as long as it. */
const stepAt = (now: number, limit: number): readonly Statement[] => [
  {
    sql: `delete from address where owner_kind = 'anonymous' and ${oldest} and not exists (select 1 ${cart})`,
    params: [now, limit, now],
  },
  {
    sql: `update address set expires_at = (select max(c.expires_at) ${cart})
      where owner_kind = 'anonymous' and ${oldest} and exists (select 1 ${cart})`,
    params: [now, now, limit, now],
  },
];

const sweepAddresses = async (db: Database, now: number): Promise<number> => {
  await db.commit([
    {
      sql: "update address set expires_at = modified_at + ? where owner_kind = 'anonymous' and expires_at is null",
      params: [USUAL],
    },
  ]);
  let swept = 0;
  await sweepInSteps(async (limit) => {
    const [gone, kept] = await db.commit(stepAt(now, limit));
    swept += gone?.changes ?? 0;
    return (gone?.changes ?? 0) + (kept?.changes ?? 0);
  }, bounds);
  return swept;
};

export const addressSweep = (db: Database): Sweep => ({ name: 'addresses', run: (now) => sweepAddresses(db, now) });
