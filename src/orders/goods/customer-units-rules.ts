/** Which units of an order its customer may send back or cancel himself, now. Pure. */
import type { OrderSettings } from '../../contract/applications/order-settings-contract.ts';
import type { StoredOrder } from '../order-document.ts';
import { customerMayCancelUnits } from '../order-life.ts';
import { type Counted, returnableUnits, unsentUnits } from './unit-rules.ts';

const DAY = 86_400_000;

export const customerReturnable = (order: StoredOrder, { return_days: days }: OrderSettings, at: number): Counted =>
  days === 0 ? new Map() : returnableUnits(order, at - days * DAY);

/** Until when what was delivered at this time may be returned by its customer; undefined where he never may. */
export const returnableUntil = (deliveredAt: number, { return_days: days }: OrderSettings): number | undefined =>
  days === 0 ? undefined : deliveredAt + days * DAY;

export const customerCancellable = (order: StoredOrder, settings: OrderSettings): Counted =>
  customerMayCancelUnits(order, settings) ? unsentUnits(order) : new Map();
