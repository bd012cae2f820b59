/** Shipping methods, fed in bulk and one by one. */
import { Type } from 'typebox';
import { ShippingMethodRow } from '../contract/catalog/shipping-contract.ts';
import type { Database } from '../db/database.ts';
import type { FeedKind } from '../feeds/feed-kind.ts';
import type { RecordKind } from '../feeds/record-kind.ts';
import { knownPart } from '../feeds/unknown-key-rules.ts';
import { writtenRows } from '../feeds/written-rows.ts';
import { putShippingMethod, raiseDeliveryVersion } from './delivery-statements.ts';
import { offeredMethods, shippingMethodProblem } from './shipping-method-rules.ts';

export const shippingMethodFeed: FeedKind<ShippingMethodRow> = {
  name: 'shipping-methods',
  summary: 'Shipping methods: what carts can be sent by, and what that costs by place, weight, value and quantity.',
  permission: 'company/locations/write',
  schema: ShippingMethodRow,
  key: ({ id }) => id,
  repeats: 'refused',
  written: writtenRows('shipping_method', 'id'),
  check: async (rows) => rows.map(shippingMethodProblem),
  statements: (row, context) => [putShippingMethod(row, context)],
  around: (_rows, { companyId }) => ({ before: [raiseDeliveryVersion(companyId)], after: [] }),
};

export const shippingMethodRecords: RecordKind<ShippingMethodRow> = {
  feed: shippingMethodFeed,
  one: 'shipping method',
  readPermission: 'company/locations/read',
  table: 'shipping_method',
  key: [{ name: 'id', column: 'id', schema: ShippingMethodRow.properties.id }],
  columns: ['document'],
  rowOf: ({ document }) => knownPart(ShippingMethodRow, JSON.parse(document as string)) as ShippingMethodRow,
  named: ([id]) => ({ id }),
  completed: (row) => row,
  filters: {
    q: Type.Optional(Type.String({ maxLength: 200, description: 'Words of id, name or description.' })),
  },
  conditions: () => [],
  textOf: ({ id, name, description }) => [id, name, description].filter(Boolean).join(' '),
  removal: (companyId, { id }) => ({
    statements: [
      raiseDeliveryVersion(companyId),
      { sql: 'delete from shipping_method where company_id = ? and id = ?', params: [companyId, id] },
    ],
  }),
};

/** A company has a handful; beyond these nobody could choose. */
const MOST_METHODS = 200;

/** Read once for a delivery version. */
export const readShippingMethods = async (db: Database, companyId: number): Promise<readonly ShippingMethodRow[]> => {
  const rows = await db.all<{ document: string }>(
    `select document from shipping_method where company_id = ? order by id limit ${MOST_METHODS}`,
    [companyId],
  );
  return offeredMethods(rows.map(({ document }) => JSON.parse(document) as ShippingMethodRow));
};
