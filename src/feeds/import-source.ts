/** A file of rows that can be read from any place of it: from a disk, or from where a job keeps it. */
import type { TSchema } from 'typebox';
import { type ColumnNames, openCsv } from './csv-rows.ts';
import type { FeedCount } from './feed-kind.ts';
import { type Chunks, lineRows, type Place, theBeginning } from './feed-rows.ts';
import { type Fed, type FeedRow, jsonRows } from './feed-run.ts';

export type FileFormat = 'csv' | 'ndjson';
type Source = { readonly begins: Place; readonly rows: (after: Place) => AsyncIterable<FeedRow> };

/** Throws when the first line of a table is no header. */
export const openSource = async (
  from: (position: number) => Chunks,
  schema: TSchema,
  { format, named }: { readonly format: FileFormat; readonly named: ColumnNames },
): Promise<Source> => {
  if (format === 'ndjson') {
    return { begins: theBeginning, rows: (after) => jsonRows(lineRows(from(after.position), after)) };
  }
  const csv = await openCsv(from(theBeginning.position), schema, named);
  return { begins: csv.begins, rows: (after) => csv.rows(from(after.position), after) };
};

/** How far an import is when this is on disk. */
export const furtherBy = <P extends Pick<FeedCount, 'accepted' | 'refused'> & { readonly place: Place }>(
  before: P,
  { verdicts, place }: Fed,
): P => {
  const accepted = verdicts.filter(({ success }) => success).length;
  return {
    ...before,
    place,
    accepted: before.accepted + accepted,
    refused: before.refused + verdicts.length - accepted,
  };
};
