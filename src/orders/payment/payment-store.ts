/** What the payment service told us, in SQL. */
import type { All, Database, One, Statement } from '../../db/database.ts';
import { recordColumns } from '../../db/record-columns.ts';
import type { ErrorCode } from '../../shared/error-table.ts';
import type { Minor } from '../../shared/money.ts';

export type PaymentOutcome = 'success' | 'failed';
/** `refund_due`: money came that the order cannot keep. */
type PaymentState = 'accepted' | 'failed' | 'refund_due';
export type PaymentMessage = {
  readonly orderId: string;
  readonly paymentId: string;
  readonly outcome: PaymentOutcome;
  readonly amount: Minor;
  readonly currency: string;
};
export type StoredPayment = PaymentMessage & {
  readonly state: PaymentState;
  /** What it was answered; null when all was well. */
  readonly answerCode: ErrorCode | null;
  readonly receivedAt: number;
};

const PAYMENT = recordColumns('payment_id, outcome, order_id, amount, currency, state, answer_code, received_at');

export const readPayment = (
  db: Database,
  applicationId: string,
  paymentId: string,
  outcome: PaymentOutcome,
): One<StoredPayment> =>
  db.one<StoredPayment>(
    `select ${PAYMENT} from order_payment where application_id = ? and payment_id = ? and outcome = ?`,
    [applicationId, paymentId, outcome],
  );

const MOST_PAYMENTS = 100;

/** Of an order that its reader has been shown to have, the oldest first. */
export const paymentsOf = (db: Database, orderId: string): All<StoredPayment> =>
  db.all<StoredPayment>(
    `select ${PAYMENT} from order_payment where order_id = ? order by received_at, payment_id limit ?`,
    [orderId, MOST_PAYMENTS],
  );

export const paymentGuard = 'order_payment';

/** Guard `order_payment`: this message was not heard before. */
export const insertPayment = (applicationId: string, payment: StoredPayment): Statement => ({
  sql: `insert into order_payment (application_id, payment_id, outcome, order_id, amount, currency, state, answer_code,
      received_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  params: [
    applicationId,
    payment.paymentId,
    payment.outcome,
    payment.orderId,
    payment.amount,
    payment.currency,
    payment.state,
    payment.answerCode,
    payment.receivedAt,
  ],
  guard: { name: paymentGuard, rows: 1 },
});

/** The order is not kept: what paid for it is to be refunded. */
export const refundPayments = (orderId: string): Statement => ({
  sql: "update order_payment set state = 'refund_due' where order_id = ? and state = 'accepted'",
  params: [orderId],
});
