/** Use case: orders of a company for accounting, as CSV or as lines of JSON, streamed however many there are. */
import type { Database } from '../db/database.ts';
import { type ExportRow, exportColumns, exportRows } from './export-rows.ts';
import { type OrderFilter, scanOrders } from './order-list-store.ts';
import type { CompanyPlace } from '../applications/named-place.ts';

export const exportFormats = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Text that a spreadsheet would take for a formula is told apart; numbers are ours. */
const cellOf = (column: string, value: string | number | null): string => {
  if (value === null) return '';
  const text = String(value);
  const isFormula = (column === 'name' || column === 'reference' || column === 'user_id') && /^[=+\-@\t\r]/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const csvLine = (row: ExportRow): string => exportColumns.map((column) => cellOf(column, row[column])).join(',');

/** Lines without their ends, a chunk of orders at a time. */
export async function* exportLines(
  db: Database,
  company: CompanyPlace,
  filter: OrderFilter,
  format: ExportFormat,
): AsyncGenerator<readonly string[], void> {
  if (format === 'csv') yield [exportColumns.join(',')];
  for await (const orders of scanOrders(db, company, filter)) {
    yield orders.flatMap(exportRows).map((row) => (format === 'csv' ? csvLine(row) : JSON.stringify(row)));
  }
}
