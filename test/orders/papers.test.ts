/** Invoices, credit notes, notes, tags and the timeline of an order. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Row } from '../../src/db/database.ts';
import { numberOf, yearOf } from '../../src/orders/papers/paper-rules.ts';
import { exportRows } from '../../src/orders/export/export-rows.ts';
import { papersOf } from '../../src/orders/papers/paper-store.ts';
import type { TaxAmounts } from '../../src/orders/order-figures.ts';
import { sum } from '../../src/shared/money.ts';
import { aProduct } from '../catalog/shop.ts';
import { forEachEngine } from '../databases.ts';
import { openGoodsShop } from './goods-shop.ts';

test('a financial year is that of the shop’s own calendar', () => {
  for (const [time, zone, month, year] of [
    ['2026-03-31T18:29:59Z', 'Asia/Kolkata', 4, '2025-26'],
    ['2026-03-31T18:30:00Z', 'Asia/Kolkata', 4, '2026-27'],
    ['2099-12-31T23:59:59Z', 'UTC', 4, '2099-00'],
    ['2026-12-31T23:59:59Z', 'UTC', 1, '2026'],
  ] as const) {
    assert.equal(yearOf(Date.parse(time), zone, month), year);
  }
  assert.equal(numberOf({ kind: 'credit_note', year: '2026-27', number: 42 }), 'CN/26-27/000042');
});

forEachEngine(async (engine) => {
  const server = await openGoodsShop(engine);
  after(() => server.close());
  const { shop, some, staff, asCustomer, ordered } = server;
  await server.set({
    orders: { invoice_name: 'Cart & Wright', invoice_gstin: '27ABCDE1234F1Z5', invoice_year_month: 1 },
  });

  const page = async (url: string, buyer: { known: () => Readonly<Record<string, string>> }) =>
    server.app.inject({
      method: 'GET',
      url: `/service/application/order/v1.0/orders/${url}`,
      headers: { authorization: server.authorization, ...buyer.known() },
    });

  test('an invoice is made when the first goods leave, a credit note of what goes back then', async () => {
    const { order, buyer } = await ordered([[1, 3]]);
    await staff(`/orders/${order.id}/cancel`, { reason: 'x', items: some(order, 1, 1) });
    assert.equal((await page(`${order.id}/invoice`, buyer)).statusCode, 404, 'nothing has left');
    await staff(`/orders/${order.id}/parcels`, { items: some(order, 1, 1) });
    await staff(`/orders/${order.id}/deliver`, { reason: 'x' });
    await staff(`/orders/${order.id}/returns`, { reason: 'x', items: some(order, 1, 1) });
    await staff(`/orders/${order.id}/returns/${order.id}-R1/receive`, { reason: 'x' });
    const papers = await papersOf(shop.node.db, order);
    assert.deepEqual(
      papers.map(({ kind, settlementId }) => [kind, settlementId]),
      [
        ['invoice', ''],
        ['credit_note', `${order.id}-B2`],
      ],
    );
    const invoice = await page(`${order.id}/invoice`, buyer);
    assert.equal(invoice.statusCode, 200);
    const policy = String(invoice.headers['content-security-policy']);
    assert.match(policy, /default-src 'none'; style-src 'sha256-[^ ]+' 'sha256-[^ ]+'; script-src 'none'/);
    for (const text of ['Tax invoice INV/', 'Cart &amp; Wright', 'GSTIN 27ABCDE1234F1Z5', '1080.00', '@media print']) {
      assert.ok(invoice.payload.includes(text), text);
    }
    const note = await page(`${order.id}/credit-notes/${order.id}-B2`, buyer);
    assert.ok(note.payload.includes('Credit note CN/') && note.payload.includes('For invoice INV/'));
    assert.ok(note.payload.includes('480.00'));
    const stranger = await server.customer('paper-stranger');
    assert.equal((await page(`${order.id}/invoice`, stranger)).statusCode, 404);
    const listed = await staff(`/orders/${order.id}/papers`);
    assert.equal((listed.body['items'] as readonly unknown[]).length, 2);
  });

  test('a size is told as people read it, on the order and on its papers, and stays so', async () => {
    const named = { sizes: [{ value: 'M', display: 'Middling' }] };
    await shop.feed('products', [aProduct(2, named)]);
    const { order, buyer } = await ordered([[2, 1]]);
    await shop.feed('products', [aProduct(2)]);
    await staff(`/orders/${order.id}/parcels`, { items: some(order, 2, 1) });
    const invoice = await page(`${order.id}/invoice`, buyer);
    assert.match(invoice.payload, /, Middling</);
    const shown = await page(order.id, buyer);
    assert.match(shown.payload, /"item_size":"M","size_name":"Middling"/);
    await shop.feed('products', [aProduct(2, { sizes: [{ value: 'M', display: 'M' }] })]);
    const { order: plain, buyer: other } = await ordered([[2, 1]]);
    assert.match((await page(plain.id, other)).payload, /"item_size":"M","size_name":"M"/);
    assert.equal(plain.document.lines[0]?.sizeName, undefined, 'what says nothing new is not kept');
  });

  test('numbers have no gaps, also where many are made at once and some of it is refused', async () => {
    const orders = await Promise.all([1, 2, 3, 4].map(async () => (await ordered([[2, 1]])).order));
    const steps = orders.flatMap(({ id }) => [
      staff(`/orders/${id}/invoice`, { reason: 'x' }),
      staff(`/orders/${id}/ship`, { reason: 'x' }),
      staff(`/orders/${id}/parcels`, { items: [{ identifier: 'nothing', quantity: 1 }] }),
    ]);
    await Promise.all(steps);
    const rows = await shop.node.db.all<Row & { number: number; last: number }>(
      `select p.number, n.last from order_paper p join paper_number n
       on n.company_id = p.company_id and n.kind = p.kind and n.year = p.year where p.kind = 'invoice' order by p.number`,
    );
    assert.deepEqual(
      rows.map(({ number }) => number),
      rows.map((_, at) => at + 1),
    );
    assert.equal(rows.at(-1)?.last, rows.length);
  });

  test('the shop writes notes and tags, finds orders by them, and reads all that happened', async () => {
    const { order, buyer } = await ordered([[2, 1]]);
    const key = 'a-note-that-is-sent-twice';
    const first = await staff(`/orders/${order.id}/notes`, { text: 'Call <first>' }, key);
    const again = await staff(`/orders/${order.id}/notes`, { text: 'Call <first>' }, key);
    assert.deepEqual([first.status, again.body], [201, first.body]);
    assert.equal((await staff(`/orders/${order.id}/notes`, { text: '' })).status, 400);
    assert.deepEqual((await server.setTags(order.id, ['vip', 'gift', 'vip'])).status, 400, 'each word once');
    assert.deepEqual((await server.setTags(order.id, ['vip', 'gift'])).body['tags'], ['gift', 'vip']);
    const found = await staff('/orders-listing?tag=vip');
    assert.deepEqual(
      (found.body['items'] as readonly { readonly order_id: string }[]).map(({ order_id: id }) => id),
      [order.id],
    );
    await staff(`/orders/${order.id}/ship`, { reason: 'left' });
    await staff(`/orders/${order.id}/cancel`, { reason: 'lost' });
    const { body } = await staff(`/orders/${order.id}/timeline`);
    const kinds = (body['items'] as readonly { readonly kind: string }[]).map(({ kind }) => kind);
    for (const kind of ['state', 'payment', 'parcel', 'paper', 'refund', 'note']) assert.ok(kinds.includes(kind), kind);
    assert.deepEqual(body['tags'], ['gift', 'vip']);
    assert.equal((await staff('/orders/nothing/timeline')).code, 'order_not_found');
    const preview = await asCustomer(buyer, `/${order.id}/refund-preview`, { items: some(order, 2, 1) });
    assert.equal(preview.code, 'order_state_conflict');
  });

  test('an order that a table taxed says on every paper, in its export and in what goes back who has what of it', async () => {
    const rate = { country: 'IN', state: 'maharashtra' };
    await shop.feed('tax-rates', [
      { id: 'one', name: 'Central', rate: 7.77, jurisdiction: 'India', country: 'IN' },
      { id: 'two', name: 'Local', rate: 2.5, ...rate },
    ]);
    const { order, buyer } = await ordered([[2, 3]]);
    const [line] = order.document.lines;
    const sumOf = (tax: Pick<TaxAmounts, 'levies'> | undefined) => sum((tax?.levies ?? []).map(({ amount }) => amount));
    assert.equal(line?.tax.levies?.length, 2);
    assert.equal(sumOf(line?.tax), line?.tax.tax);
    await staff(`/orders/${order.id}/parcels`, { items: some(order, 2, 3) });
    await staff(`/orders/${order.id}/deliver`, { reason: 'x' });
    await staff(`/orders/${order.id}/returns`, { reason: 'x', items: some(order, 2, 1) });
    await staff(`/orders/${order.id}/returns/${order.id}-R1/receive`, { reason: 'x' });
    const changed = await server.order(order.id);
    for (const settlement of changed.progress.settlements ?? []) {
      for (const { tax } of [...settlement.lines, ...settlement.charges]) assert.equal(sumOf(tax), tax.tax);
    }
    const invoice = await page(`${order.id}/invoice`, buyer);
    for (const text of ['Levied by', 'Central', 'India', '7.77 %', 'Local'])
      assert.ok(invoice.payload.includes(text), text);
    const shown = await page(order.id, buyer);
    assert.match(shown.payload, /"levies":\[\{"name":"Central","jurisdiction":"India","rate":7.77,/);
    const rows = exportRows(changed).map((row) => row['tax_levies']);
    assert.match(String(rows[0]), /^Central, India, 7.77 %: [0-9.]+; Local, maharashtra, 2.5 %: [0-9.]+$/);
  });
});
