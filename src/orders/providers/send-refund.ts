/**
 * Use cases: a refund goes back the way its payment came, and what the provider says of it is heard. The provider knows each try
 * by a key of its own, so a call that is repeated pays back once; one that failed is a new try.
 */
import type { Statement } from '../../db/database.ts';
import { Refusal } from '../../shared/errors.ts';
import type { StoredOrder } from '../order-document.ts';
import { readOrder } from '../order-store.ts';
import { type ChangedRefund, changeRefund } from '../refunds/change-refund.ts';
import { refuseSendingAgain } from '../refunds/refund-rules.ts';
import { readRefund, type StoredRefund } from '../refunds/refund-store.ts';
import { type Cashier, openProvider } from './open-provider.ts';
import { onDeliveryAdapter } from './on-delivery-adapter.ts';
import type { PaymentAdapter, RefundNews } from './payment-adapter.ts';
import { begunFor } from './provider-store.ts';
import { signedCallAdapter } from './signed-call-adapter.ts';

/** How a refund is named at the provider: the order, the refund, and which try it is. */
const nameOf = ({ orderId, id, events }: StoredRefund): string =>
  `${orderId}/${events.filter(({ state }) => state === 'failed').length}/${id}`;
const namedBy = (name: string): { readonly orderId: string; readonly refundId: string } | undefined => {
  const [, orderId, refundId] = /^([^/]+)\/\d+\/(.+)$/.exec(name) ?? [];
  return orderId === undefined || refundId === undefined ? undefined : { orderId, refundId };
};

/** One that failed meanwhile is another try, and one that is done is over: what came of an older try says nothing of either. */
const isStillTry =
  (name: string) =>
  (current: StoredRefund): boolean =>
    current.state !== 'done' && nameOf(current) === name;

const sendable = async ({ node }: Cashier, order: StoredOrder, refundId: string): Promise<StoredRefund> => {
  const refund = await readRefund(node.db, order, refundId);
  if (refund === undefined) throw new Refusal('order_refund_not_found');
  if (refund.state === 'due' || refund.state === 'failed') {
    refuseSendingAgain(refund);
    return refund;
  }
  throw new Refusal('refund_state_conflict', { message: `A refund that is ${refund.state} is not sent again.` });
};

/** The way by which the money of a refund came: it goes back the same one. */
const adapterOfPayment = async (
  cashier: Cashier,
  order: StoredOrder,
  { paymentId }: StoredRefund,
): Promise<PaymentAdapter> => {
  const { settings, adapter } = await openProvider(cashier, order.applicationId);
  if (paymentId === null) return onDeliveryAdapter;
  const begun = await begunFor(cashier.node.db, order.applicationId, order.id, settings.provider);
  return begun === null ? signedCallAdapter(undefined) : adapter;
};

export type SentBy = {
  readonly by: string;
  readonly remember: () => readonly Statement[];
  readonly more: (before: StoredRefund, after: StoredRefund) => readonly Statement[];
};

export const sendRefund = async (
  cashier: Cashier,
  order: StoredOrder,
  refundId: string,
  { by, remember, more }: SentBy,
): Promise<ChangedRefund> => {
  const { node } = cashier;
  const refund = await sendable(cashier, order, refundId);
  const adapter = await adapterOfPayment(cashier, order, refund);
  const { amount, currency, paymentId } = refund;
  const name = nameOf(refund);
  const news = await adapter.refund({ paymentId: paymentId ?? '', refundId: name, amount, currency });
  return changeRefund(node, {
    read: () => readOrder(node.db, order.applicationId, order.id),
    refundId,
    step: { state: news.state, by, reason: '', reference: news.reference },
    isMeant: isStillTry(name),
    remember,
    more,
  });
};

/** Undefined for one that was not begun here, or that is over already: telling it again changes nothing. */
export const hearRefund = async (
  { node }: Cashier,
  applicationId: string,
  news: RefundNews,
): Promise<StoredOrder | undefined> => {
  const named = namedBy(news.refundId);
  if (named === undefined) return undefined;
  const { orderId, refundId } = named;
  const known = await readRefund(node.db, { applicationId, id: orderId }, refundId);
  const isTold = known?.amount === news.amount && known.paymentId === news.paymentId;
  if (!isTold || !isStillTry(news.refundId)(known)) return undefined;
  const { order } = await changeRefund(node, {
    read: () => readOrder(node.db, applicationId, orderId),
    refundId,
    step: { state: news.state, by: 'payment', reason: '', reference: news.reference },
    isMeant: isStillTry(news.refundId),
  });
  return order;
};
