/**
 * Earning, spending and giving back of one balance at once, some of it twice for one source, while it is read: there is an order of all
 * calls in which a plain number with a list of sources answers each of them as it was answered.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import * as fc from 'fast-check';
import {
  type BalanceMove,
  earnBalance,
  insufficientBalance,
  spendBalance,
} from '../../src/balances/balance-statements.ts';
import { DatabaseError, type Row } from '../../src/db/database.ts';
import { objectId } from '../../src/shared/identifiers.ts';
import { newNode } from '../applications/new-node.ts';
import { newShop } from '../applications/test-server.ts';
import { forEachEngine } from '../databases.ts';
import { runs } from '../laws/runs.ts';
import { type Effect, orderOf, overlapping, told } from './history.ts';

type Balance = { readonly amount: number; readonly done: readonly string[] };

const stepArb = fc.record({
  what: fc.constantFrom('earn', 'spend', 'spend', 'read'),
  amount: fc.integer({ min: 1, max: 30 }),
  source: fc.integer({ min: 0, max: 3 }),
});
type Step = typeof stepArb extends fc.Arbitrary<infer One> ? One : never;

/** What is done once for a source, and not below nothing. */
const effectOf =
  ({ what, amount, source }: Step, outcome: string): Effect<Balance> =>
  (before) => {
    const name = `${what} ${source}`;
    const isKnown = before.done.includes(name);
    const left = before.amount + (what === 'earn' ? amount : -amount);
    if (outcome === 'balance_entry') return isKnown ? before : undefined;
    if (outcome === 'points') return left < 0 ? before : undefined;
    return isKnown || left < 0 ? undefined : { amount: left, done: [...before.done, name].toSorted() };
  };

forEachEngine(async (engine) => {
  const node = await newNode(engine);
  after(node.close);
  const { applicationId } = await newShop(node);

  const outcomeOf = async (move: BalanceMove, what: string): Promise<string> => {
    try {
      await node.db.commit(what === 'earn' ? earnBalance(move) : spendBalance(move));
      return 'done';
    } catch (error) {
      const guard = error instanceof DatabaseError && error.code === 'guard' ? error.guard : undefined;
      const why = insufficientBalance(error) ?? guard;
      if (why === undefined) throw error;
      return why;
    }
  };

  test('a balance answers many at once as if they had come one after another', async () => {
    const clients = fc.array(fc.array(stepArb, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 5 });
    const property = fc.asyncProperty(clients, async (all) => {
      const userId = objectId(randomBytes);
      const read = async (): Promise<Effect<Balance>> => {
        const sql = 'select amount from balance where user_id = ?';
        const amount = (await node.db.one<Row & { amount: number }>(sql, [userId]))?.amount ?? 0;
        return (before) => (before.amount === amount ? before : undefined);
      };
      const callOf = (step: Step) => async (): Promise<Effect<Balance>> => {
        if (step.what === 'read') return read();
        const entryId = objectId(randomBytes);
        const place = { applicationId, userId, kind: 'points', account: '' } as const;
        const move = { ...place, amount: step.amount, reason: 'test', source: `${step.source}`, entryId, at: 1 };
        return effectOf(step, await outcomeOf(move, step.what));
      };
      const named = all.map((steps) => steps.map((step) => ({ name: JSON.stringify(step), call: callOf(step) })));
      const history = await overlapping(named);
      assert.ok(orderOf({ amount: 0, done: [] }, history), told(history));
    });
    await fc.assert(property, { numRuns: runs(20) });
  });
});
