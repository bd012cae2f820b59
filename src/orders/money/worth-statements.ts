/** What orders of customers are worth to them now, day by day. Written with the order itself; for whoever says how they stand. */
import type { Database, Row } from '../../db/database.ts';
import { countedSum } from '../../db/counted-sum.ts';
import { valueList } from '../../db/value-list.ts';

type WorthRow = Row & {
  readonly userId: string;
  readonly day: number;
  readonly money: number;
  readonly points: number;
};

/** More days than a period has. */
const MOST_DAYS = 4_000;

/** By customer: days since 1970 in UTC on which he ordered, from a time on. */
export const readWorth = async (
  db: Database,
  applicationId: string,
  userIds: readonly string[],
  since: number,
): Promise<ReadonlyMap<string, readonly WorthRow[]>> => {
  if (userIds.length === 0) return new Map();
  const { places, values } = valueList(userIds);
  const rows = await db.all<WorthRow>(
    `select owner_id as "userId", created_at / 86400000 as day,
       ${countedSum('kept_money')} as money, ${countedSum('kept_points')} as points
     from customer_order
     where application_id = ? and owner_kind = 'customer' and owner_id in ${places} and created_at >= ?
     group by owner_id, created_at / 86400000 order by owner_id, created_at / 86400000 limit ?`,
    [applicationId, ...values, since, MOST_DAYS * userIds.length],
  );
  return Map.groupBy(rows, ({ userId }) => userId);
};
