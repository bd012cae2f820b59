/** A node of its own for a test: a fresh database, a keyring, and a clock that the test moves. */
import { randomBytes } from 'node:crypto';
import type { Node } from '../../src/applications/node.ts';
import { parseKeyring } from '../../src/db/keyring.ts';
import { registerKeyring } from '../../src/db/sealing-keys.ts';
import type { Engine } from '../databases.ts';

export type TestNode = Node & {
  readonly clock: { at: number };
  /** Every text of every table, to look for what must not be there. */
  readonly dump: () => Promise<string>;
  readonly close: () => Promise<void>;
};

const tables = [
  'installation',
  'organization',
  'company',
  'application',
  'application_token',
  'application_origin',
  'sealing_key',
  'sealed_value',
  'operator',
  'operator_link',
  'operator_session',
  'audit',
  'idempotency',
  'counter',
  'oauth_client',
  'oauth_client_secret',
];

export const newNode = async (engine: Engine): Promise<TestNode> => {
  const { db, close } = await engine.open();
  const clock = { at: Date.UTC(2026, 10, 15, 12) };
  const keyring = parseKeyring(randomBytes(32).toString('hex'), 'CARTWRIGHT_KEY');
  await registerKeyring(db, keyring, clock.at);
  return {
    db,
    keyring,
    now: () => clock.at,
    random: randomBytes,
    clock,
    dump: async () =>
      JSON.stringify(await Promise.all(tables.map((table) => db.all(`select * from ${table} limit 10000`)))),
    close,
  };
};
