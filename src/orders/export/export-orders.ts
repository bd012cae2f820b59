/** Use case: orders of a company for accounting, as CSV or as lines of JSON, streamed however many there are. */
import type { Database } from '../../db/database.ts';
import { csvLine } from '../../feeds/csv-line.ts';
import { type ExportRow, exportColumns, exportRows } from './export-rows.ts';
import { type OrderFilter, scanOrders } from '../order-list-store.ts';
import type { CompanyPlace } from '../../applications/named-place.ts';

export const exportFormats = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const lineOf = (row: ExportRow): string => csvLine(exportColumns.map((column) => row[column]));

/** Lines without their ends, a chunk of orders at a time. */
export async function* exportLines(
  db: Database,
  company: CompanyPlace,
  filter: OrderFilter,
  format: ExportFormat,
): AsyncGenerator<readonly string[], void> {
  if (format === 'csv') yield [csvLine(exportColumns)];
  for await (const orders of scanOrders(db, { company }, filter)) {
    yield orders.flatMap(exportRows).map((row) => (format === 'csv' ? lineOf(row) : JSON.stringify(row)));
  }
}
