/** A kept answer of a cart that is priced with a custom rule ends with what the rule said, and is its own shopper's. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { rupees } from '../../cart/response/carts.ts';
import { forEachEngine } from '../../databases.ts';
import { openRuleDesk } from '../../orders/rule-desk.ts';
import { says } from '../../orders/rule-program.ts';
import { rule } from '../../orders/shop-rules.ts';
import { openNodes } from './kept-nodes.ts';

const path = '/service/application/cart/v1.0/detail';

forEachEngine(async (engine) => {
  const nodes = await openNodes(engine);
  const { shop } = nodes.shop;
  const { node } = shop;
  const desk = await openRuleDesk(shop);
  const { program } = desk;
  after(async () => {
    await desk.close();
    await nodes.close();
  });
  const put = (is_active: boolean) => desk.put('own', { url: program.url, keep_seconds: 5, is_active });
  await shop.sell(1, [{ ...rupees(100, 100), quantity: 1000 }]);
  await shop.promotion({
    promotion_type: 'custom',
    promo_group: 'cart',
    buy_rules: { 'rule#1': { all_items: true } },
    discount_rules: rule('custom', { all_items: true }, { code: 'own' }),
  });

  test(`kept answers and custom rules on ${engine.name}`, async () => {
    // Promises are given to the minute, so nothing is kept at the very end of one.
    node.clock.at += 10_000;
    program.answers(says({ cart: 1000 }));
    await put(true);
    const guests = [nodes.shop.guest(), nodes.shop.guest()] as const;
    for (const [at, guest] of guests.entries()) {
      const items = [{ item_id: 1, item_size: 'M', quantity: at + 1 }];
      assert.equal((await guest('POST', path, { items })).status, 200);
    }
    const total = async (at: 0 | 1, base: string): Promise<number | undefined> => {
      const headers = { authorization: nodes.authorization, 'x-anonymous-id': guests[at].token() };
      const answer = await fetch(`${base}${path}?i=true&b=true`, { headers });
      const body = (await answer.json()) as { breakup_values?: { raw?: { total?: number } } };
      return body.breakup_values?.raw?.total;
    };
    const everywhere = async (): Promise<readonly unknown[]> => {
      const seen = [];
      // Twice, so that the second answer is a kept one.
      for (const base of [...nodes.bases, ...nodes.bases])
        seen.push([await total(0, base), await total(1, base)].join());
      return [...new Set(seen)];
    };
    assert.deepEqual(await everywhere(), ['90,190']);
    const before = await nodes.kept();
    program.answers(says({ cart: 3000 }));
    assert.deepEqual(await everywhere(), ['90,190'], 'what it said counts for five seconds');
    assert.ok((await nodes.kept()) > before, 'from what was kept');
    node.clock.at += 6000;
    assert.deepEqual(await everywhere(), ['70,170'], 'and no longer');
    await put(false);
    assert.deepEqual(await everywhere(), ['100,200'], 'a rule that is switched off is gone at once');
  });
});
