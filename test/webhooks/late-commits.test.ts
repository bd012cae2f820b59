/** Events are found by their state: one that commits after others that came later is handed out all the same. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { Statement } from '../../src/db/database.ts';
import { numbered } from '../../src/db/postgres/postgres-statement.ts';
import { outboxStatements } from '../../src/events/outbox.ts';
import { readListening } from '../../src/webhooks/subscribers/subscriber-store.ts';
import { type Engine, forEachEngine, type TestDatabase } from '../databases.ts';
import { openReceiver } from './receiver.ts';
import { cartEvent, courierOf, deliverAll, networkSend, webhookServer } from './webhook-server.ts';

/** Writes at once and lets the world see it when `commit` is called. */
type Late = { readonly commit: () => Promise<void> };

const heldOpen = async (url: string, { sql, params = [] }: Statement): Promise<Late> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query(numbered(sql), [...params]);
  return {
    commit: async () => {
      await client.query('commit');
      await client.end();
    },
  };
};

/** SQLite has one writer at a time, so nobody commits while a transaction is open; another process can only be late. */
const otherProcess = (file: string, { sql, params = [] }: Statement): Late => ({
  commit: async () => {
    const program = `const { DatabaseSync } = require('node:sqlite');
      const [file, sql, params] = process.argv.slice(1);
      const db = new DatabaseSync(file, { timeout: 5000 });
      db.prepare(sql).run(...JSON.parse(params));
      db.close();`;
    const args = ['--no-warnings', '-e', program, file, sql, JSON.stringify(params)];
    await promisify(execFile)(process.execPath, args);
  },
});

/** The engine, with the place of its database at hand. */
const withPlace = (engine: Engine): { readonly engine: Engine; readonly place: () => TestDatabase } => {
  let opened: TestDatabase | undefined;
  const open: Engine['open'] = async (options) => (opened = await engine.open(options));
  return {
    engine: { ...engine, open },
    place: () => {
      if (opened === undefined) throw new Error('it is not open');
      return opened;
    },
  };
};

forEachEngine((given) => {
  test('an event that commits while others are handed out is not taken for one of them', async () => {
    const [server, receiver] = [await webhookServer(given), await openReceiver()];
    try {
      const { node, shop } = server;
      await server.subscribe(receiver.url);
      await server.tell(cartEvent(shop, 1));
      let number = 1;
      const courier = courierOf(node, networkSend(node), {
        subscribersOf: async (companyIds) => {
          number += 1;
          if (number <= 4) await server.tell(cartEvent(shop, number));
          return readListening(node.db, companyIds);
        },
      });
      await deliverAll(courier);
      assert.equal(receiver.received.length, 4);
    } finally {
      await server.close();
      await receiver.close();
    }
  });

  test('an event whose transaction is open for ten seconds while others commit is not skipped', async () => {
    const { engine, place } = withPlace(given);
    const [server, receiver] = [await webhookServer(engine), await openReceiver()];
    try {
      const { node, shop } = server;
      await server.subscribe(receiver.url);
      const courier = courierOf(node, networkSend(node));
      const [insert] = outboxStatements([cartEvent(shop, 0)], node.now());
      assert.ok(insert !== undefined);
      const { url, file = '' } = place();
      const late = url === undefined ? otherProcess(file, insert) : await heldOpen(url, insert);
      for (let second = 1; second <= 10; second += 1) {
        node.clock.at += 1_000;
        await server.tell(cartEvent(shop, second));
        await deliverAll(courier);
      }
      assert.equal(receiver.received.length, 10, 'what is committed does not wait for what is not');
      await late.commit();
      await deliverAll(courier);
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      assert.equal(ids.length, 11);
      assert.equal(ids.at(-1), cartEvent(shop, 0).id);
    } finally {
      await server.close();
      await receiver.close();
    }
  });
});
