/** Coupons, points, instalments and what a way of paying changes. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { noBalances } from '../../../src/cart/call/cart-shop.ts';
import type { AnswerShop } from './answer-shop.ts';
import { first, itemOf, onlyItem, rowOf } from './answers.ts';
import { aCart, aLine, paidBy, rupees } from './carts.ts';

const withCode = (couponCode: string) => ({ document: { couponCode } });

export const couponScenarios = (given: () => AnswerShop): void => {
  describe('a coupon', () => {
    test('that applies shows on the cart, in the breakup and on the lines it touches', async () => {
      const shop = given();
      await shop.sell(400, [rupees(500, 400)]);
      await shop.sell(401, [rupees(100, 100)]);
      assert.equal((await shop.cart(aCart([aLine(400)]))).coupon_text, '', 'no coupon is listed yet');
      const id = await shop.coupon({
        code: 'TEN',
        rule: [
          { key: 1, value: 10, min: 300, max: 100 },
          { key: 1000, value: 15, min: 1000, max: 150 },
        ],
        rule_definition: { calculate_on: 'esp' },
        identifiers: { item_id: [400] },
        display_meta: {
          title: 'Ten off',
          subtitle: 'On shirts',
          description: 'Once a day',
          apply: { title: 'Ten is off' },
        },
        medias: [{ alt: 'A ten', url: 'https://img.example/ten.jpg', type: 'image', key: 'hero' }],
        restrictions: { post_order: { return_allowed: false } },
      });
      assert.equal((await shop.cart(aCart([aLine(400)]))).coupon_text, 'View all offers');
      const answer = await shop.cart(aCart([aLine(400, 2), aLine(401)], withCode('ten')));
      assert.deepEqual(answer.coupon, {
        coupon_code: 'ten',
        coupon_id: id,
        coupon_title: 'Ten off',
        coupon_subtitle: 'On shirts',
        coupon_description: 'Once a day',
        coupon_type: 'percentage',
        coupon_value: 10,
        maximum_discount_value: 100,
        minimum_cart_value: 300,
        discount: 80,
        is_applied: true,
        is_valid: true,
        message: 'Coupon applied: ₹80.00 off',
        cashback_amount: 0,
        mrp_coupon: false,
        cashback_message_primary: '',
        cashback_message_secondary: '',
        medias: [{ alt: 'A ten', url: 'https://img.example/ten.jpg', type: 'image', key: 'hero' }],
        return_allowed: false,
        cancellation_allowed: true,
        exchange_allowed: true,
      });
      const breakup = answer.breakup_values;
      assert.deepEqual([breakup.coupon.value, breakup.raw.coupon, breakup.coupon.uid], [80, -80, id]);
      assert.deepEqual(itemOf(answer, 400).coupon, {
        discount_total_quantity: 80,
        discount_single_quantity: 40,
        code: 'ten',
      });
      assert.equal(itemOf(answer, 400).coupon_message, '₹80.00 off with ten');
      const noShare = { discount_total_quantity: 0, discount_single_quantity: 0, code: '' };
      assert.deepEqual([itemOf(answer, 401).coupon, itemOf(answer, 401).coupon_message], [noShare, '']);
      assert.deepEqual([answer.coupon_text, rowOf(answer, 'coupon').meta], ['Ten is off', { code: 'ten' }]);
      const higher = await shop.cart(aCart([aLine(400, 3)], withCode('TEN')));
      assert.deepEqual([higher.coupon.coupon_value, higher.coupon.discount], [15, 150]);
    });

    test('that is refused stays on the cart with the reason', async () => {
      const shop = given();
      await shop.sell(402, [rupees(100, 100)]);
      await shop.coupon({
        code: 'BIG',
        type_slug: 'absolute_amount_absolute',
        rule: [{ key: 1, value: 50, min: 500, max: 50 }],
        rule_definition: { calculate_on: 'mrp' },
        restrictions: { post_order: { cancellation_allowed: false, exchange_allowed: false } },
      });
      await shop.coupon({
        code: 'CARDS',
        rule: [{ key: 1, value: 5, min: 0, max: 50 }],
        restrictions: { payments: { CARD: { networks: ['VISA'] } } },
      });
      await shop.coupon({ code: 'MINE', rule: [{ key: 1, value: 5 }], validation: { anonymous: false } });
      const of = async (code: string, more: object = {}) =>
        (await shop.cart(aCart([aLine(402, 2)], withCode(code)), more)).coupon;
      const big = await of('BIG');
      assert.deepEqual([big.is_applied, big.is_valid, big.coupon_code], [false, true, 'BIG']);
      assert.deepEqual([big.message, big.discount], ['Add ₹300.00 more to use this coupon', 0]);
      assert.deepEqual([big.mrp_coupon, big.cancellation_allowed, big.exchange_allowed], [true, false, false]);
      const unknown = await of('NONE');
      assert.deepEqual([unknown.message, unknown.is_valid], ['Sorry! Invalid coupon', false]);
      assert.equal((await of('MINE')).message, 'Please login to use this coupon.');
      assert.equal((await of('MINE', { customer: 'u1' })).is_applied, true);
      assert.equal((await of('CARDS')).message, 'Payment mode is not valid for applied coupon');
      const tried = { refusedCoupon: { code: 'OLD', message: 'Sorry! Coupon Expired' } };
      const refused = await shop.cart(aCart([aLine(402)]), { ask: tried });
      assert.deepEqual([refused.coupon.coupon_code, refused.coupon.coupon_id], ['OLD', null]);
      assert.equal(refused.breakup_values.coupon.message, 'Sorry! Coupon Expired');
    });

    test('beside others is listed with them', async () => {
      const shop = given();
      await shop.coupon({
        code: 'BACK5',
        rule: [{ key: 1, value: 5 }],
        action: { txn_mode: 'cashback' },
        display_meta: { title: 'Five back' },
      });
      const codes = { document: { couponCode: 'BACK5', moreCodes: ['MINE', 'NONE'] } };
      const cartSettings = { coupons_per_cart: 3 };
      const { coupons } = await shop.cart(aCart([aLine(402, 2)], codes), { customer: 'u1', cartSettings });
      assert.deepEqual(
        coupons?.map(({ coupon_code, title, discount, cashback_amount, is_applied, is_valid }) => [
          coupon_code,
          title,
          discount,
          cashback_amount,
          is_applied,
          is_valid,
        ]),
        [
          ['BACK5', 'Five back', 0, 9.5, true, true],
          ['MINE', null, 10, 0, true, true],
          ['NONE', null, 0, 0, false, false],
        ],
      );
      const only = { rule: [{ key: 1, value: 5 }], stack_group: 'one of them' };
      await shop.coupon({ ...only, code: 'ONLY1', validity: { priority: 2 } });
      await shop.coupon({ ...only, code: 'ONLY2' });
      const both = { document: { couponCode: 'ONLY2', moreCodes: ['ONLY1'] } };
      const shut = await shop.cart(aCart([aLine(402, 2)], both), { cartSettings });
      const closers = shut.coupons?.map(({ closed_by }) => closed_by);
      assert.deepEqual(closers, ['ONLY1', null]);
      const bare = await shop.cart(aCart([aLine(402)]), { cartSettings });
      assert.deepEqual(bare.coupons, []);
    });

    test('that demands a way of paying locks it, also for a card that is only looked at', async () => {
      const shop = given();
      const cart = aCart([aLine(402, 2)], withCode('CARDS'));
      const readers = {
        card: async (_: string, id: number) => (id === 7 ? { mode: 'CARD', network: 'VISA' } : undefined),
      };
      const seen = await shop.cart(cart, { customer: 'u1', readers, ask: { assignCardId: 7 } });
      assert.equal(seen.coupon.is_applied, true);
      assert.deepEqual(seen.payment_selection_lock, {
        enabled: true,
        default_options: 'CARD',
        payment_identifier: 'CARD',
      });
      const other = await shop.cart(cart, { customer: 'u1', readers, ask: { assignCardId: 8 } });
      assert.deepEqual([other.coupon.is_applied, other.coupon.is_valid], [false, true]);
      assert.deepEqual(other.payment_selection_lock, seen.payment_selection_lock);
      const elsewise = await shop.cart({ ...cart, document: { ...cart.document, ...paidBy('UPI', 'u-1') } });
      assert.deepEqual(elsewise.payment_selection_lock, seen.payment_selection_lock);
      const free = await shop.cart(aCart([aLine(402, 2)], { document: paidBy('UPI', 'u-1') }));
      assert.deepEqual(free.payment_selection_lock, {
        enabled: false,
        default_options: 'UPI',
        payment_identifier: 'u-1',
      });
      const stored = await shop.cart({ ...cart, document: { ...cart.document, ...paidBy('CARD', 'c-1', 'VISA') } });
      assert.deepEqual([stored.coupon.is_applied, stored.payment_selection_lock.payment_identifier], [true, 'c-1']);
    });

    test('of the kind cashback credits instead of taking off', async () => {
      const shop = given();
      await shop.coupon({
        code: 'BACK',
        rule: [{ key: 1, value: 10, min: 0, max: 1000 }],
        action: { txn_mode: 'cashback' },
      });
      const answer = await shop.cart(aCart([aLine(402, 3)], withCode('BACK')));
      assert.deepEqual([answer.coupon.cashback_amount, answer.coupon.discount], [30, 0]);
      assert.equal(answer.coupon.cashback_message_primary, 'You get ₹30.00 cashback');
      assert.deepEqual([answer.breakup_values.coupon.type, answer.breakup_values.raw.total], ['cashback', 300]);
    });

    test('in the shape of a promotion shows as one, with its code', async () => {
      const shop = given();
      const id = await shop.promotion({
        mode: 'coupon',
        code: 'PROMO',
        promotion_type: 'percentage',
        promo_group: 'cart',
        display_meta: { name: 'By code' },
        discount_rules: [{ item_criteria: { all_items: true }, offer: { discount_percentage: 20 } }],
      });
      const answer = await shop.cart(aCart([aLine(402)], withCode('PROMO')));
      const promotion = first(answer.applied_promo_details);
      assert.deepEqual([promotion.id, promotion.code, promotion.promo_code], [id, 'PROMO', 'PROMO']);
      assert.deepEqual([promotion.all_items, answer.coupon.coupon_title], [true, 'By code']);
      assert.equal(promotion.discount_rules[0]?.item_criteria.all_items, true);
    });
  });

  describe('points', () => {
    test('pay where they are redeemed, within their cap, and are earned line by line', async () => {
      const shop = given();
      await shop.sell(403, [rupees(1000, 1000)]);
      const loyalty = { worth: 0.5, per_points: 1, cap_bp: 2000, earn_points: 2, earn_for: 100 };
      const readers = { balances: async () => ({ ...noBalances, points: 700, version: '1' }) };
      const asking = { customer: 'u1', readers, cartSettings: { loyalty } };
      const cart = (redeemPoints: boolean, couponCode: string | null = null) =>
        aCart([aLine(403)], { document: { redeemPoints, couponCode } });
      const offered = await shop.cart(cart(false), asking);
      assert.deepEqual(offered.breakup_values.loyalty_points, {
        is_applied: false,
        total: 700,
        applicable: 400,
        description: '400 points worth ₹200.00',
        message: 'No reward points applied',
      });
      assert.equal(onlyItem(offered).promo_meta.message, 'Earn 20 points');
      const redeemed = await shop.cart(cart(true), asking);
      const raw = redeemed.breakup_values.raw;
      assert.deepEqual([raw.platform_cash, raw.fynd_cash, raw.total], [-200, -200, 800]);
      assert.equal(rowOf(redeemed, 'platform_cash').value, -200);
      assert.equal(redeemed.breakup_values.loyalty_points.is_applied, true);
      await shop.configure({ allow_coupon_with_rewards: false });
      const blocked = await shop.cart(cart(true, 'PROMO'), asking);
      assert.equal(blocked.breakup_values.loyalty_points.message, 'Reward point not applicable with Coupon');
      await shop.configure({ allow_coupon_with_rewards: true });
      const stranger = await shop.cart(cart(true), { cartSettings: { loyalty } });
      assert.equal(stranger.breakup_values.loyalty_points.is_applied, null);
    });

    test('and store credit and gift cards pay in that order', async () => {
      const shop = given();
      const balances = {
        points: null,
        storeCredit: 30_000,
        giftCards: [{ id: 'g', balance: 5_000 }],
        version: '2',
        nextExpiry: null,
      };
      const cart = aCart([aLine(403)], { document: { storeCredit: true } });
      const answer = await shop.cart(cart, { customer: 'u1', readers: { balances: async () => balances } });
      assert.equal(answer.breakup_values.raw.mop_total, -350);
      assert.deepEqual([rowOf(answer, 'store_credit').value, rowOf(answer, 'mop_total').value], [-300, -50]);
    });
  });

  describe('instalments', () => {
    test('are worked out on the total, with the fee as a charge', async () => {
      const shop = given();
      const plan = {
        id: 'hdfc-6',
        emi_type: 'standard',
        instrument_type: 'credit_card',
        tenure_months: 6,
        interest_bp: 1500,
        bank: { code: 'HDFC', name: 'HDFC Bank' },
        fee: { flat: 99 },
        fee_gst_bp: 1800,
        max_amount: 2000,
      } as const;
      const free = {
        id: 'axis-3',
        emi_type: 'no_cost',
        instrument_type: 'debit_card',
        tenure_months: 3,
        interest_bp: 1400,
        bank: { code: 'UTIB', name: 'Axis Bank' },
      } as const;
      const withFee = { ...free, id: 'axis-f', fee: { flat: 10 }, fee_gst_bp: 0 };
      const cartSettings = { emi_plans: [plan, free, withFee] };
      const of = (identifier: string, units = 1) =>
        shop.cart(aCart([aLine(403, units)], { document: paidBy('EMI', identifier) }), { cartSettings });
      const answer = await of('hdfc-6');
      assert.deepEqual(answer.emi, {
        emi_type: 'standard',
        instrument_type: 'credit_card',
        bank: { code: 'HDFC', name: 'HDFC Bank' },
        tenure_months: 6,
        tenure_unit: 'months',
        interest_rate: '15.00',
        monthly_amount: '174.03',
        total_payable: '1044.20',
        total_interest: '44.20',
        processing_fee: '99.00',
        gst_amount: '17.82',
        total_processing_fee: '116.82',
        processing_fee_message: 'A processing fee of ₹116.82 (incl. GST) is charged by HDFC Bank',
      });
      assert.equal(answer.breakup_values.raw.total, 1116.82);
      assert.equal(rowOf(answer, 'emi_processing_fee').value, 116.82);
      assert.equal(answer.payment_selection_lock.enabled, true);
      const absorbed = await of('axis-3');
      assert.deepEqual([absorbed.emi.total_payable, absorbed.emi.total_interest], ['1000.00', '23.42']);
      assert.match((await of('axis-f')).emi.processing_fee_message ?? '', /Axis/);
      const dropped = await of('hdfc-6', 3);
      assert.deepEqual(
        [dropped.emi, dropped.message],
        [{}, 'This EMI plan is not offered for this total. Choose another way to pay'],
      );
    });
  });
};
