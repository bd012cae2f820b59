/** The sweep that takes orders of before there were standings into those of their customers, each exactly once. */
import type { Database } from '../../db/database.ts';
import { countEarlier, reckonEarlier, uncountedOrders, unreckonedOrders } from '../orders-to-do.ts';
import { sweepOrders } from '../sweep-orders.ts';

/** An order that changes meanwhile fails its guard and is counted as it then is, in the next round. */
export const countEarlierOrders = (db: Database): Promise<number> =>
  sweepOrders(
    (limit, after) => uncountedOrders(db, limit, after),
    (order) => db.commit(countEarlier(order)),
  );

/** The same for what orders are worth to the tiers of their customers. */
export const reckonEarlierOrders = (db: Database): Promise<number> =>
  sweepOrders(
    (limit, after) => unreckonedOrders(db, limit, after),
    (order) => db.commit([reckonEarlier(order)]),
  );
