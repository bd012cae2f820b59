/** Refunds that the node sends to the payment provider by itself, in SQL. */
import type { All, Database, Row, Statement } from '../../db/database.ts';

export type RefundToSend = Row & {
  readonly application_id: string;
  readonly order_id: string;
  readonly id: string;
  readonly payment_id: string | null;
  readonly send_at: number;
  readonly send_tries: number;
};

/** Those whose time has come, the oldest first. */
export const refundsToSend = (db: Database, now: number, limit: number): All<RefundToSend> =>
  db.all<RefundToSend>(
    `select application_id, order_id, id, payment_id, send_at, send_tries from order_refund
     where state = 'due' and send_at <= ? order by send_at limit ?`,
    [now, limit],
  );

/** Nothing is changed when another node has it. `sendAt` is when it is tried again should this one be killed; null: never. */
export const keepSending = ({ application_id, id, send_at }: RefundToSend, sendAt: number | null): Statement => ({
  sql: `update order_refund set send_at = ?, send_tries = send_tries + 1
    where application_id = ? and id = ? and send_at = ? and state = 'due'`,
  params: [sendAt, application_id, id, send_at],
});
