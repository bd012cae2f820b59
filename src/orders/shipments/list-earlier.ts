/** The sweep that lists the shipments of orders which were made before they were listed, or changed by an earlier release. */
import type { Database } from '../../db/database.ts';
import { relistShipments, unlistedOrders } from '../orders-to-do.ts';
import { sweepOrders } from '../sweep-orders.ts';

/** An order that changes meanwhile is listed by its own change. */
export const listEarlierShipments = (db: Database): Promise<number> =>
  sweepOrders(
    (limit, after) => unlistedOrders(db, limit, after),
    (order) => db.commit(relistShipments(order)),
  );
