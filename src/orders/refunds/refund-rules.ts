/** A refund and what may become of it: due, sent, done or failed; one that failed may be tried again. Pure. */
import { Refusal } from '../../shared/errors.ts';
import type { StoredOrder } from '../order-document.ts';
import type { Settlement } from '../order-progress.ts';
import type { PaymentMessage } from '../payment/payment-store.ts';
import { paymentRefundId, type StoredRefund } from './refund-store.ts';
import type { RefundState } from './sent-try.ts';

const next: Readonly<Record<RefundState, readonly RefundState[]>> = {
  due: ['sent', 'done', 'failed'],
  sent: ['done', 'failed'],
  failed: ['sent', 'done'],
  done: [],
};

const newRefund = (
  { applicationId, companyId, id: orderId }: StoredOrder,
  refund: Pick<StoredRefund, 'id' | 'paymentId' | 'cause' | 'amount' | 'currency' | 'createdAt'>,
): StoredRefund => ({
  ...refund,
  applicationId,
  companyId,
  orderId,
  state: 'due',
  version: 1,
  modifiedAt: refund.createdAt,
  events: [],
  reference: null,
  tried: null,
  heard: [],
});

/** Of what a settlement gives back in money; none when it gives back none. */
export const refundOfSettlement = (order: StoredOrder, { id, cause, at, parts }: Settlement): readonly StoredRefund[] =>
  parts
    .filter(({ kind }) => kind === 'payment')
    .map(({ amount }) =>
      newRefund(order, {
        id,
        paymentId: order.progress.paymentId,
        cause,
        amount,
        currency: order.document.currency.code,
        createdAt: at,
      }),
    );

/** Of a payment that came and cannot be kept. */
export const refundOfPayment = (
  order: StoredOrder,
  { paymentId, amount, currency }: PaymentMessage,
  cause: string,
  at: number,
): readonly StoredRefund[] =>
  amount === 0
    ? []
    : [newRefund(order, { id: paymentRefundId(paymentId), paymentId, cause, amount, currency, createdAt: at })];

export type RefundStep = {
  readonly state: RefundState;
  readonly at: number;
  readonly by: string;
  readonly reason: string;
  readonly reference: string | null;
};

/** All of its steps are kept with it: one that failed so often is paid back by hand, and said to be done. */
const MOST_STEPS = 100;
export const refuseSendingAgain = ({ events }: Pick<StoredRefund, 'events'>): void => {
  if (events.length < MOST_STEPS) return;
  throw new Refusal('refund_state_conflict', {
    message: `This refund went through ${events.length} steps. Pay it back by hand, and say that it is done.`,
  });
};

/** The refund a step further; itself when it is there already. One that failed fails once more where its last try does. */
export const refundAfter = (refund: StoredRefund, { reference, ...step }: RefundStep): StoredRefund => {
  const { state, tried } = refund;
  const endsTry = step.state === 'failed' && tried?.failedBy === null;
  if (state === step.state && !(state === 'failed' && endsTry)) return refund;
  if (state !== step.state && !next[state].includes(step.state)) {
    throw new Refusal('refund_state_conflict', {
      message: `A refund that is ${state} cannot become ${step.state}.`,
    });
  }
  if (step.state === 'sent') refuseSendingAgain(refund);
  return {
    ...refund,
    state: step.state,
    version: refund.version + 1,
    modifiedAt: Math.max(refund.modifiedAt, step.at),
    events: [...refund.events, step],
    reference: reference ?? refund.reference,
    tried: endsTry ? { ...tried, failedBy: 'others' } : tried,
  };
};

/** A service tells again what it was not seen to be answered, not for weeks. */
const MOST_HEARD = 200;
/** The refund after a message of the payment service, which counts once however often it comes, also where it changed nothing. */
export const refundAfterMessage = (refund: StoredRefund, message: string, step: RefundStep): StoredRefund => {
  if (refund.heard.includes(message)) return refund;
  const heard = [...refund.heard, message].slice(-MOST_HEARD);
  return { ...refundAfter(refund, step), version: refund.version + 1, heard };
};
