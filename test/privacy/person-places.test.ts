/** Where rows of a hundred guests can lie is found by whose they are, not by going through all that an application has. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Row } from '../../src/db/database.ts';
import { findInEvents, noTraces } from '../../src/privacy/find-person.ts';
import { placesOf, placesOfRest, rowsAt } from '../../src/privacy/person-places.ts';
import { keyOf } from '../../src/privacy/personal-table.ts';
import { engines } from '../databases.ts';
import { recordingEngine } from '../recorded-statements.ts';

const ids = Array.from({ length: 100 }, (_, at) => `id-${at}`);
const guests = {
  ...noTraces,
  applicationId: 'application',
  organizationId: 'organization',
  pseudonym: 'erased',
  guestIds: ids,
  anonymousSigns: ids,
  cartIds: ids,
  cartNumbers: ids,
  orderIds: ids,
};

test('each id is one look into an index', async () => {
  const sqlite = engines.find(({ name }) => name === 'sqlite');
  assert.ok(sqlite);
  const { engine, asked } = recordingEngine(sqlite);
  const { db, close } = await engine.open();
  after(close);
  const named = { userIds: ids, guestIds: [], pageIds: [] };
  await findInEvents(db, guests, named, (text) => text);
  const statements = asked.map(({ sql, params }) => ({ name: 'event', sql, params }));
  assert.equal(statements.length, 1);
  for (const place of [...placesOf(guests, 'all'), ...placesOfRest(guests)]) {
    const { name, table } = place;
    const [rows, params] = rowsAt(place, `${name}.*`);
    const sql = `${rows} order by ${keyOf(table).join(', ')} limit ? offset 0`;
    statements.push({ name, sql, params: [...params, 200] });
  }
  const slow: string[] = [];
  for (const { name, sql, params } of statements) {
    const plan = await db.all<Row & { detail: string }>(`explain query plan ${sql}`, params);
    const look = plan.map(({ detail }) => detail).find((detail) => detail.split(' ').includes(name)) ?? name;
    if (!look.startsWith('SEARCH') || /\(application_id=\?\)$|>\?/.test(look)) slow.push(look);
  }
  assert.deepEqual(slow, []);
});
