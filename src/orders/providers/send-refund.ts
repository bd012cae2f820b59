/**
 * Use cases: a refund goes back the way its payment came, and what the provider says of it is heard. The provider knows each try
 * by a key of its own, which is on disk before it is called: a call that is repeated pays back once.
 */
import type { Statement } from '../../db/database.ts';
import { Refusal } from '../../shared/errors.ts';
import type { StoredOrder } from '../order-document.ts';
import { readOrder } from '../order-store.ts';
import { type ChangedRefund, changeRefund, type RefundChange } from '../refunds/change-refund.ts';
import { readRefund, type StoredRefund } from '../refunds/refund-store.ts';
import { afterNews, afterRefusal, tryBegun, tryName, tryNamed } from '../refunds/try-rules.ts';
import { onDeliveryAdapter } from './on-delivery-adapter.ts';
import { type Cashier, openProvider } from './open-provider.ts';
import { type PaymentAdapter, paidBackByHand, type RefundNews } from './payment-adapter.ts';
import { isRefusedAtOnce } from './provider-call.ts';
import { begunFor } from './provider-store.ts';
import { signedCallAdapter } from './signed-call-adapter.ts';

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
  /** What the provider refuses fails; by hand whoever sends it is told, and may send it again. */
  readonly failsRefused: boolean;
  readonly remember: () => readonly Statement[];
  readonly more: (before: StoredRefund, after: StoredRefund) => readonly Statement[];
};

export const sendRefund = async (
  cashier: Cashier,
  order: StoredOrder,
  refundId: string,
  { by, failsRefused, remember, more }: SentBy,
): Promise<ChangedRefund> => {
  const { node } = cashier;
  const change = (changed: Omit<RefundChange, 'read' | 'refundId'>): Promise<ChangedRefund> =>
    changeRefund(node, { read: () => readOrder(node.db, order.applicationId, order.id), refundId, ...changed });
  const due = await readRefund(node.db, order, refundId);
  if (due === undefined) throw new Refusal('order_refund_not_found');
  const adapter = await adapterOfPayment(cashier, order, due);
  if (!adapter.paysBack) return paidBackByHand();
  const { refund } = await change({ after: tryBegun });
  const { amount, currency, paymentId, tried } = refund;
  const number = tried?.number ?? 0;
  const wish = { paymentId: paymentId ?? '', refundId: tryName(refund), amount, currency };
  const news = await adapter.refund(wish).catch(async (error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'payment_provider_refused') throw error;
    const isOnlyCall = isRefusedAtOnce(error);
    await change({
      after: (known, at) => {
        const step = { state: 'failed', at, by, reason: error.message, reference: null } as const;
        return afterRefusal(known, number, { isOnlyCall, step: failsRefused ? step : undefined });
      },
    });
    throw error;
  });
  // Which refund this is about it does not say, so it may be none: what became of the try is not known.
  if (news.reference === '') throw new Refusal('payment_provider_unavailable');
  return change({ after: (known, at) => afterNews(known, number, news, { at, by }), remember, more });
};

/** Undefined for one that was not begun here, or to which it is no news. */
export const hearRefund = async (
  { node }: Cashier,
  applicationId: string,
  news: RefundNews,
): Promise<StoredOrder | undefined> => {
  const named = tryNamed(news.refundId);
  if (named === undefined || news.reference === '') return undefined;
  const { orderId, refundId, number } = named;
  const known = await readRefund(node.db, { applicationId, id: orderId }, refundId);
  if (known?.amount !== news.amount || known.paymentId !== news.paymentId) return undefined;
  const after = (refund: StoredRefund, at: number): StoredRefund =>
    afterNews(refund, number, news, { at, by: 'payment' });
  if (after(known, node.now()) === known) return undefined;
  const { order } = await changeRefund(node, {
    read: () => readOrder(node.db, applicationId, orderId),
    refundId,
    after,
  });
  return order;
};
