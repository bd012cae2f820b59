/** The rows of a CSV file: the header first, then records as far as they go. */
import type { TSchema } from 'typebox';
import { Refusal } from '../shared/errors.ts';
import { csvCells, csvHeader, csvRow } from './csv-cells.ts';
import type { RowProblem } from './feed-kind.ts';
import { type FeedRow, tooLarge } from './feed-run.ts';
import { type Chunks, lineRows, type Place, type RawRow, REFUSED_BECAUSE, theBeginning } from './feed-rows.ts';
import { jsonProblem } from '../http/requests/strict-json.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

export const textOf = (bytes: Uint8Array): string | undefined => {
  try {
    const text = utf8.decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
};

const refuse = (message: string): Refusal => new Refusal('body_invalid', { details: [{ field: 'header', message }] });

/** What the caller calls his columns, and the fields they are; an empty field leaves the column out. */
export type ColumnNames = ReadonlyMap<string, string>;

/** Reads lines behind this header as rows. */
const readerFor = (header: RawRow | undefined, schema: TSchema, named: ColumnNames) => {
  const line = header?.bytes === undefined ? undefined : textOf(header.bytes);
  const names = line === undefined ? undefined : csvCells(line);
  if (names === undefined) throw refuse('The first line must name the columns.');
  const unnamed = names.findIndex((name) => name.trim() === '');
  if (unnamed !== -1) throw refuse(`Column ${unnamed + 1} has no name.`);
  const given = new Set(names.map((name) => name.trim()));
  const missing = [...named.keys()].find((name) => !given.has(name));
  if (missing !== undefined) throw refuse(`The file has no column ${missing}.`);
  const read = csvHeader(
    names.map((name) => (name.trim() === REFUSED_BECAUSE ? '' : (named.get(name.trim()) ?? name))),
    schema,
  );
  if ('problem' in read) throw refuse(read.problem);

  const rowOf = (bytes: Uint8Array): { readonly problem: RowProblem } | { readonly value: unknown } => {
    const text = textOf(bytes);
    const cells = text === undefined ? undefined : csvCells(text);
    if (cells === undefined) return { problem: { field: '', message: 'The line is not valid CSV in UTF-8.' } };
    if (cells.length > names.length) {
      return { problem: { field: '', message: `The line has ${cells.length} cells, the header ${names.length}.` } };
    }
    const value = csvRow(read.columns, cells);
    const problem = jsonProblem(value, { texts: true, names: true });
    return problem === undefined ? { value } : { problem };
  };
  return async function* rows(lines: AsyncIterable<RawRow>): AsyncGenerator<FeedRow, void> {
    for await (const { line: number, next, bytes } of lines) {
      if (bytes === undefined) yield { line: number, next, size: 0, problem: tooLarge };
      else yield { line: number, next, size: bytes.length, ...rowOf(bytes) };
    }
  };
};

/** Reads the header from the beginning of the file; `rows` then reads from there or from any later place. */
export const openCsv = async (beginning: Chunks, schema: TSchema, named: ColumnNames = new Map()) => {
  const first = await lineRows(beginning, theBeginning, true).next();
  const header = first.done === true ? undefined : first.value;
  const rows = readerFor(header, schema, named);
  return {
    begins: { line: header?.line ?? 0, position: header?.next ?? 0 } satisfies Place,
    rows: (chunks: Chunks, after: Place): AsyncGenerator<FeedRow, void> => rows(lineRows(chunks, after, true)),
  };
};

/** A table that comes once, as a stream. */
export async function* csvStream(chunks: Chunks, schema: TSchema, named: ColumnNames): AsyncGenerator<FeedRow, void> {
  const lines = lineRows(chunks, theBeginning, true);
  const first = await lines.next();
  yield* readerFor(first.done === true ? undefined : first.value, schema, named)(lines);
}
