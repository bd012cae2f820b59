/**
 * The one way a table leaves as CSV. Text that a spreadsheet would run (a formula) gets an apostrophe before it, which
 * spreadsheets take for "this is text": at the beginning of a cell, and behind whatever another spreadsheet may take for the
 * beginning of one, because not all of them split at commas or mind quotes. Numbers stay numbers. Pure.
 */
export type CsvCell = string | number | boolean | null;

/** What separates cells somewhere, and quotes; then nothing that is seen. */
const BEGINNING = String.raw`(?:^|[,;|\t\r\n"])[\s\p{Cc}\p{Cf}]*'*`;
const FORMULA = '[=+\\-@＝＋－＠]';
const formulas = new RegExp(`(${BEGINNING})(?=${FORMULA})`, 'gu');
const guarded = new RegExp(`^([\\s\\p{Cc}\\p{Cf}]*'*)'(?=${FORMULA})`, 'u');
const plainNumber = /^-?\d+(\.\d+)?$/;

const cellOf = (value: CsvCell): string => {
  if (value === null) return '';
  if (typeof value !== 'string' || plainNumber.test(value)) return String(value);
  const text = value.replace(formulas, "$1'").replace(/^[\t\r\n]/, "'$&");
  return /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Without its end. */
export const csvLine = (cells: readonly CsvCell[]): string => cells.map(cellOf).join(',');

/** A cell as it was before it was guarded, here or by hand. */
export const unguarded = (cell: string): string => cell.replace(guarded, '$1');
