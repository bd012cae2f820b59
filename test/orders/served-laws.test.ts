/** Laws of a served cart: how it came about does not matter, what is undone is undone, and every figure is found again later. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import * as fc from 'fast-check';
import type { Row } from '../../src/db/database.ts';
import { exportRows } from '../../src/orders/export/export-rows.ts';
import { sum } from '../../src/shared/money.ts';
import type { Shopper } from '../cart/cart-server.ts';
import { forEachEngine } from '../databases.ts';
import { paymentService } from './order-payments.ts';
import { address } from './order-server.ts';
import { cartOf, type Code, contentOf, currencies, detail, items, minorIn, openLawShop } from './law-shop.ts';
import { runs } from '../laws/runs.ts';

type Wish = { readonly item: number; readonly quantity: number; readonly engraving: string; readonly apart: boolean };

const aWish: fc.Arbitrary<Wish> = fc.record({
  item: fc.constantFrom(...items),
  quantity: fc.integer({ min: 1, max: 4 }),
  engraving: fc.constantFrom('', 'A', 'B'),
  apart: fc.boolean(),
});
const wishes = fc.array(aWish, { minLength: 1, maxLength: 5 });
const aCode = fc.constantFrom(...currencies);
const shuffled = (list: readonly Wish[], by: readonly number[]): readonly Wish[] =>
  list
    .map((wish, at) => ({ wish, place: by[at % by.length] ?? 0 }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ wish }) => wish);

const asked = ({ item, quantity, engraving, apart }: Wish) => ({
  item_id: item,
  item_size: 'M',
  quantity,
  ...(engraving === '' ? {} : { _custom_json: { engraving } }),
  ...(apart ? { force_new_line_item: true } : {}),
});

forEachEngine(async (engine) => {
  const server = await openLawShop(engine);
  after(() => server.close());

  const addOneByOne = async (shopper: Shopper, list: readonly Wish[]): Promise<void> => {
    for (const wish of list) {
      const { body } = await shopper('POST', detail, { items: [asked(wish)] });
      assert.equal(body.success, true, JSON.stringify(body.result));
    }
  };
  const filled = async (list: readonly Wish[], coupon: boolean): Promise<Shopper> => {
    const shopper = server.visitor();
    await addOneByOne(shopper, list);
    if (coupon) await shopper('POST', '/v1.0/coupon?b=true', { coupon_code: 'SEVEN' });
    return shopper;
  };
  const numRuns = runs(12);

  describe('a cart', () => {
    test('is the same in whatever order its goods came, under whatever names', () =>
      fc.assert(
        fc.asyncProperty(
          wishes,
          fc.array(fc.integer(), { minLength: 5, maxLength: 5 }),
          fc.boolean(),
          aCode,
          async (list, order, coupon, code) => {
            // An equal line takes an item that is not kept apart, so whether it is depends on who came first: all or none.
            const alike = list.map((wish) => ({ ...wish, apart: list.every(({ apart }) => apart) }));
            const [one, two] = [await filled(alike, coupon), await filled(shuffled(alike, order), coupon)];
            assert.deepEqual(contentOf(await cartOf(two, code)), contentOf(await cartOf(one, code)));
          },
        ),
        { numRuns },
      ));

    test('costs the same however its lines are split', () =>
      fc.assert(
        fc.asyncProperty(wishes, fc.boolean(), aCode, async (list, coupon, code) => {
          const whole = await filled(
            list.map((wish) => ({ ...wish, apart: false })),
            coupon,
          );
          const units = list.flatMap((wish) =>
            Array.from({ length: wish.quantity }, () => ({ ...wish, quantity: 1, apart: true })),
          );
          const apart = await filled(units, coupon);
          const [one, two] = [await cartOf(whole, code), await cartOf(apart, code)];
          assert.deepEqual(contentOf(two).raw, contentOf(one).raw);
          assert.deepEqual(contentOf(two).offers, contentOf(one).offers);
          const minor = minorIn(code);
          const byItem = (cart: typeof one) =>
            items.map((item) => {
              const own = (cart.items ?? []).filter(({ product }) => product?.uid === item);
              return [
                sum(own.map(({ price }) => minor(price?.converted?.selling_price))),
                sum(own.map(({ tax }) => minor(tax?.amount))),
              ];
            });
          assert.deepEqual(byItem(two), byItem(one));
        }),
        { numRuns },
      ));

    test('is as it was when what was added is removed', () =>
      fc.assert(
        fc.asyncProperty(wishes, aWish, fc.boolean(), aCode, async (list, more, coupon, code) => {
          const shopper = await filled(list, coupon);
          const before = await cartOf(shopper, code);
          const known = new Set((before.items ?? []).map(({ identifiers }) => identifiers?.identifier));
          await addOneByOne(shopper, [{ ...more, apart: true }]);
          const added = ((await cartOf(shopper)).items ?? []).filter(
            (line) => !known.has(line.identifiers?.identifier),
          );
          assert.equal(added.length, 1);
          const gone = added.map(({ identifiers, product }) => ({
            identifiers,
            item_id: product?.uid,
            item_size: 'M',
          }));
          await shopper('PUT', detail, { operation: 'remove_item', items: gone });
          assert.deepEqual(contentOf(await cartOf(shopper, code)), contentOf(before));
        }),
        { numRuns },
      ));

    test('has the tax of its lines, and the prices of its lines, in every currency', () =>
      fc.assert(
        fc.asyncProperty(wishes, fc.boolean(), aCode, async (list, coupon, code) => {
          const cart = await cartOf(await filled(list, coupon), code);
          const minor = minorIn(code);
          const raw = cart.breakup_values?.raw;
          const lines = cart.items ?? [];
          assert.equal(cart.currency?.code, code);
          assert.equal(sum(lines.map(({ tax }) => minor(tax?.amount))), minor(raw?.gst_charges));
          assert.equal(sum(lines.map(({ tax }) => minor(tax?.taxable))), minor(raw?.vog));
          const goods = sum(lines.map(({ price }) => minor(price?.converted?.selling_price)));
          assert.equal(goods, minor(raw?.vog) + minor(raw?.gst_charges));
          for (const { tax, price } of lines) {
            assert.equal(minor(tax?.taxable) + minor(tax?.amount), minor(price?.converted?.selling_price));
          }
        }),
        { numRuns },
      ));
  });

  describe('an order', () => {
    let buyers = 0;

    test('has the figures of its cart; so have its export, what was paid and what is given back', () =>
      fc.assert(
        fc.asyncProperty(wishes, fc.boolean(), aCode, async (list, coupon, code: Code) => {
          buyers += 1;
          const shopper = await server.customer(`lawful-${buyers}`);
          await addOneByOne(shopper, list);
          if (coupon) await shopper('POST', '/v1.0/coupon?b=true', { coupon_code: 'SEVEN' });
          const abroad = { 'x-currency-code': code };
          const body = { payment_mode: 'CARD', delivery_address: address };
          const cart = await cartOf(shopper, code);
          const answer = await shopper('POST', '/v1.0/checkout', body, abroad);
          assert.equal(answer.status, 200, JSON.stringify(answer.body));
          const order = await server.order(String(answer.body['order_id']));
          const minor = minorIn(code);
          const { totals, lines } = order.document;
          const raw = Object.fromEntries(
            Object.entries(cart.breakup_values?.raw ?? {}).map(([name, value]) => [name, minor(value)]),
          );
          for (const name of [
            'mrp_total',
            'discount',
            'subtotal',
            'promotion',
            'coupon',
            'gst_charges',
            'vog',
            'total',
          ] as const) {
            assert.equal(totals[name], raw[name], name);
          }
          assert.equal(order.total, raw['total']);
          const rows = exportRows(order);
          assert.equal(sum(rows.map(({ amount }) => minor(Number(amount)))), order.total);
          const goods = rows.filter(({ row_type: type }) => type === 'line');
          assert.equal(sum(goods.map(({ tax }) => minor(Number(tax)))), raw['gst_charges']);
          assert.equal(sum(lines.map(({ tax }) => tax.tax)), raw['gst_charges']);

          const payments = paymentService(server);
          const amount = order.total / 10 ** order.document.currency.exponent;
          const paid = {
            order_id: order.id,
            payment_id: `pay-${order.id}`,
            amount,
            currency: code,
            outcome: 'success',
          };
          assert.equal((await payments.tell(paid)).status, 200);
          assert.deepEqual(await server.cancel(order.id, shopper), [200, 'cancelled']);
          const refund = await server.shop.node.db.one<Row & { amount: number; state: string }>(
            'select amount, state from order_payment where order_id = ?',
            [order.id],
          );
          assert.deepEqual([refund?.amount, refund?.state], [order.total, 'refund_due']);
        }),
        { numRuns: runs(8) },
      ));
  });
});
