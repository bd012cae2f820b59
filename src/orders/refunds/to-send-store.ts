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

/** Those whose time has come, a few of each application, the oldest first: one that has thousands holds up no other. */
export const refundsToSend = (
  db: Database,
  now: number,
  { most, ofOne }: { readonly most: number; readonly ofOne: number },
): All<RefundToSend> =>
  db.all<RefundToSend>(
    `select application_id, order_id, id, payment_id, send_at, send_tries from
      (select application_id, order_id, id, payment_id, send_at, send_tries,
         row_number() over (partition by application_id order by send_at, id) as place
       from order_refund where state = 'due' and send_at <= ?) as due
     where place <= ? order by place, send_at, application_id, id limit ?`,
    [now, ofOne, most],
  );

/** Nothing is changed when another node has it. `sendAt` is when it is tried again should this one be killed; null: never. */
export const keepSending = ({ application_id, id, send_at }: RefundToSend, sendAt: number | null): Statement => ({
  sql: `update order_refund set send_at = ?, send_tries = send_tries + 1
    where application_id = ? and id = ? and send_at = ? and state = 'due'`,
  params: [sendAt, application_id, id, send_at],
});
