/** The rows of stores, areas and lanes, as statements that a batch can carry. An equal row keeps its version. */
import type { TSchema } from 'typebox';
import { AreaRow, LaneRow, StoreRow } from '../contract/catalog/delivery-contract.ts';
import { ShippingMethodRow } from '../contract/catalog/shipping-contract.ts';
import { TaxRateRow } from '../contract/catalog/tax-contract.ts';
import type { Statement } from '../db/database.ts';
import { knownPart } from '../feeds/unknown-key-rules.ts';
import { areaPattern } from './lane-rules.ts';

/** Whose row, written by which feed, when. */
export type Writing = { readonly companyId: number; readonly runId: string; readonly at: number };

const onConflict = (table: string, key: string): string => `on conflict (${key}) do update set
    version = ${table}.version + case when ${table}.document = excluded.document then 0 else 1 end,
    modified_at = case when ${table}.document = excluded.document then ${table}.modified_at else excluded.modified_at end,
    feed_run = excluded.feed_run, document = excluded.document`;

/** The form in which a pattern is part of a key. What cannot be one is refused before it comes here. */
export const keptPattern = (area: string): string => areaPattern(area) ?? area;

/** Written alike whatever the order of its fields was: an equal row is an equal text. */
const documentOf = (schema: TSchema, row: unknown): string => JSON.stringify(knownPart(schema, row));

/** `key` names the row within its company, by columns. */
const putDocument = (
  table: string,
  key: Readonly<Record<string, string | number>>,
  document: string,
  { companyId, runId, at }: Writing,
): Statement => {
  const columns = Object.keys(key);
  return {
    sql: `insert into ${table} (company_id, ${columns.join(', ')}, version, modified_at, feed_run, document)
        values (?, ${columns.map(() => '?').join(', ')}, 1, ?, ?, ?)
        ${onConflict(table, `company_id, ${columns.join(', ')}`)}`,
    params: [companyId, ...Object.values(key), at, runId, document],
  };
};

export const putStore = (row: StoreRow, writing: Writing): Statement =>
  putDocument('store', { uid: row.uid }, documentOf(StoreRow, row), writing);

export const putArea = (row: AreaRow, writing: Writing): Statement =>
  putDocument('area', { area: keptPattern(row.area) }, documentOf(AreaRow, row), writing);

export const putLane = (row: LaneRow, writing: Writing): Statement =>
  putDocument('lane', { store_uid: row.store_uid, area: keptPattern(row.area) }, documentOf(LaneRow, row), writing);

export const putTaxRate = (row: TaxRateRow, writing: Writing): Statement =>
  putDocument('tax_rate', { id: row.id }, documentOf(TaxRateRow, row), writing);

export const putShippingMethod = (row: ShippingMethodRow, writing: Writing): Statement =>
  putDocument('shipping_method', { id: row.id }, documentOf(ShippingMethodRow, row), writing);

/** Once in every batch that has one of the above: nodes see that what they keep is old. */
export const raiseDeliveryVersion = (companyId: number): Statement => ({
  sql: `insert into delivery_version (company_id, version) values (?, 1)
        on conflict (company_id) do update set version = delivery_version.version + 1`,
  params: [companyId],
});
