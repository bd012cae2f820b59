/** Points that end: every lot is what a plain list of them would be, after any history, and lots never hold more than the balance. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, test } from 'node:test';
import * as fc from 'fast-check';
import {
  adjustBalance,
  type BalanceMove,
  earnBalance,
  insufficientBalance,
  returnBalance,
  spendBalance,
  unearnBalance,
} from '../../src/balances/balance-statements.ts';
import { listEntries, readCustomerBalances } from '../../src/balances/balance-store.ts';
import { sweepPoints } from '../../src/balances/expire-points.ts';
import { readPayable } from '../../src/balances/read-balances.ts';
import { DatabaseError, type Row, type Statement } from '../../src/db/database.ts';
import { objectId } from '../../src/shared/identifiers.ts';
import { newNode } from '../applications/new-node.ts';
import { newShop } from '../applications/test-server.ts';
import { forEachEngine } from '../databases.ts';
import { runs } from '../laws/runs.ts';
import { pointsBook } from './points-book.ts';

const start = Date.UTC(2026, 10, 15, 12);
const DAY = 86_400_000;
const fresh = (): string => objectId(randomBytes);

const stepArb = fc.record({
  what: fc.constantFrom('earn', 'earn', 'spend', 'spend', 'return', 'unearn', 'adjust', 'wait', 'sweep'),
  amount: fc.integer({ min: 1, max: 60 }),
  source: fc.integer({ min: 0, max: 3 }),
  days: fc.constantFrom(1, 2, 3, 5, null),
});

forEachEngine(async (engine) => {
  const node = await newNode(engine);
  after(node.close);
  const { db } = node;
  const { applicationId } = await newShop(node);
  const commit = async (statements: readonly Statement[]): Promise<string> => {
    try {
      await db.commit(statements);
      return 'done';
    } catch (error) {
      const short = insufficientBalance(error);
      if (short !== undefined) return short;
      if (error instanceof DatabaseError && error.code === 'guard') return error.guard ?? '';
      throw error;
    }
  };
  const move = (userId: string, amount: number, more: Partial<BalanceMove> = {}): BalanceMove => ({
    applicationId,
    userId,
    kind: 'points',
    account: '',
    amount,
    reason: 'test',
    source: `order:${fresh()}`,
    entryId: fresh(),
    at: start,
    ...more,
  });
  const stored = async (userId: string) => {
    const balance = await db.one<Row & { amount: number }>(
      "select amount from balance where user_id = ? and kind = 'points'",
      [userId],
    );
    const sums = await db.one<Row & { sum: number; unearned: number }>(
      `select cast(coalesce(sum(amount), 0) as bigint) as sum,
        cast(coalesce(sum(case when direction = 'unearned' then -amount else 0 end), 0) as bigint) as unearned
       from balance_entry where user_id = ?`,
      [userId],
    );
    const lots = await db.all<Row & { id: string; remaining: number; expired: number }>(
      'select id, remaining, expired from balance_lot where user_id = ? order by id',
      [userId],
    );
    return { amount: balance?.amount ?? 0, entries: sums?.sum ?? 0, unearned: sums?.unearned ?? 0, lots };
  };
  const payable = async (userId: string, now: number) => (await readPayable(db, applicationId, userId, now)).points;

  describe('points with an end', () => {
    test('are spent before others, the next to end first, and not at all once they have ended', async () => {
      const user = fresh();
      const [late, soon] = [move(user, 50), move(user, 30)];
      await commit(earnBalance(move(user, 20)));
      await commit(earnBalance(late, { endsAt: start + 9 * DAY }));
      await commit(earnBalance(soon, { endsAt: start + 2 * DAY }));
      assert.equal(await commit(spendBalance(move(user, 10))), 'done');
      const { ending } = await readCustomerBalances(db, applicationId, user, start);
      assert.deepEqual(
        ending.map(({ points, expiresAt }) => [points, (expiresAt - start) / DAY]),
        [
          [20, 2],
          [50, 9],
        ],
      );
      const { nextExpiry, version } = await readPayable(db, applicationId, user, start);
      assert.equal(nextExpiry, start + 2 * DAY);
      assert.equal(await payable(user, start + 2 * DAY), 70, 'also before the sweep');
      assert.notEqual((await readPayable(db, applicationId, user, start + 2 * DAY)).version, version);
      assert.equal(await commit(spendBalance(move(user, 71, { at: start + 2 * DAY }))), 'points');
      assert.equal(await sweepPoints(node, start + 2 * DAY), 1);
      const [last] = await listEntries(db, { applicationId, userId: user }, undefined, 1);
      assert.deepEqual([last?.direction, last?.amount, last?.balance], ['expired', -20, 70]);
      assert.equal(await sweepPoints(node, start + 2 * DAY), 0);
    });

    test('go back where they came from, and end as they would have', async () => {
      const user = fresh();
      const source = `order:${fresh()}`;
      await commit(earnBalance(move(user, 30), { endsAt: start + DAY }));
      await commit(spendBalance(move(user, 30, { source })));
      await commit(returnBalance(move(user, 30, { source, at: start + 2 * DAY })));
      assert.equal(await payable(user, start), 30);
      assert.equal(await payable(user, start + 2 * DAY), 0);
      await sweepPoints(node, start + 2 * DAY);
      assert.equal((await stored(user)).amount, 0);
    });

    test('keep it when an order that they paid is cancelled, and what it earned without an end goes first', async () => {
      const [user, source] = [fresh(), `order:${fresh()}`];
      await commit(adjustBalance(move(user, 0), 120, { endsAt: start + DAY }));
      await commit(spendBalance(move(user, 100, { source })));
      await commit(earnBalance(move(user, 10, { source })));
      await commit(returnBalance(move(user, 100, { source })));
      await commit(unearnBalance(move(user, 10, { source })));
      assert.deepEqual([await payable(user, start), await payable(user, start + DAY)], [120, 0]);
    });

    test('that ended unused are not owed when their order goes back; those that were spent are', async () => {
      const [user, source] = [fresh(), `order:${fresh()}`];
      await commit(earnBalance(move(user, 50, { source }), { endsAt: start + DAY }));
      await commit(spendBalance(move(user, 20)));
      await sweepPoints(node, start + DAY);
      assert.equal(await commit(unearnBalance(move(user, 50, { source }))), 'done');
      assert.equal((await stored(user)).amount, -20);
    });

    test('that have ended pay no debt, whether the sweep came before or not', async () => {
      const owed = async (isSwept: boolean): Promise<number> => {
        const [user, source] = [fresh(), `order:${fresh()}`];
        await commit(earnBalance(move(user, 100, { source }), { endsAt: start + 30 * DAY }));
        await commit(spendBalance(move(user, 100)));
        await commit(adjustBalance(move(user, 0), 80, { endsAt: start + DAY }));
        const at = start + DAY;
        if (isSwept) await sweepPoints(node, at);
        assert.equal(await commit(unearnBalance(move(user, 100, { source, at }))), 'done');
        await sweepPoints(node, at);
        return (await stored(user)).amount;
      };
      assert.deepEqual([await owed(true), await owed(false)], [-100, -100]);
    });

    test('that many want at once are spent once', async () => {
      const user = fresh();
      await commit(earnBalance(move(user, 40), { endsAt: start + DAY }));
      await commit(earnBalance(move(user, 30), { endsAt: start + 2 * DAY }));
      const answers = await Promise.all(Array.from({ length: 20 }, () => commit(spendBalance(move(user, 10)))));
      assert.equal(answers.filter((answer) => answer === 'done').length, 7);
      assert.deepEqual(
        (await stored(user)).lots.map(({ remaining }) => remaining),
        [0, 0],
      );
    });

    test('are what a plain list of them is, after any history', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(stepArb, { minLength: 1, maxLength: 14 }), async (history) => {
          const user = fresh();
          const run = fresh();
          const book = pointsBook();
          let now = start;
          for (const { what, amount, source: number, days } of history) {
            if (what === 'wait') {
              now += (days ?? 1) * DAY;
              continue;
            }
            if (what === 'sweep') {
              await sweepPoints(node, now);
              book.end(now);
              continue;
            }
            const one = move(user, amount, { source: `${run}:${number}`, at: now });
            const step = {
              id: one.entryId,
              source: one.source,
              amount,
              now,
              end: days === null ? null : now + days * DAY,
            };
            const { end: endsAt } = step;
            const adjusted = number % 2 === 0 ? amount : -amount;
            const [got, expected] = await {
              earn: async () => [await commit(earnBalance(one, { endsAt })), book.earn(step)],
              spend: async () => [await commit(spendBalance(one)), book.spend(step)],
              return: async () => [await commit(returnBalance(one)), book.giveBack(step)],
              unearn: async () => [await commit(unearnBalance(one)), book.unearn(step)],
              adjust: async () => [
                await commit(
                  adjustBalance({ ...one, source: one.entryId }, adjusted, { endsAt: adjusted > 0 ? endsAt : null }),
                ),
                book.adjust(step, adjusted),
              ],
            }[what]();
            assert.equal(got, expected, what);
            const { amount: balance, entries, unearned, lots } = await stored(user);
            assert.deepEqual({ balance, lots: lots.map((lot) => ({ ...lot })) }, book.state());
            assert.equal(balance, entries);
            const shown = (await readPayable(db, applicationId, user, now)).points;
            const open = (await readCustomerBalances(db, applicationId, user, now)).ending;
            const held = open.reduce((sum, { points }) => sum + points, 0);
            assert.ok(held <= shown, 'lots that have not ended hold no more than the balance');
            assert.equal(shown, Math.max(0, book.swept(now)), 'when the sweep comes changes nothing');
            assert.ok(balance >= -unearned, 'nothing is owed but what was earned and taken back');
          }
          await sweepPoints(node, now + 100 * DAY);
        }),
        { numRuns: runs(25) },
      );
    });
  });
});
