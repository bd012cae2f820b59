/** What lines of different carts have in common is made once: whatever is another in each of them must not keep it from that. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answerCart } from '../../../src/cart/response/cart-answer.ts';
import { CartDetail } from '../../../src/contract/cart/cart-contract.ts';
import { orderTimes } from '../../../src/delivery/promise-rules.ts';
import { answerWriter } from '../../../src/http/answers/answer-writer.ts';
import type { AnswerShop } from './answer-shop.ts';
import { aCart, aLine, anAsk } from './carts.ts';

const sold = [100, 103, 104];
/** The scenarios before put it on sale with a gift. */
const giving = 307;

const write = answerWriter(CartDetail);

export const sharedLineScenarios = (given: () => AnswerShop): void => {
  describe('lines that look alike', () => {
    test('are shared by carts whose promises go by other steps of time', async () => {
      const { node, shop } = given();
      const known = shop();
      const linesOf = async (id: string) => {
        const own = sold.map((itemId) => aLine(itemId, 2));
        const { answer } = await answerCart(known, aCart(own, { id }), anAsk({ areaCode: '400001' }));
        return answer.items ?? [];
      };
      // By the end of its identifier each cart has its own part of five minutes.
      const ids = [...Array(16).keys()].map((n) => `${n.toString(16)}000`.padStart(24, '0'));
      const steps = new Set(ids.map((id) => orderTimes(node.now(), id).stepEnd));
      assert.ok(steps.size > 1, 'all carts are in the same step');
      const carts: Awaited<ReturnType<typeof linesOf>>[] = [];
      // One after another and all of them again: what is made for one must still be there after the others.
      for (const id of [...ids, ...ids]) carts.push(await linesOf(id));
      const [first = []] = carts;
      assert.equal(first.length, sold.length);
      for (const lines of carts) {
        for (const [at, { availability, price }] of lines.entries()) {
          assert.equal(availability, first[at]?.availability);
          assert.equal(price, first[at]?.price);
        }
      }
    });

    test('are shared by the gifts of different carts, each with its own parent', async () => {
      const known = given().shop();
      const giftOf = async (parent: string) => {
        const cart = aCart([{ ...aLine(giving), identifier: parent }]);
        const { answer } = await answerCart(known, cart, anAsk());
        const written = JSON.parse(String(write(answer))) as typeof answer;
        assert.deepEqual(written.items, JSON.parse(JSON.stringify(answer.items)));
        const gift = answer.items?.at(-1);
        for (const part of [gift, gift?.product, gift?.article]) {
          assert.equal(part?.parent_item_identifiers?.identifier, parent);
        }
        return gift;
      };
      const [one, other] = [await giftOf('one'.padEnd(22, '0')), await giftOf('other'.padEnd(22, '0'))];
      assert.equal(one?.availability, other?.availability);
      assert.equal(one?.price, other?.price);
    });
  });
};
