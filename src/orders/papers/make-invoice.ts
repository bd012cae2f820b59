/** Use case: an order has its invoice before its goods leave. A repeat changes nothing. */
import type { Node } from '../../applications/node.ts';
import { changeOrder, type OrderChange, requireAlive } from '../goods/change-goods.ts';
import type { StoredOrder } from '../order-document.ts';
import { updateOrder } from '../order-store.ts';
import { withInvoice } from './issue-papers.ts';

export const makeInvoice = (node: Node, change: OrderChange): Promise<StoredOrder> =>
  changeOrder(node, change, async (before, at) => {
    if (before.progress.invoiced === true) return null;
    requireAlive(before);
    const { order, statements } = await withInvoice(node.db, before, at);
    const after = { ...order, version: before.version + 1, modifiedAt: Math.max(before.modifiedAt, at) };
    return { after, statements: [...updateOrder(before, after), ...statements] };
  });
