/** Use case: something happens to the goods of an order. It is read, decided on and written in one guarded batch. */
import type { Node } from '../../applications/node.ts';
import type { Statement } from '../../db/database.ts';
import { Refusal } from '../../shared/errors.ts';
import type { StoredOrder } from '../order-document.ts';
import { isOver } from '../order-life.ts';
import type { Step } from '../order-progress.ts';
import { settleOrder } from '../settle-order.ts';
import { whileOrderChanges } from '../while-order-changes.ts';

/** Who changes an order, and what else is written in the same batch. */
export type OrderChange = {
  /** The order as its caller may see it. */
  readonly read: () => Promise<StoredOrder | undefined>;
  readonly step: Omit<Step, 'at'>;
  /** Who changes one order at once waits for each other: each of them would else price what stays as often as others are faster. */
  readonly inTurn?: (<T>(work: () => Promise<T>) => Promise<T>) | undefined;
  /** First in the batch: the record of a key. */
  readonly remember?: (() => readonly Statement[]) | undefined;
  /** Last in the batch: the audit. */
  readonly more?: ((before: StoredOrder, after: StoredOrder) => readonly Statement[]) | undefined;
};

export type Changed = { readonly after: StoredOrder; readonly statements: readonly Statement[] };
/** The order afterwards, with the statements that make it so; null when nothing is to be done. Refuses by throwing. */
export type Decide = (before: StoredOrder, at: number) => Promise<Changed | null> | Changed | null;

/** Balances are moved once in a batch: what the order still has to move is moved first. */
const readSettled = async (node: Pick<Node, 'db' | 'now'>, { read }: OrderChange): Promise<StoredOrder> => {
  const order = await read();
  if (order === undefined) throw new Refusal('order_not_found');
  if (order.progress.dues.length === 0) return order;
  await settleOrder(node, order);
  const settled = await read();
  if (settled === undefined) throw new Refusal('order_not_found');
  return settled;
};

export const changeOrder = (
  node: Pick<Node, 'db' | 'now'>,
  change: OrderChange,
  decide: Decide,
): Promise<StoredOrder> => {
  const { remember = () => [], more = () => [], inTurn = (work) => work() }: OrderChange = change;
  const attempt = async (): Promise<StoredOrder> => {
    const before = await readSettled(node, change);
    const decided = await decide(before, node.now());
    const first = remember();
    if (decided === null) {
      if (first.length > 0) await node.db.commit(first);
      return before;
    }
    await node.db.commit([...first, ...decided.statements, ...more(before, decided.after)]);
    return decided.after;
  };
  return inTurn(() => whileOrderChanges(attempt));
};

/** Goods move only while an order is agreed on and not over. */
export const requireAlive = (order: StoredOrder): void => {
  if (order.state !== 'awaiting_payment' && !isOver(order)) return;
  throw new Refusal('order_state_conflict', {
    message: isOver(order) ? 'This order is over.' : 'This order awaits its payment: cancel it as a whole.',
  });
};
