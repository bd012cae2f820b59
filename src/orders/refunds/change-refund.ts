/** Use case: the payment service, or the shop's own people, say what became of a refund. */
import type { Node } from '../../applications/node.ts';
import type { Statement } from '../../db/database.ts';
import { untilGuardHolds } from '../../db/until-guard-holds.ts';
import { Refusal } from '../../shared/errors.ts';
import type { StoredOrder } from '../order-document.ts';
import { tellRefund } from '../tell-order.ts';
import { refundAfter, type RefundStep } from './refund-rules.ts';
import { readRefund, refundGuard, type StoredRefund, updateRefund } from './refund-store.ts';

export type RefundChange = {
  readonly read: () => Promise<StoredOrder | undefined>;
  readonly refundId: string;
  readonly step: Omit<RefundStep, 'at'>;
  /** Refuses by throwing. */
  readonly check?: (refund: StoredRefund) => void;
  /** Where it is not, the refund stays as it stands. */
  readonly isMeant?: (refund: StoredRefund) => boolean;
  readonly remember?: () => readonly Statement[];
  readonly more?: (before: StoredRefund, after: StoredRefund) => readonly Statement[];
};

export type ChangedRefund = { readonly order: StoredOrder; readonly refund: StoredRefund };

export const changeRefund = (
  { db, now }: Pick<Node, 'db' | 'now'>,
  { read, refundId, step, check = () => {}, isMeant = () => true, remember = () => [], more = () => [] }: RefundChange,
): Promise<ChangedRefund> =>
  untilGuardHolds(refundGuard, async () => {
    const order = await read();
    if (order === undefined) throw new Refusal('order_not_found');
    const before = await readRefund(db, order, refundId);
    if (before === undefined) throw new Refusal('order_refund_not_found');
    check(before);
    const refund = isMeant(before) ? refundAfter(before, { ...step, at: now() }) : before;
    const statements =
      refund === before ? [] : [updateRefund(before, refund), ...tellRefund(order, refund), ...more(before, refund)];
    const batch = [...remember(), ...statements];
    if (batch.length > 0) await db.commit(batch);
    return { order, refund };
  });
