/** Use case: some units of an order, or all that is left of it, are not wanted any more. */
import type { Node } from '../../applications/node.ts';
import type { StoredOrder } from '../order-document.ts';
import { changeOrder, type OrderChange, requireAlive } from './change-goods.ts';
import { givenBack } from './give-back.ts';
import { refuseMoreParts } from './kept-parts-rules.ts';
import { askedUnits, unsentUnits, type WantedUnits, wantedUnits } from './unit-rules.ts';

export type CancelUnits = OrderChange & {
  readonly items: WantedUnits;
  /** He has fewer parts in which to cancel than the shop. */
  readonly byCustomer?: true;
  /** Whether its caller may; refuses by throwing. */
  readonly allow?: (order: StoredOrder) => void;
  /** Whether what would become of it may be; refuses by throwing. */
  readonly accept?: (after: StoredOrder) => void;
};

/** Only what has not left; what has is returned. */
export const cancelUnits = (
  node: Node,
  { items, byCustomer, allow = () => {}, accept = () => {}, ...change }: CancelUnits,
): Promise<StoredOrder> =>
  changeOrder(node, change, async (before, at) => {
    const wanted = wantedUnits(before, items);
    if (wanted === null) return null;
    requireAlive(before);
    allow(before);
    const left = unsentUnits(before);
    const units = askedUnits(before, wanted, left, 'cancelled');
    refuseMoreParts(before, { units, by: byCustomer ? 'customer' : 'shop', left });
    const changed = await givenBack(
      node.db,
      before,
      { items: units, cause: 'cancelled', returnId: null, restocked: true },
      { ...change.step, at },
    );
    accept(changed.after);
    return changed;
  });
