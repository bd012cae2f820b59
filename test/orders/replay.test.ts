/** Orders replayed: every one gives the same numbers, and what was changed behind its back is named. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import * as fc from 'fast-check';
import { commands } from '../../src/commands/command-list.ts';
import { readInput } from '../../src/commands/command.ts';
import { replay, runReplay } from '../../src/commands/orders/replay.ts';
import { runCommand } from '../../src/commands/run-command.ts';
import { dataFolder } from '../commands/run-cartwright.ts';
import { forEachEngine } from '../databases.ts';
import { runs } from '../laws/runs.ts';
import { openBoughtOrders } from './bought-orders.ts';
import { byCard, fill, onDelivery } from './order-server.ts';

test('the command line says what it cannot replay', async () => {
  const { folder, remove } = dataFolder();
  try {
    assert.ok(commands.includes(replay));
    for (const [args, code, said] of [
      [['replay', 'FY1'], 1, /There is no such order/],
      [['replay', '--all'], 2, /--all with --application/],
    ] as const) {
      const told: string[] = [];
      const streams = { print: () => {}, complain: (line: string) => void told.push(line) };
      assert.equal(await runCommand(commands, args, { CARTWRIGHT_DATA: folder }, streams), code);
      assert.match(told.join('\n'), said);
    }
  } finally {
    remove();
  }
});

forEachEngine(async (engine) => {
  const server = await openBoughtOrders(engine);
  after(server.close);
  const { shop, buyer, nth } = server;
  const { db } = shop.node;
  const run = async (...args: readonly string[]): Promise<readonly [number, string]> => {
    const lines: string[] = [];
    const input = readInput(replay, args, { environment: {}, print: (line) => void lines.push(line) });
    return [await runReplay(db, input), lines.join('\n')];
  };
  const all = ['--all', '--application', shop.applicationId];
  /** Changes a stored text, replays, and puts it back. */
  const withChanged = async (
    [table, column, where, value]: readonly [string, string, string, string],
    change: (text: string) => string,
    check: () => Promise<void>,
  ): Promise<void> => {
    const row = await db.one<{ text: string }>(`select ${column} as text from ${table} where ${where} = ?`, [value]);
    assert.ok(row);
    const write = (text: string) =>
      db.commit([{ sql: `update ${table} set ${column} = ? where ${where} = ?`, params: [text, value] }]);
    await write(change(row.text));
    try {
      await check();
    } finally {
      await write(row.text);
    }
  };

  describe('a replay', () => {
    test('gives every order the same numbers, however it was filled and paid', async () => {
      const drawn = fc.record({
        first: fc.integer({ min: 1, max: 4 }),
        second: fc.nat(3),
        coupon: fc.boolean(),
        way: fc.constantFrom(onDelivery, byCard),
      });
      await fc.assert(
        fc.asyncProperty(drawn, async ({ first, second, coupon, way }) => {
          await fill(buyer, 1, first);
          if (second > 0) await fill(buyer, 2, second);
          if (coupon) await buyer('POST', '/v1.0/coupon', { coupon_code: 'FIVE' });
          const { status, body } = await buyer('POST', '/v1.0/checkout', way);
          assert.equal(status, 200, JSON.stringify(body));
          const id = String(body['order_id']);
          assert.deepEqual(await run(id), [0, `${id} gives the same numbers, byte for byte`]);
        }),
        { numRuns: runs(5) },
      );
      const [code, said] = await run(...all);
      assert.equal(code, 0, said);
      assert.match(said, /100 %: .*\n\d+ orders replayed, 0 differ$/);
    });

    test('begins with the time that is named', async () => {
      const since = new Date(nth(2).createdAt + 3_600_000).toISOString();
      assert.deepEqual(await run(...all, '--since', since), [0, '0 orders replayed, 0 differ']);
    });

    test('names the number that was changed, and where it was recorded', async () => {
      const { id, document } = nth(0);
      const { total } = document.totals;
      await withChanged(
        ['order_snapshot', 'priced', 'order_id', id],
        (text) => text.replace(`"total":${total}`, '"total":1'),
        async () => {
          const [code, said] = await run(id);
          assert.equal(code, 1);
          assert.equal(said, `${id} differs\n  number priced.breakup.total: recorded 1, now ${total}`);
          const [every, told] = await run(...all);
          assert.equal(every, 1);
          assert.match(told, /priced\.breakup\.total: recorded 1[^]*, 1 differ$/);
        },
      );
      await withChanged(
        ['customer_order', 'document', 'id', id],
        (text) => text.replace(`"total":${total}`, '"total":2'),
        async () => assert.match((await run(id))[1], /number order\.totals\.total: recorded 2/),
      );
    });

    test('names the input that was changed', async () => {
      const { id, document } = nth(0);
      await withChanged(
        ['order_snapshot', 'input', 'order_id', id],
        (text) => text.replace('"now":', '"now":1'),
        async () => assert.match((await run(id))[1], /input input was changed since it was kept as [0-9a-f]{64}/),
      );
      const [offer] = document.offers;
      assert.ok(offer);
      await withChanged(
        ['order_offer', 'document', 'hash', offer.hash],
        (text) => `${text} `,
        async () => assert.ok((await run(id))[1].includes(`input offers.${offer.id} was changed`)),
      );
      assert.equal((await run(id))[0], 0);
    });

    test('does not know an order that is not there', async () => {
      await assert.rejects(run('nothing'), /There is no such order/);
      await assert.rejects(run('--all', '--application', 'nothing'), { code: 'application_not_found' });
    });
  });
});
