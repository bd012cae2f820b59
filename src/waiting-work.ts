/** What waits for a node to do it, area by area. */
import type { Queue } from './contract/applications/node-contract.ts';
import type { Database } from './db/database.ts';
import { isoTime } from './shared/clock.ts';
import { countDeliveries } from './webhooks/courier/delivery-numbers.ts';

type Counted = { readonly n: number; readonly oldest: number | null };

/** What is counted may be long, so it is counted off the request path. */
const counted = async (db: Database, sql: string): Promise<Counted> => {
  const [rows = []] = await Array.fromAsync(db.scan<Counted>(sql));
  return rows[0] ?? { n: 0, oldest: null };
};

const queue = (name: Queue['name'], { n, oldest }: Counted): Queue => ({
  name,
  waiting: n,
  oldest_at: oldest === null ? null : isoTime(oldest),
});

export const waitingWork = async (db: Database): Promise<readonly Queue[]> => {
  const [{ waiting, unspreadSince }, letters, imports] = await Promise.all([
    countDeliveries(db),
    counted(db, "select count(*) as n, min(created_at) as oldest from mail where state = 'waiting'"),
    counted(
      db,
      "select count(*) as n, min(created_at) as oldest from import_job where state in ('waiting', 'running')",
    ),
  ]);
  const deliveries = waiting.reduce<Counted>(
    (sum, { n, oldest }) => ({ n: sum.n + n, oldest: Math.min(oldest, sum.oldest ?? oldest) }),
    { n: 0, oldest: null },
  );
  return [
    queue('webhooks', deliveries),
    queue('events', { n: unspreadSince === null ? 0 : 1, oldest: unspreadSince }),
    queue('letters', letters),
    queue('imports', imports),
  ];
};
