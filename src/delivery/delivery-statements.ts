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

export const putStore = (row: StoreRow, { companyId, runId, at }: Writing): Statement => ({
  sql: `insert into store (company_id, uid, version, modified_at, feed_run, document) values (?, ?, 1, ?, ?, ?)
        ${onConflict('store', 'company_id, uid')}`,
  params: [companyId, row.uid, at, runId, documentOf(StoreRow, row)],
});

export const putArea = (row: AreaRow, { companyId, runId, at }: Writing): Statement => ({
  sql: `insert into area (company_id, area, version, modified_at, feed_run, document) values (?, ?, 1, ?, ?, ?)
        ${onConflict('area', 'company_id, area')}`,
  params: [companyId, keptPattern(row.area), at, runId, documentOf(AreaRow, row)],
});

export const putLane = (row: LaneRow, { companyId, runId, at }: Writing): Statement => ({
  sql: `insert into lane (company_id, store_uid, area, version, modified_at, feed_run, document)
        values (?, ?, ?, 1, ?, ?, ?) ${onConflict('lane', 'company_id, store_uid, area')}`,
  params: [companyId, row.store_uid, keptPattern(row.area), at, runId, documentOf(LaneRow, row)],
});

export const putTaxRate = (row: TaxRateRow, { companyId, runId, at }: Writing): Statement => ({
  sql: `insert into tax_rate (company_id, id, version, modified_at, feed_run, document) values (?, ?, 1, ?, ?, ?)
        ${onConflict('tax_rate', 'company_id, id')}`,
  params: [companyId, row.id, at, runId, documentOf(TaxRateRow, row)],
});

export const putShippingMethod = (row: ShippingMethodRow, { companyId, runId, at }: Writing): Statement => ({
  sql: `insert into shipping_method (company_id, id, version, modified_at, feed_run, document) values (?, ?, 1, ?, ?, ?)
        ${onConflict('shipping_method', 'company_id, id')}`,
  params: [companyId, row.id, at, runId, documentOf(ShippingMethodRow, row)],
});

/** Once in every batch that has one of the above: nodes see that what they keep is old. */
export const raiseDeliveryVersion = (companyId: number): Statement => ({
  sql: `insert into delivery_version (company_id, version) values (?, 1)
        on conflict (company_id) do update set version = delivery_version.version + 1`,
  params: [companyId],
});
