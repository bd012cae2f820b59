/** Rates of tax by destination, fed in bulk and one by one. */
import { TaxRateRow } from '../contract/catalog/tax-contract.ts';
import type { Database } from '../db/database.ts';
import { putTaxRate } from './delivery-statements.ts';
import { listedRecords } from './listed-records.ts';
import { taxRateOf, taxRateProblem } from './tax-rate-rules.ts';
import { growingTaxTable, noTaxTable, type TaxTable } from './tax-table-rules.ts';

export const taxRateRecords = listedRecords<typeof TaxRateRow, TaxRateRow>(TaxRateRow, {
  name: 'tax-rates',
  summary: 'Rates of tax: which authority takes how much at which place, from when until when, for which goods.',
  one: 'tax rate',
  table: 'tax_rate',
  problem: taxRateProblem,
  put: putTaxRate,
  wordsOf: ({ id, name, jurisdiction, tax_class, country, state, county, postal_from }) => [
    id,
    name,
    jurisdiction,
    tax_class,
    country,
    state,
    county,
    postal_from,
  ],
  words: 'Words of name, jurisdiction, class or place.',
});

/** Read once for a delivery version. A company may have a rate for every postal code, so rows come in pages. */
export const readTaxTable = async (db: Database, companyId: number): Promise<TaxTable> => {
  const { add, table } = growingTaxTable();
  for await (const page of db.scan<{ document: string }>(
    'select document from tax_rate where company_id = ? order by id',
    [companyId],
  )) {
    for (const { document } of page) add(taxRateOf(JSON.parse(document) as TaxRateRow));
  }
  const read = table();
  return read.countries.size === 0 ? noTaxTable : read;
};
