/** Use case: a refund is sent, or the provider, the payment service or the shop's own people say what became of it. */
import type { Node } from '../../applications/node.ts';
import type { Statement } from '../../db/database.ts';
import { untilGuardHolds } from '../../db/until-guard-holds.ts';
import { Refusal } from '../../shared/errors.ts';
import type { StoredOrder } from '../order-document.ts';
import { tellRefund } from '../tell-order.ts';
import { readRefund, refundGuard, type StoredRefund, updateRefund } from './refund-store.ts';

export type RefundChange = {
  readonly read: () => Promise<StoredOrder | undefined>;
  readonly refundId: string;
  /** Itself where nothing becomes of it. Refuses by throwing. */
  readonly after: (refund: StoredRefund, at: number) => StoredRefund;
  readonly remember?: () => readonly Statement[];
  readonly more?: (before: StoredRefund, after: StoredRefund) => readonly Statement[];
};

export type ChangedRefund = { readonly order: StoredOrder; readonly refund: StoredRefund };

export const changeRefund = (
  { db, now }: Pick<Node, 'db' | 'now'>,
  { read, refundId, after, remember = () => [], more = () => [] }: RefundChange,
): Promise<ChangedRefund> =>
  untilGuardHolds(refundGuard, async () => {
    const order = await read();
    if (order === undefined) throw new Refusal('order_not_found');
    const before = await readRefund(db, order, refundId);
    if (before === undefined) throw new Refusal('order_refund_not_found');
    const refund = after(before, now());
    // A call that is only on its way is nobody's news.
    const told = refund.events === before.events ? [] : tellRefund(order, refund);
    const statements = refund === before ? [] : [updateRefund(before, refund), ...told, ...more(before, refund)];
    const batch = [...remember(), ...statements];
    if (batch.length > 0) await db.commit(batch);
    return { order, refund };
  });
