/**
 * Referrals, as a law: over any interleaving of orders, payments, cancellations and tries, also at once and with one's own code,
 * whoever is brought has the coupon on one order that stands, and who brought him has one reward for it while it stands paid.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { listEntries, readBalances } from '../../src/balances/balance-store.ts';
import { saveWritten } from '../../src/customers/customer-store.ts';
import { isOver } from '../../src/orders/order-life.ts';
import { listOrders } from '../../src/orders/order-list-store.ts';
import type { StoredOrder } from '../../src/orders/order-document.ts';
import { settleOrders } from '../../src/orders/settle-order.ts';
import { sum } from '../../src/shared/money.ts';
import { forEachEngine } from '../databases.ts';
import { runs } from '../laws/runs.ts';
import { printedJson } from '../printed-json.ts';
import { address, byCard } from './order-server.ts';
import { openPayingShop } from './paying-shop.ts';

const example = printedJson('behaviour/offers.md', 'referral') as Readonly<Record<string, unknown>>;
const [REWARD, USES, UNIT, BROUGHT] = [150, 3, 10_000, 8_000];
/** Two who bring others, and three who are brought: but anybody may try any code, his own too. */
const people = ['one', 'two', 'ada', 'bo', 'cy'] as const;
type Person = (typeof people)[number];
const owners = ['one', 'two'] as const;
type Owner = (typeof owners)[number];

type Step =
  | { readonly what: 'buy'; readonly who: Person; readonly code: Owner; readonly cart: 'own' | 'buy_now' }
  | { readonly what: 'as guest'; readonly code: Owner }
  | { readonly what: 'pay' | 'cancel'; readonly nth: number };
const aPurchase = fc.record({
  what: fc.constant('buy'),
  who: fc.constantFrom(...people, 'ada', 'bo'),
  code: fc.constantFrom(...owners),
  cart: fc.constantFrom('own', 'buy_now'),
});
const stepArb = fc.oneof(
  { weight: 4, arbitrary: aPurchase },
  { weight: 4, arbitrary: fc.record({ what: fc.constantFrom('pay', 'pay', 'cancel'), nth: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('as guest'), code: fc.constantFrom(...owners) }) },
) as fc.Arbitrary<Step>;
/** What stands together happens at once. */
const historyArb = fc.array(fc.array(stepArb, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 4 });

forEachEngine(async (engine) => {
  const { server, shop, node, applicationId, payments } = await openPayingShop(engine, { points: 0, for: 1 });
  const couponId = await shop.coupon(example);
  let round = 0;

  const law = async (history: readonly (readonly Step[])[]): Promise<void> => {
    round += 1;
    const idOf = (who: Person): string => `${who}-${round}`;
    const phoneOf = (who: Person): string => `98${String(round).padStart(4, '0')}${people.indexOf(who)}000`;
    const codes = new Map<Owner, string>();
    for (const owner of owners) {
      const phone_numbers = [{ phone: phoneOf(owner), country_code: 91 }];
      await node.db.commit([saveWritten(applicationId, idOf(owner), { phone_numbers }, node.now())]);
      const shopper = await server.customer(idOf(owner));
      const { body } = await shopper('POST', '/v1.0/referral', { coupon_id: couponId });
      const items = body['items'] as readonly { coupon_id: string; code: string }[];
      codes.set(owner, items.find(({ coupon_id: id }) => id === couponId)?.code ?? '');
    }
    const ordersOf = async (who: Person): Promise<readonly StoredOrder[]> => {
      const mine = { applicationId, owner: { kind: 'customer', id: idOf(who) } } as const;
      return (await listOrders(node.db, mine, {}, { current: 1, size: 100 })).orders;
    };
    const allOrders = async () => (await Promise.all(people.map(ordersOf))).flat();

    const carryOut = async (step: Step, orders: readonly StoredOrder[]): Promise<void> => {
      if (step.what === 'buy') {
        const query = step.cart === 'own' ? '' : '?buy_now=true';
        const shopper = await server.customer(idOf(step.who));
        await shopper('POST', `/v1.0/detail${query}`, { items: [{ item_id: 1, item_size: 'M', quantity: 1 }] });
        await shopper('POST', `/v1.0/coupon${query}`, { coupon_code: codes.get(step.code) });
        const body = { ...byCard, delivery_address: { ...address, phone: phoneOf(step.who) } };
        const { status } = await shopper('POST', `/v1.0/checkout${query}`, body);
        // Two at once on one cart: the one that comes late finds it empty.
        assert.ok([200, 400, 409].includes(status), String(status));
      } else if (step.what === 'as guest') {
        const guest = server.visitor();
        await guest('POST', '/v1.0/detail', { items: [{ item_id: 1, item_size: 'M', quantity: 1 }] });
        await guest('POST', '/v1.0/coupon', { coupon_code: codes.get(step.code) });
        const toOwner = { ...byCard, delivery_address: { ...address, phone: phoneOf(step.code) } };
        const { status, body } = await guest('POST', '/v1.0/checkout', toOwner);
        assert.equal(status, 200, JSON.stringify(body));
        const { document } = await server.order(String(body['order_id']));
        assert.equal(document.referral, undefined, 'a guest has no first order that anybody knows of');
      } else {
        const order = orders[step.nth % Math.max(1, orders.length)];
        if (order === undefined) return;
        const who = people.find((one) => idOf(one) === order.owner.id) ?? 'ada';
        if (step.what === 'cancel') await server.cancel(order.id, await server.customer(idOf(who)));
        else {
          const paid = {
            order_id: order.id,
            payment_id: `pay-${order.id}`,
            amount: order.total / 100,
            currency: 'INR',
          };
          await payments.tell({ ...paid, outcome: 'success' });
        }
      }
    };

    const check = async (): Promise<void> => {
      const orders = await allOrders();
      for (const { total, document, owner } of orders) {
        const units = sum(document.lines.map(({ quantity }) => quantity));
        const each = document.referral === undefined ? UNIT : BROUGHT;
        assert.equal(total, units * each, 'who is brought has his part, others pay all');
        const own = owners.find((one) => idOf(one) === owner.id);
        if (own !== undefined)
          assert.notEqual(document.referral?.code, codes.get(own)?.toLowerCase(), 'nobody brings himself');
      }
      const standing = orders.filter((order) => order.document.referral !== undefined && !isOver(order));
      for (const who of people) {
        const brought = standing.filter(({ owner }) => owner.id === idOf(who));
        assert.ok(brought.length <= 1, `${who} is brought once`);
      }
      const uses = await server.uses(couponId);
      for (const owner of owners) {
        const code = codes.get(owner)?.toLowerCase() ?? '';
        const his = standing.filter(({ document }) => document.referral?.code === code);
        assert.equal(uses[`code:${code}`] ?? 0, his.length, 'a use for each order that stands');
        assert.ok(his.length <= USES);
        const paid = his.filter(({ progress }) => progress.paymentId !== null);
        const points = (await readBalances(node.db, applicationId, idOf(owner), node.now())).filter(
          ({ kind }) => kind === 'points',
        );
        assert.equal(sum(points.map(({ amount }) => amount)), REWARD * paid.length, `${owner} has a reward for each`);
        const entries = await listEntries(node.db, { applicationId, userId: idOf(owner) }, undefined, 500);
        for (const { id } of orders) {
          const moves = entries.filter(({ source }) => source === `referral:${id}`).map(({ amount }) => amount);
          assert.ok(moves.length <= 2 && sum(moves) === (paid.some((one) => one.id === id) ? REWARD : 0), moves.join());
        }
      }
    };

    for (const steps of history) {
      const orders = await allOrders();
      await Promise.all(steps.map((step) => carryOut(step, orders)));
      await settleOrders(node);
      await check();
    }
  };

  test('both have their reward once, whatever is tried, cancelled and ordered at once', async () => {
    const buy = (who: Person, code: Owner, cart: 'own' | 'buy_now' = 'own'): Step => ({ what: 'buy', who, code, cart });
    await law([
      [buy('ada', 'one'), buy('ada', 'two', 'buy_now'), buy('one', 'one')],
      [
        { what: 'pay', nth: 0 },
        { what: 'pay', nth: 1 },
        { what: 'as guest', code: 'two' },
      ],
      [{ what: 'cancel', nth: 0 }, { what: 'cancel', nth: 1 }, buy('ada', 'two')],
      [buy('ada', 'one'), buy('bo', 'two'), buy('one', 'two')],
    ]);
    await fc.assert(fc.asyncProperty(historyArb, law), { numRuns: runs(3) });
  });
});
