/** Load, decide and commit again while somebody else changes the order or what it holds. */
import { untilGuardHolds } from '../db/until-guard-holds.ts';
import { orderGuard } from './order-store.ts';

export const whileOrderChanges = <T>(attempt: () => Promise<T>): Promise<T> =>
  untilGuardHolds(orderGuard, () => untilGuardHolds('offer_hold', attempt));
