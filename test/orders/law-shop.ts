/** A shop made of what prices trip over: equal prices taxed differently, odd paise, sets, caps, several currencies. */
import assert from 'node:assert/strict';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import type { Shopper } from '../cart/cart-server.ts';
import { rupees } from '../cart/response/carts.ts';
import type { Engine } from '../databases.ts';
import { openOrderServer, type OrderServer } from './order-server.ts';
import { deliveryCosts, rule } from './shop-rules.ts';

export const currencies = ['INR', 'USD', 'JPY', 'KWD'] as const;
export type Code = (typeof currencies)[number];
export const detail = '/v1.0/detail?i=true&b=true';
export const items = [1, 2, 3, 4, 5] as const;

export const openLawShop = async (engine: Engine): Promise<OrderServer> => {
  const server = await openOrderServer(engine);
  const { shop } = server;
  const stocked = { quantity: 100_000 };
  await shop.sell(1, [{ ...rupees(100, 100), ...stocked, gst_rate: 0 }]);
  await shop.sell(2, [{ ...rupees(100, 100), ...stocked, gst_rate: 18 }]);
  await shop.sell(3, [{ ...rupees(49.99, 33.33), ...stocked, gst_rate: 5 }]);
  await shop.sell(4, [{ ...rupees(59.99, 59.99), ...stocked, gst_rate: 12, store_id: 2 }]);
  const dollars = { currency_code: 'USD', marked: 1.49, effective: 1.25 };
  const { prices } = rupees(110.5, 99.95);
  await shop.sell(5, [{ prices: [...prices, dollars], ...stocked, gst_rate: 28 }]);
  await shop.feed('exchange-rates', [
    { from: 'INR', to: 'USD', rate: '0.011907', valid_from: '2026-01-01T00:00:00Z' },
    { from: 'INR', to: 'JPY', rate: '1.7531', valid_from: '2026-01-01T00:00:00Z' },
    { from: 'INR', to: 'KWD', rate: '0.003651', valid_from: '2026-01-01T00:00:00Z' },
  ]);
  await server.set({ currencies: currencies.filter((code) => code !== 'INR'), cart: { charge_gst_bp: 1800 } });
  await shop.configure(deliveryCosts(49.5, 500));
  await shop.promotion({
    promotion_type: 'bogo',
    apply_priority: 3,
    discount_rules: rule('bogo', { item_id: [1, 2] }, { max_offer_quantity: 1 }),
    buy_rules: { 'rule#1': { item_id: [1, 2], cart_quantity: { greater_than_equals: 1 } } },
    restrictions: { order_quantity: { minimum: 0 } },
  });
  await shop.promotion({
    promotion_type: 'percentage',
    apply_priority: 2,
    discount_rules: rule('percentage', { item_id: [3, 4] }, { discount_percentage: 12.5, max_discount_amount: 20.01 }),
  });
  await shop.promotion({
    promotion_type: 'fixed_price',
    apply_priority: 1,
    stackable: false,
    discount_rules: rule('fixed_price', { item_id: [4, 5] }, { discount_price: 200, min_offer_quantity: 3 }),
  });
  await shop.coupon({ code: 'SEVEN', rule: [{ key: 1, value: 7, min: 0, max: 1000 }] });
  return server;
};

/** Everything of a cart that must not depend on how it came about: its lines without their names, and its figures. */
export const contentOf = ({
  items: lines = [],
  breakup_values: breakup,
  applied_promo_details: offers,
}: CartDetail) => ({
  lines: lines
    .map(({ key, quantity, price, price_per_unit: unit, tax, promotions_applied: promotions, article }) =>
      JSON.stringify({
        key,
        quantity,
        price,
        unit,
        tax,
        custom: article?.['_custom_json'],
        promotions: promotions?.map(({ promo_id: id, amount, article_quantity: units }) => ({ id, amount, units })),
      }),
    )
    .toSorted(),
  raw: breakup?.raw,
  offers: (offers ?? []).map(({ promo_id: id, amount }) => JSON.stringify({ id, amount })).toSorted(),
});

export const cartOf = async (shopper: Shopper, currency: Code = 'INR'): Promise<CartDetail> => {
  const { status, body } = await shopper('GET', detail, undefined, { 'x-currency-code': currency });
  assert.equal(status, 200);
  return body as unknown as CartDetail;
};

const exponents: Readonly<Record<Code, number>> = { INR: 2, USD: 2, JPY: 0, KWD: 3 };
/** In the smallest unit; the wire has decimals. */
export const minorIn =
  (currency: Code) =>
  (amount: number | null | undefined): number =>
    Math.round((amount ?? 0) * 10 ** exponents[currency]);
