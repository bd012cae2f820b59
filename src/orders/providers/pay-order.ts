/**
 * Use cases: a payment of an order is begun at the application's provider, and what the provider says of it is heard, whether the
 * browser comes back with it or the provider tells. Both end in `confirmPayment`, which knows each payment once: a message that is
 * late, or comes twice, or by both ways, never pays twice.
 */
import type { BegunPayment } from '../../contract/orders/provider-contract.ts';
import { findCurrency } from '../../shared/currency.ts';
import { Refusal } from '../../shared/errors.ts';
import type { StoredOrder } from '../order-document.ts';
import { readOrder } from '../order-store.ts';
import { type Confirmed, confirmPayment, type MoreOfPaid } from '../payment/confirm-payment.ts';
import type { Heard, PaymentAdapter, PaymentNews, ProviderName, Returned } from './payment-adapter.ts';
import { hearRefund } from './send-refund.ts';
import { type Cashier, findProvider, type Open, openProvider } from './open-provider.ts';
import { begunFor, insertBegun, orderOfReference } from './provider-store.ts';

const isAwaited = ({ state }: StoredOrder): boolean => state === 'awaiting_payment';

/** The same payment however often it is asked for; the provider is told by which key it knows the wish again. */
export const beginPayment = async (cashier: Cashier, order: StoredOrder): Promise<BegunPayment> => {
  const { db, now } = cashier.node;
  const { applicationId, id: orderId, total: amount } = order;
  if (!isAwaited(order)) throw new Refusal('order_state_conflict', { message: 'This order awaits no payment.' });
  const { settings, adapter } = await openProvider(cashier, applicationId);
  const { provider, key_id } = settings;
  const currency = order.document.currency.code;
  const known = await begunFor(db, applicationId, orderId, provider);
  const made = await adapter.create({ orderId, amount, currency, reference: known });
  if (made.reference === '') throw new Refusal('payment_provider_unavailable');
  if (known === null) {
    await db.commit([
      insertBegun({ applicationId, orderId, provider, reference: made.reference, amount, currency }, now()),
    ]);
  }
  const kept = known ?? (await begunFor(db, applicationId, orderId, provider));
  // The reference of another order: whoever paid it would pay for that one.
  if (kept === null) throw new Refusal('payment_provider_unavailable');
  const payment = kept === made.reference ? made : await adapter.create({ orderId, amount, currency, reference: kept });
  return {
    provider,
    key_id,
    reference: payment.reference,
    client_secret: payment.clientSecret,
    amount,
    currency,
    order_id: orderId,
  };
};

/** Money that was set aside is taken while the order can have it; what comes too late is left to lapse. */
const captured = async (adapter: PaymentAdapter, order: StoredOrder, news: PaymentNews): Promise<PaymentNews> => {
  const fits = news.amount === order.total && news.currency === order.document.currency.code;
  if (news.state !== 'authorized' || !fits || !isAwaited(order)) return news;
  return adapter.capture(news);
};

/** Money as it is counted: what names no amount, or none of a currency there is, says nothing that could be kept or paid back. */
const isMoney = ({ amount, currency }: PaymentNews): boolean =>
  Number.isSafeInteger(amount) && amount >= 0 && findCurrency(currency) !== undefined;

type Hearing = {
  readonly applicationId: string;
  readonly news: PaymentNews;
  /** By a message, which may have been on its way for days while the money went back over there. */
  readonly isTold?: true;
};

const hearNews = async (
  cashier: Cashier,
  { settings: { provider }, adapter }: Open,
  { applicationId, news, isTold }: Hearing,
  more: MoreOfPaid,
): Promise<Confirmed['order'] | undefined> => {
  const { db } = cashier.node;
  const orderId = await orderOfReference(db, applicationId, provider, news.reference);
  const order = orderId === undefined ? undefined : await readOrder(db, applicationId, orderId);
  if (order === undefined) return undefined;
  const isNews = isTold && news.state === 'paid' && order.progress.paymentId !== news.paymentId;
  const latest = isNews ? await adapter.lookAgain(news) : news;
  const settled = await captured(adapter, order, latest);
  const { state, paymentId, amount, currency } = settled;
  if (state !== 'paid' && state !== 'failed') return order;
  if (!isMoney(settled) || paymentId === '') return order;
  const outcome = state === 'paid' ? 'success' : 'failed';
  const message = { orderId: order.id, paymentId, amount, currency, outcome } as const;
  return (await confirmPayment(cashier.node, applicationId, message, more)).order;
};

/** The browser is back. What it says is proved by the provider. */
export const returnPayment = async (
  cashier: Cashier,
  order: StoredOrder,
  returned: Omit<Returned, 'reference'>,
  more: MoreOfPaid,
): Promise<StoredOrder> => {
  const { applicationId } = order;
  const open = await openProvider(cashier, applicationId);
  const reference = await begunFor(cashier.node.db, applicationId, order.id, open.settings.provider);
  if (reference === null)
    throw new Refusal('order_state_conflict', { message: 'No payment was begun for this order.' });
  const news = await open.adapter.confirm({ reference, ...returned });
  return (await hearNews(cashier, open, { applicationId, news }, more)) ?? order;
};

/** Undefined for what concerns no order of ours, which is no fault of the provider's. */
export const hearProvider = async (
  cashier: Cashier,
  {
    applicationId,
    provider,
    heard,
  }: { readonly applicationId: string; readonly provider: ProviderName; readonly heard: Heard },
  more: MoreOfPaid,
): Promise<StoredOrder | undefined> => {
  const open = await findProvider(cashier, applicationId);
  if (open?.settings.provider !== provider) throw new Refusal('payment_signature_invalid');
  const news = open.adapter.webhook(heard);
  if (news?.kind === 'refund') return hearRefund(cashier, applicationId, news);
  return news && hearNews(cashier, open, { applicationId, news, isTold: true }, more);
};
