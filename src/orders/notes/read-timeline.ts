/** Reads everything that happened to an order. */
import type { TimelineEntry } from '../../contract/orders/order-paper-contract.ts';
import type { Database } from '../../db/database.ts';
import type { StoredOrder } from '../order-document.ts';
import { papersOf } from '../papers/paper-store.ts';
import { paymentsOf } from '../payment/payment-store.ts';
import { refundsOf } from '../refunds/refund-store.ts';
import { notesOf } from './note-store.ts';
import { timelineOf } from './timeline-rules.ts';

export const readTimeline = async (db: Database, order: StoredOrder): Promise<readonly TimelineEntry[]> => {
  const [payments, refunds, papers, notes] = await Promise.all([
    paymentsOf(db, order.id),
    refundsOf(db, order.id),
    papersOf(db, order),
    notesOf(db, order.id),
  ]);
  return timelineOf(order, { payments, refunds, papers, notes });
};
