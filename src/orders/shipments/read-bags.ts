/** Reads lines of a company's orders by their own names, their shipments' or their orders'. */
import type { CompanyPlace } from '../../applications/named-place.ts';
import type { Database } from '../../db/database.ts';
import type { OrderLine, StoredOrder } from '../order-document.ts';
import { readCompanyOrders } from '../order-store.ts';
import { bagNamed, orderIdIn } from './shipment-rules.ts';
import type { NamedBags } from './staff-shipment-query.ts';

export type FoundBag = { readonly order: StoredOrder; readonly line: OrderLine };

/** In the order of their orders' ids and of their places there, each once. Names of nothing find nothing. */
export const readBags = async (db: Database, company: CompanyPlace, named: NamedBags): Promise<readonly FoundBag[]> => {
  const bags = named.bags.flatMap((name) => bagNamed(name) ?? []);
  const places = new Set(bags.map(({ shipmentId, place }) => `${shipmentId} ${place}`));
  const shipments = new Set(named.shipments);
  const orders = new Set(named.orders);
  const ids = [...bags.map(({ shipmentId }) => shipmentId), ...named.shipments].map(orderIdIn);
  const found = await readCompanyOrders(db, company, [...new Set([...ids, ...orders])]);
  return found.flatMap((order) =>
    order.document.lines
      .map((line, at) => ({ order, line, place: at + 1 }))
      .filter(
        ({ line: { shipmentId }, place }) =>
          orders.has(order.id) || shipments.has(shipmentId) || places.has(`${shipmentId} ${place}`),
      ),
  );
};
