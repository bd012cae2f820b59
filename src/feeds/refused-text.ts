/** Refused rows as text like the file that they came in, with the reason of each: mended, it is imported as it stands. */
import { csvCells } from './csv-cells.ts';
import { csvLine } from './csv-line.ts';
import { textOf } from './csv-rows.ts';
import type { Verdict } from './feed-kind.ts';
import { type Chunks, lineRows, type Place, REFUSED_BECAUSE, theBeginning } from './feed-rows.ts';
import type { FileFormat } from './import-source.ts';

type From = (position: number) => Chunks;

const reasonOf = ({ line, field, message }: Verdict): string =>
  `line ${line}: ${field === null || field === '' ? '' : `${field}: `}${message}`;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A number that as a value may be another, or none: 1e400, or one of more digits than a value has. */
const UNSURE_NUMBER = /[\d.]{16}|\d[eE]/;
/** What an earlier file of refused rows said last of an object. */
const EARLIER_REASON = new RegExp(`,?"${REFUSED_BECAUSE}":"(?:[^"\\\\]|\\\\.)*"\\}$`);

/** The fields of a row as it wrote them, with the reason behind them. */
const inOwnWords = (object: string, reason: string): string => {
  const fields = object.replace(EARLIER_REASON, '}').slice(0, -1);
  return `${fields}${fields.trimEnd() === '{' ? '' : ','}${JSON.stringify(REFUSED_BECAUSE)}:${JSON.stringify(reason)}}\n`;
};

/** A line without its form is shown as text, so that somebody can see what it was. */
const jsonLine = (text: string | undefined, reason: string): string => {
  const value = text === undefined ? undefined : parsed(text);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (text !== undefined && isObject && UNSURE_NUMBER.test(text)) return inOwnWords(text.trim(), reason);
  return `${JSON.stringify({ ...(isObject ? value : { row: text ?? null }), [REFUSED_BECAUSE]: reason })}\n`;
};
const tableLine = (text: string | undefined, first: string): string => {
  const cells = text === undefined ? [] : (csvCells(text) ?? [text]);
  return `${csvLine([first, ...cells])}\r\n`;
};
const writers: Readonly<Record<FileFormat, (text: string | undefined, reason: string) => string>> = {
  csv: tableLine,
  ndjson: jsonLine,
};

/** What stands before the rows: the header of a table. */
export const refusedHead = async (from: From, format: FileFormat): Promise<string> => {
  if (format !== 'csv') return '';
  const header = await lineRows(from(0), theBeginning, true).next();
  const bytes = header.done === true ? undefined : header.value.bytes;
  return tableLine(bytes && textOf(bytes), REFUSED_BECAUSE);
};

/** The refused rows of a batch that begins behind a place. */
export const refusedText = async (
  from: From,
  format: FileFormat,
  { after, verdicts }: { readonly after: Place; readonly verdicts: readonly Verdict[] },
): Promise<string> => {
  const refused = verdicts.filter(({ success }) => !success);
  const reasons = new Map(refused.map((verdict) => [verdict.line, reasonOf(verdict)]));
  const last = refused.at(-1)?.line ?? 0;
  let text = '';
  if (last === 0) return text;
  for await (const { line, bytes } of lineRows(from(after.position), after, format === 'csv')) {
    const reason = reasons.get(line);
    if (reason !== undefined) text += writers[format](bytes && textOf(bytes), reason);
    if (line >= last) break;
  }
  return text;
};
