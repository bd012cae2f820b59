/**
 * Rows as a table for spreadsheets, by the names the API has for their members: `prices.0.marked`, as a file that is imported
 * names them. A text that a spreadsheet would run gets an apostrophe before it, as in the tables of the service; a page has no
 * code of the service, so this is written here again, and a test holds both to the same. Pure.
 */
type Cell = string | number | boolean | null;

const BEGINNING = String.raw`(?:^|[,;|\t\r\n"])[\s\p{Cc}\p{Cf}]*'*`;
const formulas = new RegExp(`(${BEGINNING})(?=[=+\\-@＝＋－＠])`, 'gu');
const plainNumber = /^-?\d+(\.\d+)?$/;

const cellText = (value: Cell): string => {
  if (value === null) return '';
  if (typeof value !== 'string' || plainNumber.test(value)) return String(value);
  const text = value.replace(formulas, "$1'").replace(/^[\t\r\n]/, "'$&");
  return /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
export const csvLine = (cells: readonly Cell[]): string => cells.map(cellText).join(',');

/** What lies deeper stays JSON in one cell: a column for each would be a table nobody can read. */
const DEEPEST = 4;
const isPlain = (value: unknown): value is Cell | undefined => typeof value !== 'object' || value === null;

type Cells = readonly (readonly [name: string, cell: Cell])[];
const cellsOf = (value: unknown, path: readonly string[]): Cells => {
  const name = path.join('.');
  if (isPlain(value)) return [[name, value ?? null]];
  // As the feeds have it: a list of plain values is one cell, with bars between.
  if (Array.isArray(value) && value.every(isPlain)) return [[name, value.map(String).join('|')]];
  if (path.length >= DEEPEST) return [[name, JSON.stringify(value)]];
  return Object.entries(value).flatMap(([below, one]) => cellsOf(one, [...path, below]));
};

/** With the names of all columns that one of the rows has, in the order they are met. */
export const csvOf = (rows: readonly unknown[]): string => {
  const flat = rows.map((row) => new Map(cellsOf(row, [])));
  const names = [...new Set(flat.flatMap((cells) => [...cells.keys()]))];
  const lines = flat.map((cells) => csvLine(names.map((name) => cells.get(name) ?? null)));
  return `${[csvLine(names), ...lines].join('\r\n')}\r\n`;
};
