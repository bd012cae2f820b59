/** Money that is to go back to who paid it, in SQL. */
import type { All, Database, One, Row, Statement } from '../../db/database.ts';
import type { Minor } from '../../shared/money.ts';
import { type RefundEvent, type RefundState, type SentTry, tryBefore } from './sent-try.ts';
import { type AskedWork, workList } from './work-list.ts';

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
  /** The last try that a provider was sent; null: none was. */
  readonly tried: SentTry | null;
  /** Messages of the payment service that were taken, the newest last. */
  readonly heard: readonly string[];
};
type Document = Pick<StoredRefund, 'events' | 'reference' | 'tried' | 'heard'>;

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
  readonly send_at: number | null;
  readonly send_tries: number;
  readonly document: string;
};
const COLUMNS = `r.id, r.application_id, r.company_id, r.order_id, r.payment_id, r.cause, r.amount, r.currency, r.state, r.version,
  r.created_at, r.modified_at, r.send_at, r.send_tries, r.document`;

/** Whether a node called the provider: one that found that it should not never looks again. */
const isSentByItself = ({ send_at, send_tries }: RefundRow): boolean =>
  send_tries > 1 || (send_tries === 1 && send_at !== null);

/** Refunds that were stored before tries and messages were kept have neither. */
const documentOf = (row: RefundRow): Document => {
  const {
    events,
    reference,
    tried,
    heard = [],
  } = JSON.parse(row.document) as Partial<Document> & Pick<Document, 'events' | 'reference'>;
  const { state, created_at: createdAt, modified_at: modifiedAt } = row;
  const before = { state, events, createdAt, modifiedAt, isSentByItself: isSentByItself(row) };
  return { events, reference, tried: tried === undefined ? tryBefore(before) : tried, heard };
};
const writtenDocument = ({ events, reference, tried, heard }: Document): string =>
  JSON.stringify({ events, reference, tried, heard });

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
  ...documentOf(row),
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
    writtenDocument(refund),
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
    writtenDocument(after),
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
