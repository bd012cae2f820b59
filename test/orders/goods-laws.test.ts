/**
 * Laws of orders that go back in parts: after any sequence of cancelled units, parcels, returns and refunds, by two people at once
 * and repeated under their keys, ledger, stock, uses, tax and export agree, and never more was given back than was paid.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as fc from 'fast-check';
import type { Row } from '../../src/db/database.ts';
import { exportRows } from '../../src/orders/export/export-rows.ts';
import { remainingUnits } from '../../src/orders/goods/unit-rules.ts';
import { isTaxOnTop } from '../../src/orders/answer/order-breakup.ts';
import { grossOf, standingOf } from '../../src/orders/money/standing-rules.ts';
import type { StoredOrder } from '../../src/orders/order-document.ts';
import { settleOrders } from '../../src/orders/settle-order.ts';
import { sum } from '../../src/shared/money.ts';
import { forEachEngine } from '../databases.ts';
import { runs } from '../laws/runs.ts';
import { openGoodsShop } from './goods-shop.ts';
import { byCard, onDelivery } from './order-server.ts';

type Step = {
  readonly act: 'cancel' | 'ship' | 'deliver' | 'return' | 'receive' | 'refund' | 'keep' | 'arrive';
  readonly at: number;
  readonly units: number;
};
const stepArb: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(
    'cancel',
    'cancel',
    'ship',
    'deliver',
    'arrive',
    'return',
    'return',
    'receive',
    'receive',
    'refund',
    'keep',
  ),
  at: fc.nat(3),
  units: fc.integer({ min: 1, max: 2 }),
});
const boughtArb = fc.uniqueArray(fc.tuple(fc.constantFrom(1, 2, 3), fc.integer({ min: 1, max: 3 })), {
  minLength: 1,
  maxLength: 3,
  selector: ([item]) => item,
});

forEachEngine(async (engine) => {
  const server = await openGoodsShop(engine);
  after(() => server.close());
  const { shop, staff, ordered } = server;
  const { db } = shop.node;
  const counted = async (sql: string, ...params: readonly string[]): Promise<number> =>
    (await db.one<Row & { n: number }>(sql, params))?.n ?? 0;
  const stock = (): Promise<number> => counted('select sum(quantity) as n from article');
  let calls = 0;

  const take = async (id: string, { act, at, units }: Step): Promise<void> => {
    const order = await server.order(id);
    const { parcels, returns, settlements } = order.progress;
    const named = (list: readonly { readonly id: string }[] = []): string =>
      list[at % (list.length || 1)]?.id ?? 'none';
    const line = named(order.document.lines.map(({ identifier: id }) => ({ id })));
    const items = [{ identifier: line, quantity: units }];
    const calling: Readonly<Record<Step['act'], readonly [string, object]>> = {
      cancel: ['cancel', { reason: 'law', items }],
      ship: ['parcels', { items }],
      deliver: [`parcels/${named(parcels)}/deliver`, {}],
      arrive: ['deliver', { reason: 'law' }],
      return: ['returns', { reason: 'law', items }],
      receive: [`returns/${named(returns)}/receive`, { reason: 'law' }],
      refund: [`refunds/${named(settlements)}/${units === 1 ? 'sent' : 'done'}`, { reason: 'law' }],
      keep: ['cancel', { reason: 'law', items }],
    };
    await server.set({ orders: { refund_offers: act === 'keep' ? 'keep' : 'reprice' } });
    const [path, body] = calling[act];
    calls += 1;
    const key = `a-law-has-a-key-${calls}`;
    // Twice at once under one key, and once more: it happens once.
    const answers = await Promise.all([1, 2].map(() => staff(`/orders/${id}/${path}`, body, key)));
    answers.push(await staff(`/orders/${id}/${path}`, body, key));
    for (const { status, body: said } of answers) assert.ok(status < 500 || status === 503, JSON.stringify(said));
  };

  const check = async (
    order: StoredOrder,
    before: { readonly stock: number; readonly spent: number },
  ): Promise<void> => {
    const { document, progress, total } = order;
    const settlements = progress.settlements ?? [];
    const agreed = total + sum(document.tender.map(({ amount }) => amount));
    const given = sum(settlements.map(({ amount }) => amount));
    const onTop = isTaxOnTop(document);
    assert.ok(given >= 0 && given <= agreed);
    assert.equal(grossOf(standingOf(order), onTop) + given, agreed, 'what stands and what went back is all there was');
    const remaining = remainingUnits(order);
    for (const { units } of standingOf(order).lines) assert.ok(units > 0);
    assert.equal(sum(standingOf(order).lines.map(({ units }) => units)), sum([...remaining.values()]));
    const taken = sum(document.lines.map(({ quantity }) => quantity));
    assert.equal(
      await stock(),
      before.stock - taken + sum(settlements.flatMap(({ items }) => items.map(({ units }) => units))),
    );
    const money = sum(
      settlements.flatMap(({ parts }) => parts.filter(({ kind }) => kind === 'payment').map(({ amount }) => amount)),
    );
    assert.equal(
      await counted('select coalesce(sum(amount), 0) as n from order_refund where order_id = ?', order.id),
      money,
    );
    const rows = exportRows(order);
    const cents = (text: unknown): number => Math.round(Number(text) * 100);
    const back = rows.filter(({ refund_id: id }) => id !== null);
    const unpaid = sum(
      settlements.flatMap(({ parts }) =>
        parts.filter(({ kind }) => kind === 'payment' || kind === 'uncollected').map(({ amount }) => amount),
      ),
    );
    assert.equal(sum(back.map(({ amount }) => cents(amount))), 0 - unpaid, 'the export has what is paid no more');
    const tax = sum([...standingOf(order).lines, ...standingOf(order).charges].map((one) => one.tax.tax));
    const told = rows.filter(({ row_type: type }) => type !== 'tender' && type !== 'refund_tender');
    assert.equal(sum(told.map((row) => cents(row.tax ?? 0))), tax, 'and the tax of what stands');
    const entries = await counted(
      'select coalesce(sum(amount), 0) as n from balance_entry where user_id = ?',
      order.owner.id,
    );
    const balance = await counted(
      'select coalesce(sum(amount), 0) as n from balance where user_id = ?',
      order.owner.id,
    );
    assert.equal(entries, balance, 'the ledger adds up');
    const pending = await counted(
      'select coalesce(sum(amount), 0) as n from balance_pending where user_id = ?',
      order.owner.id,
    );
    assert.equal(balance + pending, sum(standingOf(order).earns.map(({ amount }) => amount)), 'points of what stands');
    const held = await counted('select count(*) as n from offer_hold where hold_key = ?', `order:${order.id}`);
    const used = await counted("select coalesce(sum(taken), 0) as n from offer_use where holder = ''");
    const holds = await counted('select count(*) as n from offer_hold');
    assert.equal(used, holds, 'every use has its holder');
    if (remaining.size > 0 && [...remaining.values()].every((units) => units === 0)) assert.equal(held, 0);
    const papers = await counted(
      "select count(*) as n from order_paper where order_id = ? and kind = 'credit_note'",
      order.id,
    );
    assert.ok(papers <= settlements.length);
  };

  test('any sequence of steps ends with all books in agreement', () =>
    fc.assert(
      fc.asyncProperty(
        boughtArb,
        fc.boolean(),
        fc.array(stepArb, { minLength: 2, maxLength: 7 }),
        async (bought, paid, steps) => {
          const before = { stock: await stock(), spent: 0 };
          const { order } = await ordered(bought, paid ? byCard : onDelivery);
          for (const step of steps) await take(order.id, step);
          await settleOrders(shop.node);
          await check(await server.order(order.id), before);
          await staff(`/orders/${order.id}/cancel`, { reason: 'the end' });
          await settleOrders(shop.node);
          const ended = await server.order(order.id);
          await check(ended, before);
          assert.equal(grossOf(standingOf(ended), isTaxOnTop(ended.document)), 0);
          await staff(`/orders/${order.id}/cancel`, { reason: 'again' });
          assert.deepEqual((await server.order(order.id)).progress, ended.progress);
        },
      ),
      { numRuns: runs(6) },
    ));
});
