/** Money that is to go back to who paid it, in SQL. */
import type { All, Database, One, Row, Statement } from '../../db/database.ts';
import type { Minor } from '../../shared/money.ts';
import type { Step } from '../order-progress.ts';
import { type AskedWork, workList } from './work-list.ts';

export type RefundState = 'due' | 'sent' | 'done' | 'failed';
type RefundEvent = Step & { readonly state: RefundState };
export type StoredRefund = {
  readonly id: string;
  readonly applicationId: string;
  readonly companyId: number;
  readonly orderId: string;
  /** The payment that it goes back to; null where it was collected on delivery. */
  readonly paymentId: string | null;
  /** `cancelled`, `returned`, or why a payment could not be kept. */
  readonly cause: string;
  readonly amount: Minor;
  readonly currency: string;
  readonly state: RefundState;
  readonly version: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly events: readonly RefundEvent[];
  /** The payment service's own name of it. */
  readonly reference: string | null;
};

type RefundRow = Row & {
  readonly id: string;
  readonly application_id: string;
  readonly company_id: number;
  readonly order_id: string;
  readonly payment_id: string | null;
  readonly cause: string;
  readonly amount: number;
  readonly currency: string;
  readonly state: RefundState;
  readonly version: number;
  readonly created_at: number;
  readonly modified_at: number;
  readonly document: string;
};
const COLUMNS = `r.id, r.application_id, r.company_id, r.order_id, r.payment_id, r.cause, r.amount, r.currency, r.state, r.version,
  r.created_at, r.modified_at, r.document`;
const refundOf = (row: RefundRow): StoredRefund => ({
  id: row.id,
  applicationId: row.application_id,
  companyId: row.company_id,
  orderId: row.order_id,
  paymentId: row.payment_id,
  cause: row.cause,
  amount: row.amount,
  currency: row.currency,
  state: row.state,
  version: row.version,
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
  ...(JSON.parse(row.document) as Pick<StoredRefund, 'events' | 'reference'>),
});

/** How a refund of a payment that could not be kept is named. */
export const paymentRefundId = (paymentId: string): string => `payment:${paymentId}`;

export const insertRefund = (refund: StoredRefund): Statement => ({
  sql: `insert into order_refund (id, application_id, company_id, order_id, payment_id, cause, amount, currency, state, version,
      created_at, modified_at, send_at, document) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  params: [
    refund.id,
    refund.applicationId,
    refund.companyId,
    refund.orderId,
    refund.paymentId,
    refund.cause,
    refund.amount,
    refund.currency,
    refund.state,
    refund.version,
    refund.createdAt,
    refund.modifiedAt,
    refund.createdAt,
    JSON.stringify({ events: refund.events, reference: refund.reference }),
  ],
});

export const refundGuard = 'order_refund';

/** Guard `order_refund`: nobody changed it since it was read. */
export const updateRefund = (before: StoredRefund, after: StoredRefund): Statement => ({
  sql: `update order_refund set state = ?, version = ?, modified_at = ?, document = ?
    where application_id = ? and id = ? and version = ?`,
  params: [
    after.state,
    after.version,
    after.modifiedAt,
    JSON.stringify({ events: after.events, reference: after.reference }),
    before.applicationId,
    before.id,
    before.version,
  ],
  guard: { name: refundGuard, rows: 1 },
});

type OrderKey = { readonly applicationId: string; readonly id: string };

/** Of an order that its reader has been shown to have. */
export const readRefund = async (db: Database, order: OrderKey, id: string): One<StoredRefund> => {
  const row = await db.one<RefundRow>(
    `select ${COLUMNS} from order_refund r where r.application_id = ? and r.id = ? and r.order_id = ?`,
    [order.applicationId, id, order.id],
  );
  return row && refundOf(row);
};

const MOST_REFUNDS = 500;

/** Of an order that its reader has been shown to have, the oldest first. */
export const refundsOf = async (db: Database, orderId: string): All<StoredRefund> => {
  const rows = await db.all<RefundRow>(
    `select ${COLUMNS} from order_refund r where r.order_id = ? order by r.created_at, r.id limit ?`,
    [orderId, MOST_REFUNDS],
  );
  return rows.map(refundOf);
};

/** Of a company that its reader has been shown to have, the oldest first, behind a place. */
export const listRefunds = async (db: Database, asked: AskedWork<RefundState>): All<StoredRefund> => {
  const { sql, params } = workList(asked);
  const rows = await db.all<RefundRow>(`select ${COLUMNS} from order_refund r ${sql}`, params);
  return rows.map(refundOf);
};
