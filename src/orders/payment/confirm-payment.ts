/**
 * Use case: the payment service tells what became of a payment. Each message is kept with the answer it got, in the batch of its
 * effect, so that a repeat gets the same. Money that came and cannot be kept is kept as due for a refund.
 */
import type { Node } from '../../applications/node.ts';
import { untilGuardHolds } from '../../db/until-guard-holds.ts';
import type { Database, Statement } from '../../db/database.ts';
import { confirmUse, type Hold, readHolds } from '../../offers/uses/use-statements.ts';
import type { ErrorCode } from '../../shared/error-table.ts';
import { Refusal } from '../../shared/errors.ts';
import { endStatements } from '../end-order.ts';
import { whileOrderChanges } from '../while-order-changes.ts';
import { refundOfPayment } from '../refunds/refund-rules.ts';
import { insertRefund } from '../refunds/refund-store.ts';
import type { StoredOrder } from '../order-document.ts';
import { endedOrder, isOver, paidOrder } from '../order-life.ts';
import type { Step } from '../order-progress.ts';
import { readOrder, updateOrder } from '../order-store.ts';
import { orderKey } from '../checkout/order-uses.ts';
import { insertPayment, type PaymentMessage, paymentGuard, readPayment, type StoredPayment } from './payment-store.ts';
import { tellConfirmed } from '../tell-order.ts';
import { releaseUnpaid } from '../unpaid-statements.ts';

type Verdict = Pick<StoredPayment, 'state' | 'answerCode'> & {
  readonly effect: 'paid' | 'failed' | null;
};

const toRefund = (answerCode: ErrorCode): Verdict => ({ state: 'refund_due', answerCode, effect: null });

/**
 * Pure. The time of an order ends it by the sweep alone, which knows whether the clock is right: a node whose clock is ahead would
 * take everybody's payments for late. Where the uses that it held were given back, somebody else may have them.
 */
const judgePayment = (order: StoredOrder, message: PaymentMessage, holds: readonly Hold[]): Verdict => {
  const awaits = order.state === 'awaiting_payment';
  if (message.outcome === 'failed') return { state: 'failed', answerCode: null, effect: awaits ? 'failed' : null };
  if (message.amount !== order.total || message.currency !== order.document.currency.code) {
    return toRefund('payment_amount_mismatch');
  }
  if (isOver(order) || (awaits && holds.length < order.document.uses.length)) return toRefund('payment_late');
  if (awaits) return { state: 'accepted', answerCode: null, effect: 'paid' };
  return toRefund(order.progress.paymentId === null ? 'order_state_conflict' : 'payment_twice');
};

/** Further statements of the batch in which an order is paid. */
export type MoreOfPaid = (paid: StoredOrder) => Promise<readonly Statement[]>;

const effectOf = async (
  db: Database,
  {
    before,
    after,
    effect,
    holds,
  }: {
    readonly before: StoredOrder;
    readonly after: StoredOrder;
    readonly effect: Verdict['effect'];
    readonly holds: readonly Hold[];
  },
  more: MoreOfPaid,
): Promise<readonly Statement[]> => {
  if (effect === null) return [];
  if (effect === 'failed') return endStatements(db, before, after);
  return [
    ...updateOrder(before, after),
    releaseUnpaid(before),
    ...holds.flatMap((hold) => confirmUse(hold, orderKey(before.id))),
    ...tellConfirmed(after),
    ...(await more(after)),
  ];
};

const afterEffect = (order: StoredOrder, effect: Verdict['effect'], paymentId: string, at: number): StoredOrder => {
  const step: Step = { at, by: 'payment', reason: paymentId };
  if (effect === 'paid') return paidOrder(order, paymentId, step);
  return effect === 'failed' ? endedOrder(order, 'payment_failed', step) : order;
};

export type Confirmed = { readonly order: StoredOrder; readonly payment: StoredPayment };

/** The same message again, or one that only pretends to be. */
const repeated = (known: StoredPayment, message: PaymentMessage, order: StoredOrder): Confirmed => {
  const isSame =
    known.orderId === message.orderId && known.amount === message.amount && known.currency === message.currency;
  return { order, payment: isSame ? known : { ...known, answerCode: 'payment_amount_mismatch' } };
};

export const confirmPayment = (
  { db, now }: Pick<Node, 'db' | 'now'>,
  applicationId: string,
  message: PaymentMessage,
  more: MoreOfPaid,
): Promise<Confirmed> =>
  untilGuardHolds(paymentGuard, () =>
    whileOrderChanges(async () => {
      // Before the order: one that is known already is answered with what it made of the order.
      const known = await readPayment(db, applicationId, message.paymentId, message.outcome);
      const order = await readOrder(db, applicationId, message.orderId);
      if (order === undefined) throw new Refusal('order_not_found');
      if (known !== undefined) return repeated(known, message, order);
      const at = now();
      const holds = await readHolds(db, applicationId, orderKey(order.id));
      const { effect, ...judged } = judgePayment(order, message, holds);
      const payment: StoredPayment = { ...message, ...judged, receivedAt: at };
      const after = afterEffect(order, effect, message.paymentId, at);
      await db.commit([
        insertPayment(applicationId, payment),
        ...(payment.answerCode === null
          ? []
          : refundOfPayment(order, message, payment.answerCode, at).map(insertRefund)),
        ...(await effectOf(db, { before: order, after, effect, holds }, more)),
      ]);
      return { order: after, payment };
    }),
  );
