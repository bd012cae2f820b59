/** Of the guests that an erasure found, those whom some rows name: rows are looked through once, however many guests there are. */
import { ownEntry } from '../shared/own-entry.ts';
import { textsInTurns } from '../shared/slices.ts';
import type { Database, Row } from '../db/database.ts';
import { sizeOf } from './erase-rows.ts';
import type { ErasureKey } from './erasure-store.ts';
import { tracesAmong } from './erasure-traces.ts';
import type { Person } from './find-person.ts';
import { valuesAt } from './member-rules.ts';
import { columnsOfKind, type PersonalTable } from './personal-table.ts';

/** The words of a table that may be the id of a shopper or of a cart. */
const wordsIn = (table: PersonalTable): ((row: Row) => readonly string[]) => {
  const { members = {}, carts = [], prefix = '' } = table;
  const documents = Object.entries(members).map(([column, paths]) => {
    const named = Object.entries(paths).flatMap(([path, becomes]) => ('shopper' in becomes ? [path] : []));
    const sought = [...named, ...carts];
    return { column, sought, signs: sought.map((path) => `"${path.slice(path.lastIndexOf('.') + 1)}"`) };
  });
  return (row) => [
    ...columnsOfKind(table, 'shopper').map((column) => {
      const text = String(ownEntry(row, column));
      return text.slice(text.lastIndexOf(prefix) + prefix.length);
    }),
    ...documents.flatMap(({ column, sought, signs }) => {
      const text = String(ownEntry(row, column));
      return signs.some((sign) => text.includes(sign)) ? [...valuesAt(JSON.parse(text), sought)] : [];
    }),
  ];
};

/** The person, and with him those. */
export const withNamedIn = async (
  db: Database,
  erasure: ErasureKey & { readonly person: Person },
  table: PersonalTable,
  rows: readonly Row[],
): Promise<Person> => {
  const { person } = erasure;
  const words = await textsInTurns(rows, sizeOf, wordsIn(table));
  const found = await tracesAmong(db, erasure, [...new Set(words.flat())]);
  const of = (kind: string) => found.flatMap((one) => (one.kind === kind ? [one.id] : []));
  return {
    ...person,
    guestIds: [...person.guestIds, ...of('guest')],
    cartIds: [...person.cartIds, ...of('cart')],
  };
};
