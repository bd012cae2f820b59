/** An erasure that finds many guests does as much for each of them as one that finds few, a little at a time, and lets others in between. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Row, Statement } from '../../src/db/database.ts';
import { startSweeps } from '../../src/db/sweep.ts';
import { readReceipt, type Receipt } from '../../src/privacy/erasure-store.ts';
import { type ErasureRequest, erasePerson, erasureSweep, runErasure } from '../../src/privacy/run-erasure.ts';
import { newNode } from '../applications/new-node.ts';
import { newShop } from '../applications/test-server.ts';
import { growthOf } from '../counted-work.ts';
import { forEachEngine } from '../databases.ts';
import { recordingEngine } from '../recorded-statements.ts';

const nobody = { userIds: [], guestIds: [], pageIds: [] };
/** Of one turn of the sweep, as src/privacy/run-erasure.ts has it. */
const TURN = 200;
const PART = 50;

forEachEngine(async (engine) => {
  const { engine: recording, asked } = recordingEngine(engine);
  const node = await newNode(recording);
  after(() => node.close());
  const { db } = node;
  const { applicationId, organizationId } = await newShop(node);
  const desk = { ...node, hashOf: () => (text: string) => `hash of ${text}` };
  const requestFor = (asks: Pick<ErasureRequest, 'named' | 'contact'>): ErasureRequest => ({
    applicationId,
    organizationId,
    scope: 'all',
    also: () => [],
    ...asks,
  });
  const counted = async (table: string): Promise<number> =>
    (await db.all(`select 1 as n from ${table} where application_id = ?`, [applicationId])).length;
  const steps = (): number => asked.filter(({ sql }) => sql.startsWith('update event_erasure ')).length;

  let carts = 0;
  /** With an address and a cart each, of whom all gave one number. */
  const guestsBy = async (phone: string, count: number): Promise<void> => {
    const document = JSON.stringify({ fields: { phone } });
    const rows = Array.from({ length: count }, (_, at): readonly Statement[] => {
      const id = `guest-${phone}-${at}`;
      carts += 1;
      return [
        {
          sql: `insert into address (application_id, owner_kind, owner_id, id, version, created_at, modified_at, document)
            values (?, 'anonymous', ?, 'home', 1, 0, 0, ?)`,
          params: [applicationId, id, document],
        },
        {
          sql: `insert into cart (id, cart_id, application_id, owner_kind, owner_id, kind, slug, state, version, created_at,
            modified_at, expires_at, document) values (?, ?, ?, 'anonymous', ?, 'cart', '', 'active', 1, 0, 0, 0, '{}')`,
          params: [`cart-${id}`, carts, applicationId, id],
        },
      ];
    });
    for (let at = 0; at < rows.length; at += PART) await db.commit(rows.slice(at, at + PART).flat());
  };
  const toTheEnd = async ({ id }: Receipt): Promise<Receipt | undefined> => {
    const sweep = erasureSweep();
    while ((await sweep(desk)) > 0);
    return readReceipt(db, applicationId, id);
  };

  test('what is asked of the database and written grows with the guests, and no statement does', async () => {
    const longest = new Map<number, number>();
    const signsOf = async (size: number): Promise<number> => {
      const phone = `98200${10_000 + size}`;
      await guestsBy(phone, size);
      asked.length = 0;
      const receipt = await toTheEnd(
        await erasePerson(desk, requestFor({ named: nobody, contact: { phone, country: 'IN' } })),
      );
      assert.deepEqual([receipt?.state, receipt?.erased], ['done', { address: size, cart: size }]);
      const signs = asked.map(({ sql, params }) => sql.length + params.map(String).join('').length);
      longest.set(size, Math.max(...signs));
      return signs.reduce((sum, one) => sum + one, 0);
    };
    const growth = await growthOf(300, signsOf);
    assert.ok(growth < 2.3, `times ${growth} for twice as many`);
    const [few = 0, , many = 0] = longest.values();
    assert.ok(many < few * 1.2, `a statement of ${few} signs became one of ${many}`);
    assert.deepEqual(
      [await counted('address'), await counted('cart'), await counted('event_erasure_trace')],
      [0, 0, 0],
    );
  });

  test('what is looked through is looked through once for all guests, also by two nodes that stop after each step', async () => {
    const phone = '9820055555';
    await guestsBy(phone, 250);
    const entries: Readonly<Record<string, object>> = {
      'his cart': { cart_id: `cart-guest-${phone}-7`, reason: 'he called' },
      'the number of his cart': { cart_id: carts, reason: 'he called again' },
      'his id': { owner: `guest-${phone}-240`, reason: 'lost' },
      'a stranger': { owner: 'somebody', cart_id: 'cart-of-somebody', reason: 'found' },
    };
    await db.commit(
      Object.entries(entries).map(([id, document]) => ({
        sql: `insert into audit (id, organization_id, actor, action, subject, created_at, document)
          values (?, ?, 'staff', 'looked', 'shop', 0, ?)`,
        params: [id, organizationId, JSON.stringify(document)],
      })),
    );
    asked.length = 0;
    let begun = '';
    const stopped = { ...desk, db: { ...db, commit: once(db.commit) } };
    const request = requestFor({ named: nobody, contact: { phone, country: 'IN' } });
    const also = ({ id }: Receipt): readonly Statement[] => {
      begun = id;
      return [];
    };
    await assert.rejects(erasePerson(stopped, { ...request, also }), /interrupted/);
    const key = { applicationId, id: begun };
    let running = true;
    while (running) {
      await Promise.all([runErasure(desk, key, 1), runErasure(desk, key, 1)]);
      running = (await readReceipt(db, applicationId, begun))?.state === 'running';
    }
    const receipt = await readReceipt(db, applicationId, begun);
    assert.deepEqual([receipt?.state, receipt?.erased], ['done', { address: 250, cart: 250, audit: 3 }]);
    const looks = asked.filter(({ sql }) => sql.startsWith('select audit.* from audit where organization_id'));
    // Two of each node; who comes a moment late finds what the other changed and looks on at once, and once more when he is told.
    assert.ok(looks.length <= 5, `${looks.length} looks, by two nodes`);
    const left = await db.all<Row & { id: string; document: string }>(
      `select id, document from audit where action = 'looked'`,
    );
    const told = left.filter(({ document }) => !document.includes('"reason":""'));
    assert.deepEqual(
      told.map(({ id }) => id),
      ['a stranger'],
    );
    assert.ok(left.every(({ document }) => !document.includes('"owner":"guest-')));
  });

  test('a turn of the sweep is bounded, whatever there is to be erased, and another sweep has its turn', async () => {
    for (let at = 0; at < 110; at += 1) {
      const named = { ...nobody, userIds: [`customer-${at}`] };
      await assert.rejects(
        erasePerson({ ...desk, db: { ...db, commit: once(db.commit) } }, requestFor({ named })),
        /interrupted/,
      );
    }
    const open = async (): Promise<number> =>
      (await db.all('select 1 as n from event_erasure where progress is not null')).length;
    const [left, taken]: [number[], number[]] = [[], []];
    const sweep = erasureSweep();
    const { promise: over, resolve } = Promise.withResolvers<void>();
    asked.length = 0;
    const other = async (): Promise<number> => {
      taken.push(steps());
      asked.length = 0;
      left.push(await open());
      if (left.at(-1) === 0) resolve();
      return 0;
    };
    const stopSweeps = startSweeps(
      [
        { name: 'erasures', run: () => sweep(desk) },
        { name: 'other', run: other },
      ],
      { everyMs: 1, now: node.now, chance: () => 0.5, onFailure: (_, error) => assert.fail(String(error)) },
    );
    await over;
    await stopSweeps();
    assert.ok(
      taken.every((one) => one <= TURN),
      `${taken.join()} steps`,
    );
    assert.ok((left[0] ?? 0) > 0 && left.length > 1, `${left.join()} left`);
  });
});

/** Lets the first call through and breaks on the next, as a node does that is killed. */
const once = <A extends readonly unknown[], R>(run: (...given: A) => Promise<R>): ((...given: A) => Promise<R>) => {
  let calls = 0;
  return async (...given) => {
    calls += 1;
    if (calls > 1) throw new Error('interrupted');
    return run(...given);
  };
};
