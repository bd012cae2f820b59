/** Shipments as rows by which they are found. Written in the batch that writes their order, whose version guards them. */
import type { Statement } from '../../db/database.ts';
import { stateOfShipment } from '../goods/unit-rules.ts';
import type { StoredOrder } from '../order-document.ts';

export const writeShipments = (order: StoredOrder): readonly Statement[] => {
  const { id, companyId, createdAt, document } = order;
  if (document.shipments.length === 0) return [];
  const rows = document.shipments.map((shipment) => [
    id,
    shipment.id,
    companyId,
    shipment.store.uid,
    shipment.orderType,
    stateOfShipment(order, shipment.id),
    createdAt,
  ]);
  return [
    {
      sql: `insert into order_shipment (order_id, shipment_id, company_id, store_id, order_type, state, created_at)
        values ${rows.map(() => '(?, ?, ?, ?, ?, ?, ?)').join(', ')}
        on conflict (order_id, shipment_id) do update set state = excluded.state where order_shipment.state <> excluded.state`,
      params: rows.flat(),
    },
  ];
};
