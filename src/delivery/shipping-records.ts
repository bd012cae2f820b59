/** Shipping methods, fed in bulk and one by one. */
import { ShippingMethodRow } from '../contract/catalog/shipping-contract.ts';
import type { Database } from '../db/database.ts';
import { putShippingMethod } from './delivery-statements.ts';
import { listedRecords } from './listed-records.ts';
import { offeredMethods, shippingMethodProblem } from './shipping-method-rules.ts';

export const shippingMethodRecords = listedRecords<typeof ShippingMethodRow, ShippingMethodRow>(ShippingMethodRow, {
  name: 'shipping-methods',
  summary: 'Shipping methods: what carts can be sent by, and what that costs by place, weight, value and quantity.',
  one: 'shipping method',
  table: 'shipping_method',
  problem: shippingMethodProblem,
  put: putShippingMethod,
  wordsOf: ({ id, name, description }) => [id, name, description],
  words: 'Words of id, name or description.',
});

/** A company has a handful; beyond these nobody could choose. */
const MOST_METHODS = 200;

/** Read once for a delivery version. */
export const readShippingMethods = async (db: Database, companyId: number): Promise<readonly ShippingMethodRow[]> => {
  const methods: ShippingMethodRow[] = [];
  // Each may have thousands of bands.
  for await (const page of db.scan<{ document: string }>(
    `select document from shipping_method where company_id = ? order by id limit ${MOST_METHODS}`,
    [companyId],
  )) {
    for (const { document } of page) methods.push(JSON.parse(document) as ShippingMethodRow);
  }
  return offeredMethods(methods);
};
