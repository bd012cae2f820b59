/** A document as it is stored. One write measures it, stores it and may copy it aside: it becomes text once. */
import type { CartDocument } from './cart-document.ts';
import { hungOn } from '../../shared/hung-on.ts';
import { nextTurn } from '../../shared/slices.ts';

const texts = hungOn<string>();

export const documentText = (document: CartDocument): string => {
  const text = texts.get(document) ?? JSON.stringify(document);
  texts.set(document, text);
  return text;
};

/** What was read is not written out again to be measured. */
export const withText = (document: CartDocument, text: string): CartDocument => {
  texts.set(document, text);
  return document;
};

const LONG_TEXT = 20_000;
/** About fifty lines: worth a turn of its own before it is read, for many such may have come with one answer of the database. */
export const isLong = (row: { readonly document: string } | undefined): boolean =>
  row !== undefined && row.document.length > LONG_TEXT;

/** What `read` makes of each row, about as much in a turn of the loop as a small cart: a large one has its own. */
export const readInTurns = async <Row extends { readonly document: string }, Read>(
  rows: readonly Row[],
  read: (row: Row) => Read,
): Promise<readonly Read[]> => {
  const all: Read[] = [];
  let length = 0;
  for (const row of rows) {
    length += row.document.length;
    if (length > LONG_TEXT) {
      await nextTurn();
      length = row.document.length;
    }
    all.push(read(row));
  }
  return all;
};
