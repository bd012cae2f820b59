import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, test } from 'node:test';
import * as fc from 'fast-check';
import {
  adjustBalance,
  type BalanceKind,
  type BalanceMove,
  earnBalance,
  expectBalance,
  expectNothing,
  insufficientBalance,
  issueBalance,
  MOST_BALANCE,
  returnBalance,
  spendBalance,
  unearnBalance,
} from '../../src/balances/balance-statements.ts';
import { readPending } from '../../src/balances/balance-store.ts';
import { type Database, DatabaseError, guardFailed, type Statement } from '../../src/db/database.ts';
import { objectId } from '../../src/shared/identifiers.ts';
import { newNode } from '../applications/new-node.ts';
import { newShop } from '../applications/test-server.ts';
import { forEachEngine } from '../databases.ts';
import { runs } from '../laws/runs.ts';

const at = Date.UTC(2026, 10, 15, 12);
const fresh = (): string => objectId(randomBytes);

type Sums = {
  readonly amount: number;
  readonly entries: number;
  /** What was taken back after it had been earned. */
  readonly unearned: number;
  readonly last: number | undefined;
};

/** Every balance of a customer beside the sum of its entries, and the balance that its last entry says. */
const sumsOf = async (db: Database, userId: string): Promise<readonly Sums[]> => {
  const rows = await db.all<{ kind: string; account: string; amount: number; entries: number }>(
    `select b.kind, b.account, b.amount, coalesce(sum(e.amount), 0) as entries from balance b
     left join balance_entry e on e.application_id = b.application_id and e.user_id = b.user_id
       and e.kind = b.kind and e.account = b.account
     where b.user_id = ? group by b.kind, b.account, b.amount order by b.kind, b.account`,
    [userId],
  );
  return Promise.all(
    rows.map(async ({ kind, account, amount, entries }) => {
      const moves = await db.all<{ amount: number; balance: number; direction: string }>(
        'select amount, balance, direction from balance_entry where user_id = ? and kind = ? and account = ?',
        [userId, kind, account],
      );
      // Every entry but the first follows one whose balance it went on from.
      const starts = moves.map((move) => move.balance - move.amount);
      const ends = new Set(moves.map((move) => move.balance));
      assert.ok(starts.every((start) => start === 0 || ends.has(start)));
      assert.ok(
        moves.every((move) => move.direction !== 'spent' || move.balance >= 0),
        'what is owed is not spent',
      );
      const unearned = moves.reduce((sum, move) => sum - (move.direction === 'unearned' ? move.amount : 0), 0);
      return { amount, entries, unearned, last: ends.has(amount) ? amount : undefined };
    }),
  );
};

forEachEngine(async (engine) => {
  const node = await newNode(engine);
  after(node.close);
  const { db } = node;
  const { applicationId } = await newShop(node);

  const move = (userId: string, amount: number, more: Partial<BalanceMove> = {}): BalanceMove => ({
    applicationId,
    userId,
    kind: 'points',
    account: '',
    amount,
    reason: 'test',
    source: `order:${fresh()}`,
    entryId: fresh(),
    at,
    ...more,
  });
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
  const amountOf = async (userId: string, kind: BalanceKind = 'points', account = ''): Promise<number> => {
    const row = await db.one<{ amount: number }>(
      'select amount from balance where application_id = ? and user_id = ? and kind = ? and account = ?',
      [applicationId, userId, kind, account],
    );
    return row?.amount ?? 0;
  };

  describe('a balance', () => {
    test('is spent down to nothing and not below', async () => {
      const user = fresh();
      await commit(earnBalance(move(user, 100)));
      assert.equal(await commit(spendBalance(move(user, 60))), 'done');
      assert.equal(await commit(spendBalance(move(user, 41))), 'points');
      assert.equal(await commit(spendBalance(move(user, 40))), 'done');
      assert.equal(await amountOf(user), 0);
    });

    test('of a customer who has none is not spent', async () => {
      assert.equal(await commit(spendBalance(move(fresh(), 1, { kind: 'store_credit' }))), 'store_credit');
    });

    test('is spent, given back, earned and taken back by one source once', async () => {
      const user = fresh();
      const source = `order:${fresh()}`;
      await commit(earnBalance(move(user, 100)));
      for (const [statements, left] of [
        [spendBalance, 70],
        [returnBalance, 100],
        [earnBalance, 130],
        [unearnBalance, 100],
      ] as const) {
        assert.equal(await commit(statements(move(user, 30, { source }))), 'done');
        assert.equal(await commit(statements(move(user, 30, { source }))), 'balance_entry');
        assert.equal(await amountOf(user), left);
      }
    });

    test('that was earned, spent and taken back is owed, pays nothing, and is made good by the next that comes', async () => {
      const user = fresh();
      const source = `order:${fresh()}`;
      assert.equal(await commit(unearnBalance(move(user, 30, { source }))), 'balance_entry', 'nothing was earned');
      await commit(earnBalance(move(user, 30, { source })));
      await commit(spendBalance(move(user, 20)));
      assert.equal(await commit(unearnBalance(move(user, 31, { source }))), 'balance_entry', 'more than was earned');
      assert.equal(await commit(unearnBalance(move(user, 30, { source }))), 'done');
      assert.equal(await amountOf(user), -20);
      assert.equal(await commit(spendBalance(move(user, 1))), 'points');
      assert.equal(await commit(adjustBalance(move(user, 0), -1)), 'points');
      await commit(earnBalance(move(user, 25)));
      assert.equal(await commit(spendBalance(move(user, 6))), 'points');
      assert.equal(await commit(spendBalance(move(user, 5))), 'done');
    });

    test('is not raised by what is expected of a source until that is earned, and never when it comes to nothing', async () => {
      const user = fresh();
      const pending = () => readPending(db, applicationId, user);
      const [one, two] = [move(user, 30), move(user, 12, { kind: 'store_credit' })];
      await commit([...expectBalance(one), ...expectBalance(two)]);
      assert.deepEqual(await pending(), { points: 30, storeCredit: 12 });
      assert.equal(await commit(spendBalance(move(user, 1))), 'points');
      assert.equal(await commit(earnBalance(one)), 'done');
      await commit([expectNothing(two)]);
      assert.deepEqual(await pending(), { points: 0, storeCredit: 0 });
      assert.deepEqual([await amountOf(user), await amountOf(user, 'store_credit')], [30, 0]);
    });

    test('gets back at most what the source spent', async () => {
      const user = fresh();
      const source = `order:${fresh()}`;
      await commit(earnBalance(move(user, 100)));
      assert.equal(await commit(returnBalance(move(user, 10, { source }))), 'balance_entry', 'nothing was spent');
      await commit(spendBalance(move(user, 30, { source })));
      assert.equal(await commit(returnBalance(move(user, 31, { source }))), 'balance_entry');
      assert.equal(await commit(returnBalance(move(fresh(), 30, { source }))), 'balance_entry', 'another customer');
      assert.equal(await commit(returnBalance(move(user, 20, { source }))), 'done');
      assert.equal(await amountOf(user), 90);
    });

    test('of an expired gift card is not spent, and takes back what was', async () => {
      const user = fresh();
      const card = { kind: 'gift_card', account: fresh() } as const;
      const source = `order:${fresh()}`;
      await commit(issueBalance(move(user, 500, card), at + 1000));
      assert.equal(await commit(spendBalance(move(user, 200, { ...card, source }))), 'done');
      assert.equal(await commit(spendBalance(move(user, 1, { ...card, at: at + 1000 }))), 'gift_card');
      assert.equal(await commit(returnBalance(move(user, 200, { ...card, source, at: at + 2000 }))), 'done');
      assert.equal(await commit(spendBalance(move(user, 1, { ...card, at: at + 2000 }))), 'gift_card');
      assert.equal(await amountOf(user, 'gift_card', card.account), 500);
    });

    test('is adjusted up and down, never below zero and never beyond what it can hold', async () => {
      const user = fresh();
      assert.equal(await commit(adjustBalance(move(user, 0), 250)), 'done');
      assert.equal(await commit(adjustBalance(move(user, 0), -251)), 'points');
      assert.equal(await commit(adjustBalance(move(user, 0), -250)), 'done');
      assert.equal(await commit(adjustBalance(move(user, 0), MOST_BALANCE)), 'done');
      assert.equal(await commit(adjustBalance(move(user, 0), 1)), 'balance_limit');
      assert.equal(await amountOf(user), MOST_BALANCE);
    });

    test('that is full still takes what an order gives back and earns, so that an order can always end', async () => {
      const user = fresh();
      const source = `order:${fresh()}`;
      await commit(adjustBalance(move(user, 0), MOST_BALANCE));
      assert.equal(await commit(spendBalance(move(user, 500, { source }))), 'done');
      assert.equal(await commit(adjustBalance(move(user, 0), 500)), 'done');
      assert.equal(await commit(returnBalance(move(user, 500, { source }))), 'done');
      assert.equal(await commit(earnBalance(move(user, 20, { source }))), 'done');
      assert.equal(await amountOf(user), MOST_BALANCE + 520);
      assert.equal(await commit(adjustBalance(move(user, 0), 1)), 'balance_limit');
    });

    test('is not moved by nothing, by less or by a part', () => {
      for (const amount of [0, -1, 0.5, Number.NaN, 2 ** 53]) {
        assert.throws(() => spendBalance(move('u', amount)), /cannot be moved/);
      }
    });

    test('of one customer is not another’s, and not another application’s', async () => {
      const [user, other] = [fresh(), fresh()];
      const { applicationId: elsewhere } = await newShop(node);
      await commit(earnBalance(move(user, 10)));
      assert.equal(await commit(spendBalance(move(other, 10))), 'points');
      assert.equal(await commit(spendBalance(move(user, 10, { applicationId: elsewhere }))), 'points');
      assert.equal(await amountOf(user), 10);
    });

    test('that 50 checkouts want at once is spent by as many as it can pay', async () => {
      const user = fresh();
      await commit(earnBalance(move(user, 100)));
      await commit(earnBalance(move(user, 35, { kind: 'store_credit' })));
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => {
          const source = `order:${fresh()}`;
          return commit([
            ...spendBalance(move(user, 10, { source })),
            ...spendBalance(move(user, 4, { source, kind: 'store_credit' })),
          ]);
        }),
      );
      assert.equal(answers.filter((answer) => answer === 'done').length, 8);
      assert.ok(answers.every((answer) => ['done', 'points', 'store_credit'].includes(answer)));
      assert.equal(await amountOf(user), 20);
      assert.equal(await amountOf(user, 'store_credit'), 3);
      assert.ok((await sumsOf(db, user)).every(({ amount, entries, last }) => amount === entries && amount === last));
    });

    test('that one source spends 50 times at once is spent once', async () => {
      const user = fresh();
      const source = `order:${fresh()}`;
      await commit(earnBalance(move(user, 1000)));
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => commit(spendBalance(move(user, 10, { source })))),
      );
      assert.equal(answers.filter((answer) => answer === 'done').length, 1);
      assert.equal(await amountOf(user), 990);
    });

    test('is the sum of its entries after any history, also when moves happen at once', async () => {
      const kinds = fc.constantFrom<BalanceKind>('points', 'store_credit', 'gift_card');
      const step = fc.record({
        kind: kinds,
        what: fc.constantFrom('earn', 'spend', 'return', 'unearn', 'adjust'),
        amount: fc.integer({ min: 1, max: 100 }),
        source: fc.integer({ min: 0, max: 3 }),
      });
      const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(rounds, async (history) => {
          const user = fresh();
          const run = fresh();
          for (const round of history) {
            const outcomes = await Promise.all(
              round.map(({ kind, what, amount, source }) => {
                const one = move(user, amount, {
                  kind,
                  account: kind === 'gift_card' ? 'card' : '',
                  source: `${run}:${source}`,
                });
                if (what === 'earn') return commit(earnBalance(one));
                if (what === 'spend') return commit(spendBalance(one));
                if (what === 'return') return commit(returnBalance(one));
                if (what === 'unearn') return commit(unearnBalance(one));
                return commit(adjustBalance({ ...one, source: fresh() }, source % 2 === 0 ? amount : -amount));
              }),
            );
            const refused = outcomes.filter((one) => one !== 'done');
            assert.ok(refused.every((one) => ['balance_entry', 'points', 'store_credit', 'gift_card'].includes(one)));
          }
          for (const { amount, entries, unearned, last } of await sumsOf(db, user)) {
            assert.ok(amount >= -unearned, 'nothing is owed but what was earned and taken back');
            assert.equal(amount, entries);
            if (entries !== 0) assert.equal(last, amount);
          }
        }),
        { numRuns: runs(20) },
      );
    });
  });

  test('a refusal for another reason is not taken for an empty balance', () => {
    assert.equal(insufficientBalance(new DatabaseError('guard', 'cart_version')), undefined);
    assert.equal(insufficientBalance(new Error('balance/points')), undefined);
    assert.equal(guardFailed(new DatabaseError('guard', 'balance/points'), 'balance/points'), true);
  });
});
