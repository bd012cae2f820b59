/** Prices of lines, charges, adjustments and the breakup. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AnswerShop } from './answer-shop.ts';
import { first, itemOf, onlyItem, rowOf, rowsOf } from './answers.ts';
import { aCart, aLine, paidBy, rupees } from './carts.ts';

export const priceScenarios = (given: () => AnswerShop): void => {
  describe('the price of a line', () => {
    test('is of the whole line, and price_per_unit and article.price of one unit', async () => {
      const shop = given();
      await shop.sell(200, [rupees(100, 79.99)]);
      const item = onlyItem(await shop.cart(aCart([aLine(200, 3)])));
      const inr = { currency_code: 'INR', currency_symbol: '₹' };
      assert.deepEqual(item.price.converted, {
        marked: 300,
        add_on: 239.97,
        effective: 239.97,
        selling: 239.97,
        selling_price: 239.97,
        ...inr,
      });
      assert.deepEqual(item.price_per_unit.base, {
        marked: 100,
        add_on: 79.99,
        effective: 79.99,
        selling: 79.99,
        selling_price: 79.99,
        ...inr,
      });
      assert.deepEqual(item.article.price.converted, { effective: 79.99, marked: 100, selling: 79.99, ...inr });
      assert.deepEqual([item.discount, item.mrp_promo_price], ['20% OFF', 79.99]);
    });

    test('of three units for 10.00 leaves one paisa that no unit can carry', async () => {
      const shop = given();
      await shop.sell(201, [rupees(5, 5)]);
      const set = await shop.promotion({
        promotion_type: 'fixed_price',
        discount_rules: [{ item_criteria: { item_id: [201] }, offer: { discount_price: 10, min_offer_quantity: 3 } }],
      });
      const answer = await shop.cart(aCart([aLine(201, 3)]));
      const item = onlyItem(answer);
      assert.equal(item.price.converted.selling_price, 10);
      assert.equal(item.price_per_unit.converted.selling_price, 3.33);
      assert.equal(item.article.amount_quantity_error, 0.01);
      assert.deepEqual(answer.eligible_fixed_price_promotions, { [set]: { offer_quantity: 3, eligible_quantity: 3 } });
      const two = await shop.cart(aCart([aLine(201, 2)]));
      assert.deepEqual(two.eligible_fixed_price_promotions?.[set]?.eligible_quantity, 2);
      assert.equal(onlyItem(two).article.amount_quantity_error, 0);
    });

    test('in another currency keeps the base beside it, at the rate of the last write', async () => {
      const shop = given();
      await shop.sell(202, [rupees(1000, 800)]);
      await shop.feed('exchange-rates', [
        { from: 'INR', to: 'USD', rate: '0.0121', valid_from: '2026-01-01T00:00:00Z' },
        { from: 'INR', to: 'JPY', rate: '1.75' },
      ]);
      const cart = aCart([aLine(202, 2)]);
      const dollars = { ask: { currency: 'USD' } };
      const { snapshot } = await shop.answer(cart, dollars);
      const written = await shop.cart(cart, dollars);
      const item = onlyItem(written);
      assert.deepEqual(written.currency, { code: 'USD', symbol: '$' });
      assert.deepEqual([item.price.base.effective, item.price.converted.effective], [1600, 19.36]);
      assert.equal(written.breakup_values.raw.total, 19.36);
      await shop.feed('exchange-rates', [
        { from: 'INR', to: 'USD', rate: '0.0130', valid_from: '2026-11-15T10:00:00Z' },
      ]);
      const readers = { snapshot: async () => snapshot };
      const total = async (more: object = {}) =>
        (await shop.cart(cart, { ask: { currency: 'USD' }, ...more })).breakup_values.raw.total;
      assert.equal(await total(), 20.8);
      assert.equal(await total({ readers }), 19.36, 'the pinned rate');
      assert.equal(await total({ readers, cartSettings: { rate_max_age_hours: 0 } }), 20.8, 'too old to be kept');
      assert.equal((await shop.cart(cart, { ask: { currency: 'JPY' } })).breakup_values.raw.total, 2800);
      assert.equal((await shop.cart(cart, { ask: { currency: 'EUR' } })).currency.code, 'INR');
    });

    test('holds a tax that is shown with its rate and its parts, in the store’s state where an address says none', async () => {
      const shop = given();
      await shop.sell(207, [{ ...rupees(100, 100), gst_rate: 18 }]);
      await shop.sell(208, [{ ...rupees(33.33, 33.33), gst_rate: 5 }]);
      const cart = aCart([aLine(207), aLine(208, 2)], { document: { addressId: 'home' } });
      const taxes = async (state: string | null) => {
        const readers = { address: async () => ({ areaCode: '400001', country: 'IN', state }) };
        const answer = await shop.cart(cart, { readers });
        const [one, two] = [itemOf(answer, 207).tax, itemOf(answer, 208).tax];
        const sum = Math.round(((one?.amount ?? 0) + (two?.amount ?? 0)) * 100);
        assert.equal(sum, Math.round(answer.breakup_values.raw.gst_charges * 100));
        return one;
      };
      const whole = { rate: 18, taxable: 84.75, amount: 15.25 };
      assert.deepEqual(await taxes('Maharashtra'), { ...whole, cgst: 7.63, sgst: 7.62, igst: 0 });
      assert.deepEqual(await taxes('Karnataka'), { ...whole, cgst: 0, sgst: 0, igst: 15.25 });
      assert.deepEqual(await taxes(null), { ...whole, cgst: 7.63, sgst: 7.62, igst: 0 });
    });

    test('comes from the price list that the line asks for', async () => {
      const shop = given();
      const prices = [
        { currency_code: 'INR', marked: 500, effective: 450 },
        { currency_code: 'INR', marked: 500, effective: 300, price_list: 'staff' },
      ];
      await shop.sell(203, [{ prices }]);
      const cartSettings = { price_lists: { staff: { everyone: true }, nobody: { everyone: true } } };
      const unit = async (priceList: string | null) =>
        onlyItem(await shop.cart(aCart([aLine(203, 1, { asked: { priceList } })]), { cartSettings }));
      assert.equal((await unit(null)).price_per_unit.converted.selling, 450);
      assert.equal((await unit('staff')).price_per_unit.converted.selling, 300);
      const missed = await unit('nobody');
      assert.equal(missed.price_per_unit.converted.selling, 450);
      assert.equal(missed.message, 'The price list it was added with does not hold now; this is the normal price');
    });
  });

  describe('charges', () => {
    test('of delivery follow the table for home and for abroad, and leave pickup alone', async () => {
      const shop = given();
      await shop.sell(204, [rupees(400, 400)]);
      const table = (charge: number) => ({
        enabled: true,
        charges: [
          { threshold: 0, charges: charge },
          { threshold: 1000, charges: 0 },
        ],
      });
      await shop.configure({ delivery_charges: table(50), international_delivery_charges: table(900) });
      const of = (units: number, ask: object = {}) => shop.cart(aCart([aLine(204, units)]), { ask });
      const small = await of(1);
      assert.equal(small.delivery_charge_info, 'Delivery charges applicable ₹50.00 on order upto ₹1,000.00');
      assert.deepEqual(rowOf(small, 'delivery_charge'), {
        key: 'delivery_charge',
        attr: 'delivery_charge',
        display: 'Delivery Charge',
        value: 50,
        original: 50,
        preset: 50,
        currency_code: 'INR',
        currency_symbol: '₹',
        meta: {},
        message: ['Delivery charges applicable ₹50.00 on order upto ₹1,000.00'],
      });
      assert.equal((await of(3)).delivery_charge_info, 'Free delivery on order above ₹1,000.00');
      const abroad = await of(1, { areaCode: '10001' });
      assert.equal(abroad.breakup_values.raw.delivery_charge, 900);
      assert.equal(abroad.common_config.delivery_charges_config.charges[0]?.charges, 900);
      const picked = await of(1, { orderType: 'PickAtStore' });
      assert.deepEqual([picked.breakup_values.raw.delivery_charge, picked.delivery_charge_info], [0, '']);
      const shipping = await shop.promotion({
        promotion_type: 'shipping_price',
        promo_group: 'cart',
        buy_rules: { 'rule#1': { item_id: [204], cart_quantity: { greater_than_equals: 2 } } },
        discount_rules: [{ buy_condition: 'rule#1', offer: { discount_price: 0 } }],
      });
      const waived = await of(2);
      const { promotion: off, promotion_shipping: ofDelivery, total } = waived.breakup_values.raw;
      assert.deepEqual([off, ofDelivery, total], [-50, -50, 800]);
      assert.equal(small.breakup_values.raw.promotion_shipping, 0);
      const promotion = first(waived.applied_promo_details);
      assert.deepEqual([promotion.id, promotion.free_shipping, promotion.amount], [shipping, true, 25]);
      await shop.configure({ delivery_charges: { enabled: false, charges: [] } });
      assert.equal((await of(1)).common_config.delivery_charges_config.enabled, false);
    });

    test('for paying on delivery count only when that is chosen; c only quotes them', async () => {
      const shop = given();
      await shop.sell(205, [rupees(500, 500)]);
      const cartSettings = { cod: { flat: 30, bp: 200, of: 'higher', to: 5000 } } as const;
      const quoted = await shop.cart(aCart([aLine(205)]), { cartSettings, ask: { cod: true } });
      const row = rowOf(quoted, 'cod_charge');
      assert.deepEqual([row.value, row.original], [0, 30]);
      assert.deepEqual(row.message, ['₹30.00 is charged when you pay on delivery']);
      assert.equal(quoted.breakup_values.raw.total, 500);
      const chosen = await shop.cart(aCart([aLine(205, 4)], { document: paidBy('COD') }), { cartSettings });
      assert.deepEqual([chosen.breakup_values.raw.cod_charge, chosen.breakup_values.raw.total], [40, 2040]);
      assert.equal(chosen.payment_selection_lock.default_options, 'COD');
      const impossible = await shop.cart(aCart([aLine(205, 11)]), { cartSettings, ask: { cod: true } });
      assert.equal('cod_charge' in rowsOf(impossible), false);
    });

    test('of a payment mode, and tax outside prices, have rows that add up to the total', async () => {
      const shop = given();
      await shop.sell(206, [{ ...rupees(100.45, 99.45), gst_rate: 18 }]);
      const cart = aCart([aLine(206, 3)], { document: paidBy('UPI') });
      const cartSettings = { convenience_fees: { UPI: { flat: 7.3 } }, charge_gst_bp: 0 };
      const inside = await shop.cart(cart, { cartSettings });
      const raw = inside.breakup_values.raw;
      assert.deepEqual([raw.convenience_fee, raw.gst_charges, raw.vog], [7.3, 45.51, 252.84]);
      assert.equal(raw.total, 305.65);
      const policy = { ...shop.shop().caller.settings.policy, prices_include_tax: false };
      const outside = await shop.cart(cart, { cartSettings, settings: { policy } });
      const shown = rowsOf(outside);
      assert.equal(shown['gst_charges'], 53.7);
      const { mrp_total: _mrp, discount: _off, total, ...parts } = shown;
      const sum = Object.values(parts).reduce((all: number, value) => all + Math.round((value ?? 0) * 100), 0);
      assert.equal(sum, Math.round((total ?? 0) * 100));
      const whole = rowsOf(await shop.cart(cart, { cartSettings: { ...cartSettings, whole_unit_display: true } }));
      assert.deepEqual(whole, {
        mrp_total: 301,
        discount: -3,
        subtotal: 298,
        convenience_fee: 7,
        round_off: 1,
        total: 306,
      });
    });
  });

  describe('price adjustments', () => {
    test('is rounded to coins where it is paid in cash, in a row of its own', async () => {
      const shop = given();
      await shop.sell(230, [rupees(99.97, 99.97)]);
      const cash_rounding = { INR: { step: 0.05 }, USD: { step: 1 } };
      const asked = async (mode: string, settings: object = cash_rounding) => {
        const cart = aCart([aLine(230)], { document: paidBy(mode) });
        const answer = await shop.cart(cart, { cartSettings: { cod: {}, cash_rounding: settings } as never });
        return { raw: answer.breakup_values.raw, row: rowsOf(answer)['cash_rounding'] };
      };
      const due = (await asked('UPI')).raw;
      const paid = await asked('COD');
      assert.deepEqual([due.cash_rounding, (due.total * 100) % 5 === 0], [undefined, false]);
      assert.equal(paid.row, paid.raw.cash_rounding);
      assert.equal(Math.round((paid.raw.total - due.total) * 100), Math.round((paid.raw.cash_rounding ?? 0) * 100));
      assert.deepEqual([paid.raw.gst_charges, paid.raw.vog], [due.gst_charges, due.vog]);
      const up = { INR: { step: 1, mode: 'up', payment_modes: ['upi'] } };
      assert.equal((await asked('UPI', up)).raw.total, Math.ceil(due.total));
    });

    test('of every type do what they say, on the cart and on the lines they name', async () => {
      const shop = given();
      await shop.sell(207, [rupees(300, 300)]);
      await shop.sell(208, [rupees(100, 100)]);
      await shop.configure({ delivery_charges: { enabled: true, charges: [{ threshold: 0, charges: 60 }] } });
      const cart = aCart([aLine(207, 2), aLine(208)]);
      const cart_id = cart.id;
      const named = (article_id: string, value: number) => [{ article_id, value, quantity: 1, meta: { why: 'dent' } }];
      const discount = await shop.adjust({
        cart_id,
        type: 'discount',
        value: 40,
        message: 'Dented box',
        auto_remove: true,
        article_level_distribution: true,
        article_ids: named('207_M_1', 40),
        restrictions: { post_order: { return_allowed: false } },
        meta: { till: 3 },
      });
      await shop.adjust({ cart_id, type: 'charge', value: 15, message: 'Handling', code: 'handling' });
      const shared = await shop.adjust({
        cart_id,
        type: 'charge',
        value: 14,
        message: 'Cooling',
        article_level_distribution: true,
        code: 'cooling',
        allowed_refund: true,
      });
      await shop.adjust({ cart_id: cart.cartId, type: 'mop', value: 100 });
      const delivery = await shop.adjust({ cart_id, type: 'delivery_charge', value: 10, remove_articles: true });
      const selling = await shop.adjust({
        cart_id,
        type: 'selling_price',
        value: 90,
        article_ids: [{ article_id: '208_M_1', value: 90 }],
      });
      await shop.adjust({ cart_id, type: 'charge', value: 5, message: 'Convenience', code: 'convenience fee' });
      const answer = await shop.cart(cart);
      const raw = answer.breakup_values.raw;
      assert.deepEqual([raw.promotion, raw.delivery_charge, raw.mop_total], [-40, 10, -100]);
      assert.deepEqual([raw.total_charge, raw.convenience_fee, raw.total], [44, 5, 594]);
      const byId = new Map(answer.price_adjustment_applied.map((one) => [one['_id'], one]));
      assert.deepEqual(byId.get(discount), {
        _id: discount,
        _type: 'discount',
        message: 'Dented box',
        article_level_distribution: true,
        adjusted_value: { value: 40, currency_code: 'INR' },
        auto_remove: true,
        remove_articles: false,
        applied_articles_ids: ['207_M_1'],
        meta: { till: 3 },
        restrictions: { post_order: { return_allowed: false } },
      });
      assert.deepEqual(byId.get(delivery)?.adjusted_value.value, 50);
      assert.deepEqual(byId.get(selling)?.applied_articles_ids, ['208_M_1']);
      assert.equal(byId.size, 7);
      const ofLine = itemOf(answer, 207).price_adjustment_applied.find(({ adjusted_value: by }) => by.value === 40);
      assert.deepEqual(ofLine, {
        adjusted_value: { value: 40, currency_code: 'INR' },
        article_level_distribution: true,
        article_id: '207_M_1',
        applied_quantity: 1,
        meta: { why: 'dent' },
      });
      const cooling = first(itemOf(answer, 208).charges);
      assert.deepEqual([cooling.name, cooling.allow_refund, cooling.code], ['Cooling', true, 'cooling']);
      assert.deepEqual(cooling.meta, { price_adjustment_id: shared, article_level_distribution: true });
      assert.equal(rowOf(answer, 'delivery_charge').original, 60);
      assert.equal(rowOf(answer, 'total').original, 694);
      assert.equal(rowOf(answer, 'handling').value, 15);
      const dollars = await shop.cart(cart, { ask: { currency: 'USD' } });
      assert.equal(dollars.price_adjustment_applied[0]?.adjusted_value.currency_code, 'USD');
      await shop.configure({ delivery_charges: { enabled: false, charges: [] } });
    });
  });
};
