/**
 * The laws of goods-laws.test.ts where nothing happens in order: several people at two nodes do different things to one order at
 * once, some with a key and some without, and one of the nodes dies at any of its commits. Whoever got no answer asks again at
 * the other node: under his key it has happened once, without one perhaps twice. All books agree in any case.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as fc from 'fast-check';
import { isTaxOnTop } from '../../src/orders/answer/order-breakup.ts';
import { grossOf, standingOf } from '../../src/orders/money/standing-rules.ts';
import { settleOrders } from '../../src/orders/settle-order.ts';
import { forEachEngine } from '../databases.ts';
import { mortalDatabase } from '../faults/mortal-database.ts';
import { runs } from '../laws/runs.ts';
import { begunArb, booksOf, callFor, type Step, stepArb } from './goods-books.ts';
import { openGoodsShop } from './goods-shop.ts';

/** A step at a node; the second one is the one that dies. */
type Taken = Step & { readonly keyed: boolean; readonly second: boolean };
type Round = {
  readonly steps: readonly Taken[];
  readonly dies: { readonly commits: number; readonly behind: boolean } | null;
};
const takenArb: fc.Arbitrary<Taken> = fc
  .tuple(stepArb, fc.boolean(), fc.boolean())
  .map(([step, keyed, second]) => ({ ...step, keyed, second }));
const roundArb: fc.Arbitrary<Round> = fc.record({
  steps: fc.array(takenArb, { minLength: 1, maxLength: 4 }),
  dies: fc.option(fc.record({ commits: fc.nat(4), behind: fc.boolean() })),
});

forEachEngine(async (engine) => {
  const server = await openGoodsShop(engine);
  const mortal = mortalDatabase(server.shop.node.db);
  const second = await server.secondNode(mortal.db);
  after(async () => {
    await second.close();
    await server.close();
  });
  const { shop, takes } = server;
  const elsewhere = await server.staffElsewhere(second.app);
  const { begin, check } = booksOf(server);
  let calls = 0;

  const take = async (id: string, { keyed, second: isThere, ...step }: Taken): Promise<void> => {
    calls += 1;
    const key = keyed ? `a-race-has-a-key-${calls}` : undefined;
    const call = callFor(await server.order(id), step);
    const first = await (isThere ? elsewhere : takes)(call, key);
    assert.ok(first.status < 500 || first.status === 503, JSON.stringify(first.body));
    if (first.status < 500) return;
    // No answer: it is asked for again, of the node that lives.
    const again = await takes(call, key);
    assert.ok(again.status < 500, JSON.stringify(again.body));
  };

  test('whoever does what at once, and whichever node dies of it, all books agree', () =>
    fc.assert(
      fc.asyncProperty(begunArb, fc.array(roundArb, { minLength: 2, maxLength: 5 }), async (wish, rounds) => {
        const { order, before } = await begin(wish);
        for (const { steps, dies } of rounds) {
          if (dies !== null) mortal.dieAt(dies.commits, dies.behind);
          await Promise.all(steps.map((step) => take(order.id, step)));
          mortal.revive();
        }
        // Both nodes sweep what was left.
        await Promise.all([settleOrders(shop.node), settleOrders({ ...shop.node, db: mortal.db })]);
        await check(await server.order(order.id), before);
        const path = `/orders/${order.id}/cancel`;
        const end = { method: 'POST', of: 'order', path, payload: { reason: 'the end' } } as const;
        await Promise.all([takes, elsewhere].map((person) => person(end)));
        await settleOrders(shop.node);
        const ended = await server.order(order.id);
        await check(ended, before);
        assert.equal(grossOf(standingOf(ended), isTaxOnTop(ended.document)), 0);
      }),
      { numRuns: runs(8) },
    ));
});
