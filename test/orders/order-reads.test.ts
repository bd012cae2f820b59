/** What an order says afterwards, to its customer and to service clients. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { StoredOrder } from '../../src/orders/order-document.ts';
import { recompute } from '../../src/orders/order-snapshot.ts';
import { listOrders } from '../../src/orders/order-list-store.ts';
import { readCompanyOrder, readCompanyOrders, readOrderSnapshot } from '../../src/orders/order-store.ts';
import { sum } from '../../src/shared/money.ts';
import type { Person } from '../applications/test-server.ts';
import type { Shopper } from '../cart/cart-server.ts';
import { aProduct } from '../catalog/shop.ts';
import { forEachEngine } from '../databases.ts';
import { type Json, openBoughtOrders } from './bought-orders.ts';

const minor = (value: number): number => Math.round(value * 100);

forEachEngine(async (engine) => {
  const server = await openBoughtOrders(engine);
  after(server.close);
  const { shop, orders, nth, buyer, owner, manager: reader, viewer, asStaff } = server;

  const asShopper = async (shopper: Shopper, url: string) => {
    const answer = await server.app.inject({
      url: `/service/application/order/v1.0${url}`,
      headers: { authorization: server.authorization, ...shopper.known() },
    });
    return { status: answer.statusCode, body: answer.json<Json>() };
  };
  const json = async (person: Person, url: string, payload?: object) => {
    const { status, text } = await asStaff(person, url, payload);
    return { status, body: JSON.parse(text) as Json & { order: Json; items: readonly Json[] } };
  };

  describe('the document of an order', () => {
    test('adds up: lines, discounts, charges, tender, total', () => {
      for (const { document, total } of orders) {
        const { totals, lines, charges, funding, tender } = document;
        for (const line of lines) {
          const off = sum(line.discounts.filter(({ stage }) => stage !== 'unit_price').map(({ amount }) => amount));
          assert.equal(line.subtotal - off, line.amount, line.identifier);
        }
        const funded = (...stages: string[]): number =>
          sum(funding.filter(({ stage }) => stages.includes(stage)).map(({ amount }) => amount));
        assert.equal(funded('promotion', 'gift', 'adjustment', 'shipping'), 0 - totals.promotion);
        assert.equal(funded('coupon'), 0 - totals.coupon);
        const goods = sum(lines.map(({ amount }) => amount));
        assert.equal(goods, totals.goods);
        const paid = sum(tender.map(({ amount }) => amount));
        assert.equal(goods + sum(charges.map(({ amount }) => amount)) - funded('shipping') - paid, total);
        assert.equal(sum(document.shipments.map(({ amount }) => amount)), goods);
      }
    });

    test('says who bears which discount', () => {
      const { funding } = nth(0).document;
      assert.deepEqual(
        funding.map(({ payer, stage }) => [stage, payer.category, payer.by]),
        [
          ['promotion', 'marketplace', 'summer fund'],
          ['coupon', 'seller', ''],
          ['shipping', 'fynd', ''],
        ],
      );
    });

    test('has its tax by HSN code and rate, split by where it goes', () => {
      const split = ({ document }: StoredOrder) =>
        document.tax.map(({ on, hsn, rate, cgst, sgst, igst }) => [
          on,
          hsn,
          rate / 10_000,
          cgst > 0 && sgst > 0,
          igst > 0,
        ]);
      assert.deepEqual(split(nth(0)), [
        ['goods', '6105', 12, false, true],
        ['goods', '6205', 5, true, false],
        ['charges', null, 18, true, false],
      ]);
      assert.deepEqual(
        split(nth(2)).map(([, , , within, across]) => [within, across]),
        [
          [false, true],
          [false, true],
          [false, true],
        ],
      );
      for (const { document } of orders) {
        for (const { cgst, sgst, igst, tax, taxable, rate, on } of document.tax) {
          assert.equal(cgst + sgst + igst, tax);
          if (on === 'goods') assert.ok(Math.abs((taxable * rate) / 1_000_000 - tax) < 3);
        }
        const goods = document.tax.filter(({ on }) => on === 'goods');
        assert.equal(sum(goods.map(({ tax }) => tax)), document.totals.gst_charges);
      }
    });

    test('can be priced again from what was kept', async () => {
      for (const order of orders) {
        const snapshot = await readOrderSnapshot(shop.node.db, order);
        assert.ok(snapshot);
        const { agrees, prices } = await recompute(snapshot);
        assert.equal(agrees, true);
        assert.deepEqual(prices.breakup, order.document.totals);
        assert.equal(snapshot.inputHash, order.document.inputHash);
      }
      assert.ok((await server.count('order_offer')) <= 4, 'orders share the offers they used');
    });
  });

  test('a company is asked for by its own organization, whoever was let in before', async () => {
    const { db } = shop.node;
    const { companyId, id } = nth(0);
    const own = { organizationId: shop.organizationId, companyId };
    const foreign = { ...own, organizationId: 'another' };
    const page = { current: 1, size: 100 };
    const listed = async (company: typeof own) => (await listOrders(db, { company }, {}, page)).orders.length;
    assert.equal((await readCompanyOrder(db, own, id))?.id, id);
    assert.equal((await readCompanyOrders(db, own, [id])).length, 1);
    assert.ok((await listed(own)) > 0);
    assert.equal(await readCompanyOrder(db, foreign, id), undefined);
    assert.deepEqual([await readCompanyOrders(db, foreign, [id]), await listed(foreign)], [[], 0]);
  });

  describe('orders', () => {
    test('are listed for their customer, newest first, by state and time', async () => {
      const { body } = await asShopper(buyer, '/orders?page_size=2');
      const items = body['items'] as readonly Json[];
      assert.deepEqual(
        items.map((item) => item['order_id']),
        [nth(2).id, nth(1).id],
      );
      const { total, has_next } = body['page'] as Json;
      assert.deepEqual([total, has_next], [3, true]);
      const last = await asShopper(buyer, '/orders?page_size=2&page_no=2');
      assert.equal((last.body['page'] as Json)['has_next'], false);
      const awaiting = await asShopper(buyer, '/orders?status=awaiting_payment');
      assert.deepEqual(
        (awaiting.body['items'] as readonly Json[]).map((item) => item['order_id']),
        [nth(1).id],
      );
      const early = new Date(nth(1).createdAt).toISOString();
      const first = await asShopper(buyer, `/orders?to_date=${early}`);
      assert.deepEqual(
        (first.body['items'] as readonly Json[]).map((item) => item['order_id']),
        [nth(0).id],
      );
      assert.equal((await asShopper(buyer, '/orders?from_date=yesterday')).status, 400);
    });

    test('show their customer what he pays and when it comes, and not who bears a discount', async () => {
      const { body } = await asShopper(buyer, `/orders/${nth(0).id}`);
      const order = body['order'] as Json;
      assert.equal(order['total_shipments_in_order'], 2);
      assert.equal(order['can_cancel'], true);
      const rows = order['breakup_values'] as readonly { name: string; value: number }[];
      const value = (name: string): number => rows.find((row) => row.name === name)?.value ?? 0;
      const parts = ['subtotal', 'promotion', 'coupon', 'delivery_charge'].map(value);
      assert.equal(minor(sum(parts)), minor(value('total')));
      assert.doesNotMatch(JSON.stringify(order), /marketplace|summer fund|input_hash/);
    });

    test('show each line with its product as the shop has it now, to its customer and to the shop', async () => {
      const lines = (order: Json) =>
        (order['shipments'] as readonly { readonly bags: readonly Json[] }[])
          .flatMap(({ bags }) => bags)
          .map(({ item_id, slug, image }) => [item_id, slug, image]);
      const both = async () => [
        lines((await asShopper(buyer, `/orders/${nth(0).id}`)).body['order'] as Json),
        lines((await json(reader, `/order-details?order_id=${nth(0).id}`)).body.order),
      ];
      const picture = 'https://example.com/a.jpg';
      const sold = [
        [1, 'product-1', picture],
        [2, 'product-2', picture],
      ];
      assert.deepEqual(await both(), [sold, sold]);
      await shop.feed('products', [
        aProduct(1, { slug: 'renamed', images: [] }),
        aProduct(2, { name: '=cmd "x", y', is_active: false }),
      ]);
      const later = [
        [1, 'renamed', undefined],
        [2, undefined, picture],
      ];
      assert.deepEqual(await both(), [later, later]);
      const list = (await asShopper(buyer, '/orders')).body['items'] as readonly Json[];
      assert.ok(list.flatMap(lines).every(([, slug, image]) => slug === undefined && image === undefined));
      await shop.feed('products', [aProduct(1), aProduct(2, { name: '=cmd "x", y' })]);
    });

    test('are nobody else’s', async () => {
      const stranger = await server.customer('someone-else');
      assert.equal((await asShopper(stranger, `/orders/${nth(0).id}`)).status, 404);
      assert.deepEqual((await asShopper(stranger, '/orders')).body['items'], []);
      assert.deepEqual((await asShopper(server.visitor(), '/orders')).body['items'], []);
    });

    test('are listed for service clients by customer, payment, channel and id', async () => {
      const all = await json(reader, '/orders-listing');
      assert.deepEqual([all.status, all.body['total_count'], all.body.items.length], [200, 3, 3]);
      const cards = await json(reader, '/orders-listing?payment_methods=CARD');
      assert.deepEqual(
        cards.body.items.map((item) => item['order_id']),
        [nth(1).id],
      );
      assert.equal((await json(reader, `/orders-listing?search_value=${nth(0).id}`)).body['total_count'], 1);
      assert.equal((await json(reader, '/orders-listing?customer_id=nobody')).body['total_count'], 0);
      assert.equal((await json(reader, `/orders-listing?sales_channels=${shop.applicationId}`)).body['total_count'], 3);
    });

    test('show service clients everything, and price again when asked', async () => {
      const { body } = await json(reader, `/order-details?order_id=${nth(0).id}`);
      assert.equal((body.order['funding'] as readonly Json[])[0]?.['payable_by'], 'summer fund');
      assert.deepEqual(body.order['payments'], []);
      const again = await json(reader, `/orders/${nth(0).id}/recompute`);
      assert.equal(again.body['agrees'], true);
      assert.equal((again.body['totals'] as Json)['total'], nth(0).total / 100);
      assert.equal((await json(reader, '/order-details?order_id=CW0')).status, 404);
    });

    test('are shipped and cancelled by service clients with a reason, which the audit keeps', async () => {
      const { id } = nth(2);
      assert.equal((await asStaff(viewer, `/orders/${id}/ship`, { reason: 'left' })).status, 403);
      assert.equal((await json(owner, `/orders/${id}/ship`, {})).status, 400);
      assert.equal((await json(owner, `/orders/${id}/ship`, { reason: 'left' })).body.order['status'], 'shipped');
      assert.deepEqual(await server.cancel(id, buyer), [409, 'order_state_conflict']);
      shop.node.clock.at += 1000;
      const before = await server.stockOf('1_M_1');
      const cancelled = await json(owner, `/orders/${id}/cancel`, { reason: 'came back' });
      assert.equal(cancelled.body.order['status'], 'cancelled');
      assert.equal(await server.stockOf('1_M_1'), before + 3);
      await json(owner, `/orders/${id}/cancel`, { reason: 'again' });
      assert.equal(await server.stockOf('1_M_1'), before + 3);
      const kept = await shop.node.db.all<{ document: string }>(
        'select document from audit where subject = ? order by created_at, id',
        [`order/${id}`],
      );
      assert.deepEqual(
        kept.map(({ document }) => (JSON.parse(document) as { after: Json }).after),
        [
          { state: 'shipped', reason: 'left' },
          { state: 'cancelled', refunded: nth(2).total, reason: 'came back' },
        ],
      );
      assert.equal((await json(owner, `/orders/${nth(1).id}/ship`, { reason: 'early' })).status, 409);
    });
  });
});
