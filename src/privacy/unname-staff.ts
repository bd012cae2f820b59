/**
 * Takes the name of somebody of the shop out of the records that name him. What was done stays, by his id: the audit goes on
 * telling that one person did this and that, and no longer which.
 */
import type { Database, Statement } from '../db/database.ts';
import { untilGuardHolds } from '../db/until-guard-holds.ts';

export type StaffMember = { readonly organizationId: string; readonly id: string };

/** `about` finds rows that are about him without naming his id inside. */
type Place = { readonly table: string; readonly key: string; readonly set: string; readonly about?: string };
const places: readonly Place[] = [
  { table: 'audit', key: 'id', set: '', about: 'subject' },
  { table: 'oauth_client', key: 'client_id', set: 'version = version + 1, ' },
];
const PERSONAL = new Set(['name', 'email', 'address']);
const STEP = 100;
const GUARD = 'unnamed_document';

const emptied = (value: object): object =>
  Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, PERSONAL.has(name) ? '' : entry]));

/** Every object with his id loses what says who he is; with `all`, every object does. */
export const unnamed = (value: unknown, id: string, all: boolean): unknown => {
  if (Array.isArray(value)) return value.map((entry) => unnamed(entry, id, all));
  if (typeof value !== 'object' || value === null) return value;
  const inside = Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, unnamed(entry, id, all)]));
  return all || inside['id'] === id ? emptied(inside) : inside;
};

type Found = { readonly key: string; readonly document: string; readonly about: string };

const rewritten = ({ table, key, set }: Place, found: Found, document: string): Statement => ({
  sql: `update ${table} set ${set}document = ? where ${key} = ? and document = ?`,
  params: [document, found.key, found.document],
  guard: { name: GUARD, rows: 1 },
});

const statementsFor = async (db: Database, place: Place, person: StaffMember): Promise<readonly Statement[]> => {
  const subject = `operator/${person.id}`;
  const about = place.about ?? "''";
  const statements: Statement[] = [];
  const rows = db.scan<Found>(
    `select ${place.key} as "key", document, ${about} as about from ${place.table}
     where organization_id = ? and (document like ? or ${about} = ?) order by ${place.key}`,
    [person.organizationId, `%${person.id}%`, subject],
  );
  for await (const chunk of rows) {
    for (const found of chunk) {
      const document = JSON.stringify(unnamed(JSON.parse(found.document), person.id, found.about === subject));
      if (document !== found.document) statements.push(rewritten(place, found, document));
    }
  }
  return statements;
};

/** Can be interrupted and run again. */
export const unnameStaff = async (db: Database, person: StaffMember): Promise<void> => {
  for (const place of places) {
    await untilGuardHolds(GUARD, async () => {
      const statements = await statementsFor(db, place, person);
      for (let at = 0; at < statements.length; at += STEP) await db.commit(statements.slice(at, at + STEP));
    });
  }
};
