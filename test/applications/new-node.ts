/** A node of its own for a test: a fresh database, a keyring, and a clock that the test moves. */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Node } from '../../src/applications/node.ts';
import { parseKeyring } from '../../src/db/sealing/keyring.ts';
import { registerKeyring } from '../../src/db/sealing/sealing-keys.ts';
import { type Engine, migrations } from '../databases.ts';

export type TestNode = Node & {
  readonly clock: { at: number };
  /** Every text of every table, to look for what must not be there. */
  readonly dump: () => Promise<string>;
  readonly close: () => Promise<void>;
};

/** Every table there is, as the migrations make them. */
const tables = readdirSync(migrations)
  .flatMap((file) => [...readFileSync(new URL(file, migrations), 'utf8').matchAll(/^create table (\w+)/gm)])
  .map((match) => match[1] ?? '');

export const newNode = async (engine: Engine): Promise<TestNode> => {
  const { db, close } = await engine.open();
  const clock = { at: Date.UTC(2026, 10, 15, 12) };
  const keyring = parseKeyring(randomBytes(32).toString('hex'), 'CARTWRIGHT_KEY');
  await registerKeyring(db, keyring, clock.at);
  return {
    db,
    keyring,
    now: () => clock.at,
    stopwatch: { ms: () => clock.at },
    random: randomBytes,
    clock,
    dump: async () =>
      JSON.stringify(await Promise.all(tables.map((table) => db.all(`select * from ${table} limit 10000`)))),
    close,
  };
};
