/** Paying for a cart: whether its coupon minds, which ways there are, and that each costs what it says. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Static } from 'typebox';
import type { CartDetail } from '../../../src/contract/cart/cart-contract.ts';
import type { PaymentCouponValidate, PaymentOptions } from '../../../src/contract/cart/cart-payment-contract.ts';
import type { OfferList } from '../../../src/contract/cart/cart-offer-contract.ts';
import { freshKey, openCartServer, type Shopper } from '../cart-server.ts';
import { forEachEngine } from '../../databases.ts';

const detail = '/v1.0/detail?i=true&b=true';
const rule = (type: string, offer: object) => [
  { buy_condition: '( rule#1 )', discount_type: type, item_criteria: { buy_rules: ['rule#1'] }, offer },
];

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());
  const { shop } = server;
  await shop.sell(1, [{ quantity: 100, prices: [{ currency_code: 'INR', marked: 1000, effective: 1000 }] }]);
  await shop.promotion({
    promotion_type: 'amount',
    display_meta: { name: 'By card', offer_text: '50 off by card' },
    discount_rules: rule('amount', { discount_amount: 50 }),
    restrictions: { payments: { CARD: { codes: ['HDFC'], networks: ['visa'] } } },
  });
  await shop.promotion({
    promotion_type: 'cashback',
    promo_group: 'cart',
    display_meta: { name: 'Back by UPI' },
    discount_rules: rule('cashback', { discount_percentage: 5 }),
    restrictions: { payments: { UPI: {} } },
  });
  await shop.coupon({
    code: 'CARDONLY',
    display_meta: { title: 'Cards' },
    rule_definition: { type: 'percentage', value_type: 'percentage', applicable_on: 'amount', calculate_on: 'esp' },
    rule: [{ key: 1, min: 0, value: 10, max: 500 }],
    restrictions: { payments: { CARD: {} } },
  });
  await server.set({
    cart: {
      default_payment_mode: 'UPI',
      cod: { flat: 40, to: 5000 },
      convenience_fees: { CARD: { bp: 200 } },
      emi_plans: [
        {
          id: 'six',
          emi_type: 'standard',
          instrument_type: 'credit_card',
          bank: { code: 'HDFC', name: 'HDFC Bank' },
          tenure_months: 6,
          interest_bp: 1200,
          fee: { flat: 99 },
          fee_gst_bp: 1800,
          min_amount: 3000,
        },
      ],
    },
  });

  const withGoods = async (quantity: number): Promise<Shopper> => {
    const visitor = server.visitor();
    await visitor('POST', detail, { items: [{ item_id: 1, item_size: 'M', quantity }] });
    return visitor;
  };
  const cartOf = (answer: { readonly body: unknown }): CartDetail => answer.body as CartDetail;
  const optionsOf = async (shopper: Shopper): Promise<PaymentOptions> => {
    const { status, body } = await shopper('GET', '/v1.0/payment/options');
    assert.equal(status, 200, JSON.stringify(body));
    return body as unknown as PaymentOptions;
  };

  describe('ways of paying', () => {
    test('cost what the cart costs once they are chosen', async () => {
      const visitor = await withGoods(4);
      const { payment_modes: modes, emi_plans: plans } = await optionsOf(visitor);
      assert.deepEqual(
        modes.map(({ payment_mode, is_possible, fee }) => [payment_mode, is_possible, fee]),
        [
          ['UPI', true, 0],
          ['CARD', true, 80],
          ['COD', true, 40],
          ['EMI', true, 0],
        ],
      );
      for (const { payment_mode, total } of modes) {
        const chosen = cartOf(await visitor('PUT', '/v1.0/payment?b=true', { payment_mode }));
        assert.equal(chosen.breakup_values?.raw?.total, total, payment_mode);
      }
      const [plan] = plans;
      const body = { payment_mode: 'EMI', payment_identifier: 'six' };
      const chosen = cartOf(await visitor('PUT', '/v1.0/payment?b=true', body));
      assert.deepEqual([chosen.breakup_values?.raw?.total, chosen.emi], [plan?.total, plan?.emi]);
      assert.deepEqual([plan?.is_possible, plan?.emi?.total_processing_fee], [true, '116.82']);
      const after = await optionsOf(visitor);
      assert.deepEqual(
        [after.payment_modes.find((mode) => mode.is_selected)?.payment_mode, after.emi_plans[0]?.is_selected],
        ['EMI', true],
      );
    });

    test('are chosen with the card: an offer of its network acts', async () => {
      const visitor = await withGoods(2);
      const chosen = async (card: object) =>
        cartOf(await visitor('PUT', '/v1.0/payment?b=true', { payment_mode: 'CARD', merchant_code: 'HDFC', ...card }))
          .breakup_values?.raw?.promotion;
      assert.equal(await chosen({ network: 'visa', iin: '411111', type: 'credit' }), -50);
      assert.equal(await chosen({ network: 'rupay' }), 0);
    });

    test('tell what an offer credits later apart from what it takes off', async () => {
      const visitor = await withGoods(2);
      const { payment_modes: modes } = await optionsOf(visitor);
      const upi = modes.find(({ payment_mode: mode }) => mode === 'UPI');
      assert.deepEqual(
        upi?.offers.map(({ name, discount, cashback_amount: back }) => [name, discount, back]),
        [['Back by UPI', 0, 100]],
      );
      assert.equal(upi?.total, 2000, 'nothing comes off');
      const { breakup_values: breakup } = cartOf(await visitor('PUT', '/v1.0/payment?b=true', { payment_mode: 'UPI' }));
      assert.deepEqual([breakup?.raw?.cashback_applied, breakup?.raw?.total], [100, 2000]);
      const listed = (await visitor('GET', '/v1.0/offer')).body as unknown as Static<typeof OfferList>;
      assert.equal(listed.available_offers.find(({ name }) => name === 'Back by UPI')?.message, '₹100.00 cashback');
    });

    test('that are not possible for this total say why', async () => {
      const small = await optionsOf(await withGoods(1));
      assert.deepEqual([small.emi_plans[0]?.is_possible, small.emi_plans[0]?.emi], [false, null]);
      const emi = small.payment_modes.find(({ payment_mode }) => payment_mode === 'EMI');
      assert.deepEqual([emi?.is_possible, emi?.message], [false, 'No instalment plan is offered for this total']);
      const large = await optionsOf(await withGoods(6));
      const cod = large.payment_modes.find(({ payment_mode }) => payment_mode === 'COD');
      assert.deepEqual([cod?.is_possible, cod?.message], [false, 'Paying on delivery is not possible for this cart']);
      const none = await optionsOf(server.visitor());
      assert.equal(
        none.payment_modes.every((mode) => !mode.is_possible),
        true,
      );
    });

    test('show the offers of banks with what each would take off', async () => {
      const { bank_offers: offers } = await optionsOf(await withGoods(2));
      assert.deepEqual(
        offers.map(({ name, code, discount, cashback_amount: back, banks, networks, is_applicable }) => [
          name,
          code,
          discount,
          back,
          banks,
          networks,
          is_applicable,
        ]),
        [
          ['Cards', 'CARDONLY', 200, 0, [], [], true],
          ['Back by UPI', null, 0, 100, [], [], true],
          ['By card', null, 50, 0, ['HDFC'], ['visa'], true],
        ],
      );
    });
  });

  describe('the coupon of a cart', () => {
    const validityOf = async (shopper: Shopper, query: string) => {
      const { status, body } = await shopper('GET', `/v1.0/payment/validate/?${query}`);
      assert.equal(status, 200, JSON.stringify(body));
      return body as unknown as PaymentCouponValidate;
    };

    test('is asked whether it takes a way of paying, and nothing is stored', async () => {
      const visitor = await withGoods(2);
      await visitor('POST', '/v1.0/coupon', { coupon_code: 'CARDONLY' });
      const card = await validityOf(visitor, 'payment_mode=CARD');
      const taken = { valid: true, discount: 200, code: 'CARDONLY', title: 'Cards', error_en: null };
      assert.partialDeepStrictEqual(card, { success: true, coupon_validity: taken });
      const cod = await validityOf(visitor, 'payment_mode=COD');
      const error_en = 'Payment mode is not valid for applied coupon';
      const refused = { valid: false, discount: 0, error_en, next_validation_required: true };
      assert.partialDeepStrictEqual(cod, { success: false, coupon_validity: refused });
      assert.match((await visitor('GET', detail)).headers['etag'] ?? '', /^"2\./);
    });

    test('is no obstacle where there is none', async () => {
      const plain = await validityOf(await withGoods(1), 'payment_mode=COD');
      assert.deepEqual([plain.success, plain.coupon_validity.valid, plain.coupon_validity.code], [true, true, null]);
    });
  });

  describe('store credit', () => {
    test('is switched on and off like any other write of the cart', async () => {
      const visitor = await withGoods(1);
      const patch = async (store_credit: boolean, headers: Readonly<Record<string, string>> = {}) => {
        const authorization = `Bearer ${Buffer.from(`${server.shop.applicationId}:${server.shop.applicationToken}`).toString('base64')}`;
        const url = '/service/application/cart/v1.0/detail?i=true&b=true';
        const sent = { authorization, ...visitor.known(), ...headers };
        return server.app.inject({ method: 'PATCH', url, headers: sent, payload: { store_credit } });
      };
      const key = { 'idempotency-key': freshKey() };
      const first = await patch(true, key);
      assert.equal(first.statusCode, 200, first.payload);
      const answer = first.json<{ success: boolean; message: string; cart: CartDetail }>();
      assert.deepEqual([answer.success, answer.message, answer.cart.items?.length], [true, 'Store credit updated', 1]);
      assert.equal((await patch(true, key)).headers['idempotent-replayed'], 'true');
      assert.match((await visitor('GET', detail)).headers['etag'] ?? '', /^"2\./);
      assert.equal((await patch(false, { 'if-match': '"1.x"' })).statusCode, 412);
      const row = await server.shop.node.db.one<{ document: string }>('select document from cart where id = ?', [
        answer.cart.id ?? '',
      ]);
      assert.equal((JSON.parse(row?.document ?? '{}') as { storeCredit: boolean }).storeCredit, true);
    });
  });
});
