/**
 * The one list of what every table holds of people. Erasure walks it, the log is cleaned by it, docs/operations/personal-data.md
 * is made from it, and a test compares it with the tables there are: a new column has to say what it is.
 */
import { eventTables } from './event-tables.ts';
import { peopleTables } from './people-tables.ts';
import type { PersonalTable } from './personal-table.ts';
import { shopTables } from './shop-tables.ts';

export const personalData: ReadonlyMap<string, PersonalTable> = new Map<string, PersonalTable>([
  ...Object.entries(peopleTables),
  ...Object.entries(eventTables),
  ...Object.entries(shopTables),
]);
