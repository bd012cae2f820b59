/** Walks every number of an order and of its refunds: each is explained, and computed again from what is said. */
import assert from 'node:assert/strict';
import type { CartExplained } from '../../src/contract/cart/cart-explain-contract.ts';
import { leftUnexplained, type Unexplained } from '../laws/every-number.ts';
import { computedAgain } from '../laws/explained-wire.ts';
import type { openGoodsShop } from './goods-shop.ts';

export type Refund = {
  readonly refund_id: string;
  readonly amount: number;
  readonly lines: readonly object[];
  readonly charges: readonly object[];
  readonly parts: readonly object[];
};

/** What is no amount of an order or a refund, and why. */
export const noAmounts: readonly Unexplained[] = [
  [
    /(^|\.)([a-z_]*quantity|given_back|total_items|total_shipments_in_order|line_number|bag_id)$/,
    'a quantity or a place',
  ],
  [/(^|\.)(id|uid|item_id|seller_id|store_id|company_id|brand_id)$/, 'a number of the catalogue or a store'],
  [/^offers_version$/, 'a version'],
  [/\.rate$/, 'a rate'],
  [/\.points$/, 'points'],
  [/^payments\.\d+\.amount$/, 'what a provider told'],
];

type Shop = Pick<Awaited<ReturnType<typeof openGoodsShop>>, 'staff'>;

export const orderReader = ({ staff }: Shop) => {
  const explained = async (path: string): Promise<CartExplained> => {
    const { status, body } = await staff(`/orders/${path}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body as unknown as CartExplained;
  };
  const shown = async (id: string) => (await staff(`/order-details?order_id=${id}`)).order;
  /** Of the order and of every refund; nothing is only taken as it was settled. */
  const walked = async (id: string): Promise<readonly Refund[]> => {
    const order = await shown(id);
    const refunds = order['refunds'] as readonly Refund[];
    const whole = await explained(`${id}/explain`);
    computedAgain(whole, order);
    assert.deepEqual(leftUnexplained(order, whole.numbers, noAmounts), []);
    for (const refund of refunds) {
      const answer = await explained(`${id}/refunds/${refund.refund_id}/explain`);
      computedAgain(answer, refund);
      assert.equal(answer.numbers[0]?.value, refund.amount);
      assert.deepEqual(leftUnexplained(refund, answer.numbers, noAmounts), []);
      assert.deepEqual(
        answer.sums.filter(({ what }) => what === 'as_settled').map(({ sentence }) => sentence),
        [],
      );
    }
    return refunds;
  };
  return { explained, shown, walked };
};
