/** Taxes of one name and two authorities: cart, order and refund say of each what it came to. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { CartExplained } from '../../src/contract/cart/cart-explain-contract.ts';
import { noAmounts as noCartAmounts } from '../cart/explain/no-amounts.ts';
import { forEachEngine } from '../databases.ts';
import { leftUnexplained } from '../laws/every-number.ts';
import { computedAgain } from '../laws/explained-wire.ts';
import { orderReader, type Refund } from './explained-order.ts';
import { openGoodsShop } from './goods-shop.ts';
import { fill, onDelivery } from './order-server.ts';
import { openRuleDesk } from './rule-desk.ts';
import { says } from './rule-program.ts';

const taxes = [
  { name: 'District', jurisdiction: 'Los Angeles', rate: 1.25 },
  { name: 'State', jurisdiction: 'CA', rate: 6 },
  { name: 'District', jurisdiction: 'Kern', rate: 0.75 },
];

forEachEngine(async (engine) => {
  const server = await openGoodsShop(engine);
  const desk = await openRuleDesk(server.shop);
  after(async () => {
    await desk.close();
    await server.close();
  });
  const { shown, walked } = orderReader(server);
  await desk.put('own', { purpose: 'tax', url: desk.program.url, secret: 'a secret of a custom rule' });
  const ruled = (asked: typeof taxes): void =>
    desk.program.answers(({ lines }, response) =>
      says({ lines: lines.map(({ article_id }) => ({ article_id, taxes: asked })), charges: asked })(null, response),
    );
  ruled(taxes);

  describe('two taxes of one name', () => {
    test('are told apart in a cart', async () => {
      const buyer = await server.customer('two-districts');
      await fill(buyer, 3, 1);
      const { body } = await buyer('GET', '/v1.0/detail/explain');
      const answer = body as unknown as CartExplained;
      const { body: cart } = await buyer('GET', '/v1.0/detail?i=true&b=true');
      computedAgain(answer, cart);
      assert.deepEqual(leftUnexplained(cart, answer.numbers, noCartAmounts), []);
      const sentences = answer.numbers
        .filter(({ path }) => path.startsWith('items.0.tax.levies.'))
        .map(({ sentence }) => sentence.replace(/ is .*/, ''));
      assert.deepEqual(sentences, [
        'Part of the tax (District, Los Angeles)',
        'Part of the tax (State, CA)',
        'Part of the tax (District, Kern)',
      ]);
    });

    for (const refund_offers of ['reprice', 'keep'] as const) {
      for (const prices_include_tax of [true, false]) {
        test(`are told apart in orders and refunds that ${refund_offers}, ${prices_include_tax ? 'in' : 'on top of'} prices`, async () => {
          await server.set({ orders: { return_days: 7, refund_offers }, policy: { prices_include_tax } });
          await server.signInAgain();
          const { order } = await server.ordered(
            [
              [1, 1],
              [2, 1],
              [3, 3],
            ],
            onDelivery,
          );
          assert.equal(order.document.lines[0]?.tax.levies?.length, 3);
          for (const item of [3, 1, 2, 3]) {
            await server.staff(`/orders/${order.id}/cancel`, { reason: 'one', items: server.some(order, item, 1) });
          }
          assert.equal((await walked(order.id)).length, 4);
        });
      }
    }

    test('are given back once each where they are called like parts of GST and prices are kept', async () => {
      ruled(['cgst', 'sgst'].map((name) => ({ name, jurisdiction: 'MH', rate: 9 })));
      await server.set({ orders: { return_days: 7, refund_offers: 'keep' }, policy: { prices_include_tax: true } });
      await server.signInAgain();
      const { order } = await server.ordered([[3, 3]], onDelivery);
      const { levies = [] } = order.document.lines[0]?.tax ?? {};
      assert.equal(levies.length, 2);
      await server.staff(`/orders/${order.id}/cancel`, { reason: 'one', items: server.some(order, 3, 1) });
      const [refund] = (await shown(order.id))['refunds'] as readonly Refund[];
      const [line] = (refund?.lines ?? []) as readonly { readonly tax: number }[];
      const back = levies.map(({ amount }) => Math.floor(amount / 3));
      assert.equal(Math.round((line?.tax ?? 0) * 100), (back[0] ?? 0) + (back[1] ?? 0));
    });
  });
});
