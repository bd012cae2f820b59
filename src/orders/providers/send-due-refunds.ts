/**
 * Sends refunds that are due back through the provider, while a node serves, for applications that want it so. The next try is on
 * disk before the provider is called, and the provider knows a try by its key: killed at any moment, or on two nodes at once, a
 * refund is paid back once.
 */
import { startable } from '../../db/keep-working.ts';
import type { Metrics } from '../../http/watch/metrics.ts';
import { Refusal } from '../../shared/errors.ts';
import { readOrder } from '../order-store.ts';
import { nextTryAt } from '../refunds/sending-rules.ts';
import { keepSending, type RefundToSend, refundsToSend } from '../refunds/to-send-store.ts';
import { type Cashier, findProvider } from './open-provider.ts';
import { begunFor } from './provider-store.ts';
import { sendRefund } from './send-refund.ts';

type Outcome = 'sent' | 'done' | 'failed' | 'later' | 'left';

const MOST = 40;
const MOST_OF_ONE = 5;
const EVERY_MS = 2_000;
const MOST_PAUSE_MS = 30_000;

/** Whether the provider can be told: only of what came through it, and only where the shop wants that. */
const isSentByItself = async (cashier: Cashier, refund: RefundToSend): Promise<boolean> => {
  const { application_id: applicationId, order_id: orderId } = refund;
  if (refund.payment_id === null) return false;
  const open = await findProvider(cashier, applicationId);
  if (open?.settings.refunds !== 'automatic') return false;
  return (await begunFor(cashier.node.db, applicationId, orderId, open.settings.provider)) !== null;
};

const outcomeOf = ({ code }: Refusal): Outcome => {
  if (code === 'payment_provider_unavailable') return 'later';
  // Else somebody said what became of it, took the provider away meanwhile, or has to look whether it was paid back.
  return code === 'payment_provider_refused' ? 'failed' : 'left';
};

const sendOne = async (cashier: Cashier, refund: RefundToSend): Promise<Outcome> => {
  const { db, now } = cashier.node;
  const wanted = await isSentByItself(cashier, refund);
  const [kept] = await db.commit([keepSending(refund, wanted ? nextTryAt(refund.send_tries, now()) : null)]);
  const order = await readOrder(db, refund.application_id, refund.order_id);
  if (!wanted || kept?.changes !== 1 || order === undefined) return 'left';
  try {
    const by = { by: 'system', failsRefused: true, remember: () => [], more: () => [] };
    const sent = await sendRefund(cashier, order, refund.id, by);
    return sent.refund.state === 'due' ? 'later' : sent.refund.state;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return outcomeOf(error);
  }
};

type Round = {
  readonly cashier: Cashier;
  readonly count: (labels: { readonly outcome: Outcome }) => void;
};

/** Of one shop one after the other, until its provider leaves one unanswered, or the node stops. */
const sendOfShop = async ({ cashier, count }: Round, due: readonly RefundToSend[]): Promise<void> => {
  for (const refund of due) {
    if (cashier.reach.stopping?.aborted === true) return;
    const outcome = await sendOne(cashier, refund);
    count({ outcome });
    if (outcome === 'later') return;
  }
};

/** How many were found. Shops side by side: a provider that is slow or mute for one holds up no other. */
export const sendDueRefunds = async (cashier: Cashier, metrics: Metrics, stopping?: AbortSignal): Promise<number> => {
  const count = metrics.counter('cartwright_refunds_sent_total', 'Refunds sent by themselves, by what came of it.');
  const due = await refundsToSend(cashier.node.db, cashier.node.now(), { most: MOST, ofOne: MOST_OF_ONE });
  const shops = Map.groupBy(due, ({ application_id }) => application_id);
  const round = { cashier: { ...cashier, reach: { ...cashier.reach, stopping } }, count };
  const ended = await Promise.allSettled([...shops.values()].map((ofShop) => sendOfShop(round, ofShop)));
  for (const shop of ended) if (shop.status === 'rejected') throw shop.reason;
  return due.length;
};

type Telling = Pick<Parameters<typeof startable>[0], 'chance' | 'onFailure' | 'onRecovery'>;

export const refundWorker = (cashier: Cashier, metrics: Metrics, told: Telling) =>
  startable({
    step: (stopping) => sendDueRefunds(cashier, metrics, stopping),
    everyMs: EVERY_MS,
    mostMs: MOST_PAUSE_MS,
    ...told,
  });
