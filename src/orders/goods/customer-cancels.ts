/** Use case: a customer cancels his order, or units of it that have not left, as far as the shop lets him. */
import type { Node } from '../../applications/node.ts';
import type { OrderSettings } from '../../contract/applications/order-settings-contract.ts';
import { Refusal } from '../../shared/errors.ts';
import { endOrder } from '../end-order.ts';
import type { StoredOrder } from '../order-document.ts';
import { customerMayCancel, customerMayCancelUnits } from '../order-life.ts';
import { cancelUnits } from './cancel-units.ts';
import type { OrderChange } from './change-goods.ts';
import { refuseTooFew, refuseTooLittle, refuseUncollected, refuseWithoutParts } from './customer-units-rules.ts';
import { type WantedUnits, wantedUnits } from './unit-rules.ts';

/** Refuses to leave less of a line than is sold, or than its bundle needs. */
const leavingEnough =
  (items: WantedUnits): WantedUnits =>
  (order) => {
    const wanted = wantedUnits(order, items);
    if (wanted === null) return null;
    refuseTooFew(order, wanted);
    refuseWithoutParts(order, wanted);
    return wanted;
  };

type CustomerCancels = OrderChange & {
  readonly settings: OrderSettings;
  /** All of the order when left out; then a repeat changes nothing. */
  readonly items?: WantedUnits | undefined;
};

export const customerCancels = (node: Node, { settings, items, ...change }: CustomerCancels): Promise<StoredOrder> => {
  const allow = (may: typeof customerMayCancel) => (order: StoredOrder) => {
    if (may(order, settings)) return true;
    throw new Refusal('order_state_conflict', { message: 'This order can no longer be cancelled by its customer.' });
  };
  return items === undefined
    ? endOrder(node, { ...change, state: 'cancelled', ends: allow(customerMayCancel) })
    : cancelUnits(node, {
        ...change,
        items: leavingEnough(items),
        byCustomer: true,
        allow: allow(customerMayCancelUnits),
        accept: (after) => {
          refuseTooLittle(after);
          refuseUncollected(after);
        },
      });
};
