/** Rates of tax by destination, fed in bulk and one by one. */
import { Type } from 'typebox';
import { TaxRateRow } from '../contract/catalog/tax-contract.ts';
import type { Database } from '../db/database.ts';
import type { FeedKind } from '../feeds/feed-kind.ts';
import type { RecordKind } from '../feeds/record-kind.ts';
import { knownPart } from '../feeds/unknown-key-rules.ts';
import { writtenRows } from '../feeds/written-rows.ts';
import { putTaxRate, raiseDeliveryVersion } from './delivery-statements.ts';
import { taxRateOf, taxRateProblem } from './tax-rate-rules.ts';
import { noTaxTable, type TaxTable, taxTable } from './tax-table-rules.ts';

export const taxRateFeed: FeedKind<TaxRateRow> = {
  name: 'tax-rates',
  summary: 'Rates of tax: which authority takes how much at which place, from when until when, for which goods.',
  permission: 'company/locations/write',
  schema: TaxRateRow,
  key: ({ id }) => id,
  repeats: 'refused',
  written: writtenRows('tax_rate', 'id'),
  check: async (rows) => rows.map(taxRateProblem),
  statements: (row, context) => [putTaxRate(row, context)],
  around: (_rows, { companyId }) => ({ before: [raiseDeliveryVersion(companyId)], after: [] }),
};

export const taxRateRecords: RecordKind<TaxRateRow> = {
  feed: taxRateFeed,
  one: 'tax rate',
  readPermission: 'company/locations/read',
  table: 'tax_rate',
  key: [{ name: 'id', column: 'id', schema: TaxRateRow.properties.id }],
  columns: ['document'],
  rowOf: ({ document }) => knownPart(TaxRateRow, JSON.parse(document as string)) as TaxRateRow,
  named: ([id]) => ({ id }),
  completed: (row) => row,
  filters: {
    q: Type.Optional(Type.String({ maxLength: 200, description: 'Words of name, jurisdiction, class or place.' })),
  },
  conditions: () => [],
  textOf: ({ id, name, jurisdiction, tax_class, country, state, county, postal_from }) =>
    [id, name, jurisdiction, tax_class, country, state, county, postal_from].filter(Boolean).join(' '),
  removal: (companyId, { id }) => ({
    statements: [
      raiseDeliveryVersion(companyId),
      { sql: 'delete from tax_rate where company_id = ? and id = ?', params: [companyId, id] },
    ],
  }),
};

/** Read once for a delivery version. A company may have a rate for every postal code, so rows come in pages. */
export const readTaxTable = async (db: Database, companyId: number): Promise<TaxTable> => {
  const pages = await Array.fromAsync(
    db.scan<{ document: string }>('select document from tax_rate where company_id = ? order by id', [companyId]),
  );
  const rows = pages.flat();
  return rows.length === 0
    ? noTaxTable
    : taxTable(rows.map(({ document }) => taxRateOf(JSON.parse(document) as TaxRateRow)));
};
