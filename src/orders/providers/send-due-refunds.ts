/**
 * Sends refunds that are due back through the provider, while a node serves, for applications that want it so. The next try is on
 * disk before the provider is called, and the provider knows a try by its key: killed at any moment, or on two nodes at once, a
 * refund is paid back once.
 */
import { startable } from '../../db/keep-working.ts';
import type { Metrics } from '../../http/watch/metrics.ts';
import { Refusal } from '../../shared/errors.ts';
import type { StoredOrder } from '../order-document.ts';
import { readOrder } from '../order-store.ts';
import { changeRefund } from '../refunds/change-refund.ts';
import { nextTryAt } from '../refunds/sending-rules.ts';
import { keepSending, type RefundToSend, refundsToSend } from '../refunds/to-send-store.ts';
import { type Cashier, findProvider } from './open-provider.ts';
import { begunFor } from './provider-store.ts';
import { sendRefund } from './send-refund.ts';

type Outcome = 'sent' | 'done' | 'failed' | 'later' | 'left';

const MOST = 20;
const EVERY_MS = 2_000;
const MOST_PAUSE_MS = 30_000;
const by = 'system';

/** Whether the provider can be told: only of what came through it, and only where the shop wants that. */
const isSentByItself = async (cashier: Cashier, refund: RefundToSend): Promise<boolean> => {
  const { application_id: applicationId, order_id: orderId } = refund;
  if (refund.payment_id === null) return false;
  const open = await findProvider(cashier, applicationId);
  if (open?.settings.refunds !== 'automatic') return false;
  return (await begunFor(cashier.node.db, applicationId, orderId, open.settings.provider)) !== null;
};

const afterRefusal = async (cashier: Cashier, { order_id, id }: RefundToSend, order: StoredOrder, refusal: Refusal) => {
  if (refusal.code === 'payment_provider_unavailable') return 'later';
  // Somebody else said what became of it, or took the provider away meanwhile.
  if (refusal.code !== 'payment_provider_refused') return 'left';
  const { refund } = await changeRefund(cashier.node, {
    read: () => readOrder(cashier.node.db, order.applicationId, order_id),
    refundId: id,
    step: { state: 'failed', by, reason: refusal.message, reference: null },
    isMeant: ({ state }) => state === 'due',
  });
  return refund.state === 'failed' ? 'failed' : 'left';
};

const sendOne = async (cashier: Cashier, refund: RefundToSend): Promise<Outcome> => {
  const { db, now } = cashier.node;
  const wanted = await isSentByItself(cashier, refund);
  const [kept] = await db.commit([keepSending(refund, wanted ? nextTryAt(refund.send_tries, now()) : null)]);
  const order = await readOrder(db, refund.application_id, refund.order_id);
  if (!wanted || kept?.changes !== 1 || order === undefined) return 'left';
  try {
    const sent = await sendRefund(cashier, order, refund.id, { by, remember: () => [], more: () => [] });
    return sent.refund.state === 'due' ? 'later' : sent.refund.state;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return afterRefusal(cashier, refund, order, error);
  }
};

/** How many were looked at. */
export const sendDueRefunds = async (cashier: Cashier, metrics: Metrics): Promise<number> => {
  const count = metrics.counter('cartwright_refunds_sent_total', 'Refunds sent by themselves, by what came of it.');
  const due = await refundsToSend(cashier.node.db, cashier.node.now(), MOST);
  for (const refund of due) count({ outcome: await sendOne(cashier, refund) });
  return due.length;
};

type Telling = Pick<Parameters<typeof startable>[0], 'chance' | 'onFailure' | 'onRecovery'>;

export const refundWorker = (cashier: Cashier, metrics: Metrics, told: Telling) =>
  startable({ step: () => sendDueRefunds(cashier, metrics), everyMs: EVERY_MS, mostMs: MOST_PAUSE_MS, ...told });
