/** How an order reaches its buyer. Pure. */
import type { StaffOrder } from '../../../../src/contract/orders/staff-order-contract.ts';

/** Whether its buyer comes for all of it: nothing of it is sent. */
export const isFetched = ({ shipments = [] }: StaffOrder): boolean =>
  shipments.length > 0 && shipments.every(({ order_type: way }) => way === 'PickAtStore');
