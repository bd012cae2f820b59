/** Use case: orders of a company for accounting, as CSV or as lines of JSON, streamed however many there are. */
import type { Database } from '../../db/database.ts';
import { csvLine } from '../../feeds/csv-line.ts';
import { type ExportRow, exportColumns, exportRows } from './export-rows.ts';
import type { StoredOrder } from '../order-document.ts';
import { type OrderFilter, ordersInPortions } from '../order-list-store.ts';
import type { CompanyPlace } from '../../applications/named-place.ts';
import { headed } from '../../http/answers/headed.ts';
import { inSlices, turnFor } from '../../shared/slices.ts';

export const exportFormats = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const lineOf = (row: ExportRow): string => csvLine(exportColumns.map((column) => row[column]));

const ROWS_A_TURN = 200;

const linesOf =
  (format: ExportFormat) =>
  async (order: StoredOrder): Promise<readonly string[]> => {
    const rows = exportRows(order);
    await turnFor(rows.length);
    return inSlices(rows, ROWS_A_TURN, (row) => (format === 'csv' ? lineOf(row) : JSON.stringify(row)));
  };

async function* rowsOf(
  db: Database,
  company: CompanyPlace,
  filter: OrderFilter,
  format: ExportFormat,
): AsyncGenerator<readonly string[], void> {
  for await (const some of ordersInPortions(db, company, filter, linesOf(format))) yield some.flat();
}

/** Lines without their ends, some orders at a time. Nothing of the database, and no order, is held while they are read. */
export const exportLines = (
  db: Database,
  company: CompanyPlace,
  filter: OrderFilter,
  format: ExportFormat,
): AsyncGenerator<readonly string[], void> => {
  const rows = rowsOf(db, company, filter, format);
  return format === 'csv' ? headed([csvLine(exportColumns)], rows) : rows;
};
