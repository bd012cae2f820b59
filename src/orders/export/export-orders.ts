/** Use case: orders of a company for accounting, as CSV or as lines of JSON, streamed however many there are. */
import type { Database } from '../../db/database.ts';
import { csvLine } from '../../feeds/csv-line.ts';
import { type ExportRow, exportColumns, exportRows } from './export-rows.ts';
import { type OrderFilter, ordersInPortions } from '../order-list-store.ts';
import type { CompanyPlace } from '../../applications/named-place.ts';
import { headed } from '../../http/answers/headed.ts';
import { inSlices, turnFor } from '../../shared/slices.ts';

export const exportFormats = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const lineOf = (row: ExportRow): string => csvLine(exportColumns.map((column) => row[column]));

const ROWS_A_TURN = 200;

async function* rowsOf(
  db: Database,
  company: CompanyPlace,
  filter: OrderFilter,
  format: ExportFormat,
): AsyncGenerator<readonly string[], void> {
  for await (const orders of ordersInPortions(db, company, filter)) {
    for (const order of orders) {
      const rows = exportRows(order);
      await turnFor(rows.length);
      yield await inSlices(rows, ROWS_A_TURN, (row) => (format === 'csv' ? lineOf(row) : JSON.stringify(row)));
    }
  }
}

/** Lines without their ends, an order at a time. Nothing of the database is held while they are read. */
export const exportLines = (
  db: Database,
  company: CompanyPlace,
  filter: OrderFilter,
  format: ExportFormat,
): AsyncGenerator<readonly string[], void> => {
  const rows = rowsOf(db, company, filter, format);
  return format === 'csv' ? headed([csvLine(exportColumns)], rows) : rows;
};
