/** The refused rows of a job as a file like the one that came, with the reason of each: mended, it is imported as it stands. */
import { csvCells } from '../../feeds/csv-cells.ts';
import { csvLine } from '../../feeds/csv-line.ts';
import { textOf } from '../../feeds/csv-rows.ts';
import type { Verdict } from '../../feeds/feed-kind.ts';
import { lineRows, REFUSED_BECAUSE, theBeginning } from '../../feeds/feed-rows.ts';
import type { FileFormat } from '../../feeds/import-source.ts';
import type { Database } from '../../db/database.ts';
import { readParts } from './import-parts.ts';
import type { ImportJob } from './import-store.ts';
import { judgedBatches } from './import-verdicts.ts';

const reasonOf = ({ line, field, message }: Verdict): string =>
  `line ${line}: ${field === null || field === '' ? '' : `${field}: `}${message}`;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A line without its form is shown as text, so that somebody can see what it was. */
const jsonLine = (text: string | undefined, reason: string): string => {
  const value = text === undefined ? undefined : parsed(text);
  const fields = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { row: text ?? null };
  return `${JSON.stringify({ ...fields, [REFUSED_BECAUSE]: reason })}\n`;
};
const tableLine = (text: string | undefined, first: string): string => {
  const cells = text === undefined ? [] : (csvCells(text) ?? [text]);
  return `${csvLine([first, ...cells])}\r\n`;
};
const writers: Readonly<Record<FileFormat, (text: string | undefined, reason: string) => string>> = {
  csv: tableLine,
  ndjson: jsonLine,
};

/** Batch by batch, so that neither the file nor what was refused of it is ever held as a whole. */
export async function* refusedRows(db: Database, { id, format }: ImportJob): AsyncGenerator<string, void> {
  const from = readParts(db, id);
  const quotes = format === 'csv';
  const written = writers[format];
  if (quotes) {
    const header = await lineRows(from(0), theBeginning, true).next();
    const bytes = header.done === true ? undefined : header.value.bytes;
    yield tableLine(bytes && textOf(bytes), REFUSED_BECAUSE);
  }
  for await (const { after, verdicts } of judgedBatches(db, id, 'refused', 0)) {
    const reasons = new Map(verdicts.map((verdict) => [verdict.line, reasonOf(verdict)]));
    const last = verdicts.at(-1)?.line ?? 0;
    let text = '';
    for await (const { line, bytes } of lineRows(from(after.position), after, quotes)) {
      const reason = reasons.get(line);
      if (reason !== undefined) text += written(bytes && textOf(bytes), reason);
      if (line >= last) break;
    }
    yield text;
  }
}
