/** The rows of a CSV file: the header first, then records as far as they go. */
import type { TSchema } from 'typebox';
import { Refusal } from '../shared/errors.ts';
import { csvCells, csvHeader, csvRow } from './csv-cells.ts';
import type { RowProblem } from './feed-kind.ts';
import { type FeedRow, tooLarge } from './feed-run.ts';
import { type Chunks, lineRows, type Place, theBeginning } from './feed-rows.ts';
import { jsonProblem } from '../http/requests/strict-json.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

const textOf = (bytes: Uint8Array): string | undefined => {
  try {
    const text = utf8.decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
};

const refuse = (message: string): Refusal => new Refusal('body_invalid', { details: [{ field: 'header', message }] });

/** Reads the header from the beginning of the file; `rows` then reads from there or from any later place. */
export const openCsv = async (beginning: Chunks, schema: TSchema) => {
  const first = await lineRows(beginning, theBeginning, true).next();
  const header = first.done === true || first.value.bytes === undefined ? undefined : textOf(first.value.bytes);
  const names = header === undefined ? undefined : csvCells(header);
  if (first.done === true || names === undefined) throw refuse('The first line must name the columns.');
  const read = csvHeader(names, schema);
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
  return {
    begins: { line: first.value.line, position: first.value.next } satisfies Place,
    async *rows(chunks: Chunks, after: Place): AsyncGenerator<FeedRow, void> {
      for await (const { line, next, bytes } of lineRows(chunks, after, true)) {
        if (bytes === undefined) yield { line, next, size: 0, problem: tooLarge };
        else yield { line, next, size: bytes.length, ...rowOf(bytes) };
      }
    },
  };
};
