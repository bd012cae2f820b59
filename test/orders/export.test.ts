/** Orders for accounting: rows whose sums are those of the orders. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { commands } from '../../src/commands/command-list.ts';
import { type Database, DatabaseError, type Value } from '../../src/db/database.ts';
import { csvCells } from '../../src/feeds/csv-cells.ts';
import { exportLines } from '../../src/orders/export/export-orders.ts';
import { countOrders } from '../../src/orders/order-list-store.ts';
import { sum } from '../../src/shared/money.ts';
import { cartwright, dataFolder } from '../commands/run-cartwright.ts';
import { forEachEngine } from '../databases.ts';
import { type Json, openBoughtOrders } from './bought-orders.ts';

const minor = (text: unknown): number => Math.round(Number(text) * 100);

test('the command line writes the same columns, and says what it cannot read', async () => {
  const { folder, remove } = dataFolder();
  try {
    const variables = { CARTWRIGHT_DATA: folder };
    assert.ok(commands.some(({ name }) => name === 'export orders'));
    const unknown = await cartwright(['export', 'orders', '--format', 'xml'], variables);
    assert.deepEqual([unknown.code, /csv, ndjson/.test(unknown.err)], [2, true]);
    const nobody = await cartwright(['export', 'orders'], variables);
    assert.deepEqual([nobody.code, /No such company/.test(nobody.err)], [1, true]);
    await cartwright(['organization', 'add', '--name', 'Org', '--company', 'Co'], variables);
    const { code, out } = await cartwright(['export', 'orders'], variables);
    assert.equal(code, 0);
    assert.match(out, /^order_id,status,created_at,.*,refund_id,tax_levies\n$/);
  } finally {
    remove();
  }
});

forEachEngine(async (engine) => {
  const server = await openBoughtOrders(engine);
  after(server.close);
  const { orders, nth, manager, asStaff } = server;

  describe('the export', () => {
    const totalsBy = (rows: readonly Json[]) => {
      const of = (id: string, column: string): number =>
        sum(rows.filter((row) => row['order_id'] === id).map((row) => minor(row[column] || 0)));
      for (const { id, total, document } of orders) {
        assert.equal(of(id, 'amount'), total);
        assert.equal(of(id, 'promotion') + of(id, 'coupon'), 0 - document.totals.promotion - document.totals.coupon);
        assert.equal(of(id, 'tax'), sum(document.tax.map(({ tax }) => tax)));
        const funded = ['seller', 'fynd', 'marketplace', 'other'].map((payer) => of(id, `funded_by_${payer}`));
        assert.equal(sum(funded), of(id, 'promotion') + of(id, 'coupon'));
      }
    };

    test('as lines of JSON has rows whose sums are those of the orders', async () => {
      const { text, type } = await asStaff(manager, '/orders-export?format=ndjson');
      assert.match(type, /ndjson/);
      const rows = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Json);
      assert.equal(rows.filter((row) => row['row_type'] === 'line').length, 6);
      totalsBy(rows);
    });

    test('has every order once, and who reads it slowly holds nothing of the database, however many they are', async () => {
      const { db } = server.shop.node;
      const source = nth(0);
      const row = await db.one<Record<string, Value>>('select * from customer_order where id = ?', [source.id]);
      assert.ok(row);
      const copies = Array.from({ length: 45 }, (_, at) => ({ ...row, id: `COPY${String(at).padStart(3, '0')}` }));
      const names = Object.keys(row);
      await db.commit(
        copies.map((copy) => ({
          sql: `insert into customer_order (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
          params: Object.values(copy),
        })),
      );
      const { companyId, organizationId } = server.shop;
      const readers = Array.from({ length: 8 }, () => exportLines(db, { companyId, organizationId }, {}, 'ndjson'));
      for (const reader of readers) assert.ok((await reader.next()).value);
      assert.equal(await countOrders(db, { company: { companyId, organizationId } }, {}), orders.length + 45);
      const { text } = await asStaff(manager, '/orders-export?format=ndjson');
      const ids = text
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as Json)['order_id']);
      const inOrder = ids.filter((id, at) => id !== ids[at - 1]);
      assert.equal(inOrder.length, orders.length + 45);
      assert.equal(new Set(inOrder).size, inOrder.length);
      await Promise.all(readers.map((reader) => reader.return()));
      await db.commit([{ sql: "delete from customer_order where id like 'COPY%'" }]);
    });

    test('says nothing before something was read: a database that does not answer is no table without rows', async () => {
      const { companyId, organizationId } = server.shop;
      const silent: Database = {
        ...server.shop.node.db,
        all: () => Promise.reject(new DatabaseError('busy')),
        scan: () => {
          throw new DatabaseError('busy');
        },
      };
      for (const format of ['csv', 'ndjson'] as const) {
        await assert.rejects(exportLines(silent, { companyId, organizationId }, {}, format).next(), DatabaseError);
      }
      const nobody = exportLines(server.shop.node.db, { companyId: 4711, organizationId }, {}, 'csv');
      assert.match(String((await nobody.next()).value), /^order_id,/);
      assert.equal((await nobody.next()).done, true);
    });

    test('taxes what offers leave of a charge, split by the place', async () => {
      const { text } = await asStaff(manager, '/orders-export?format=ndjson');
      const charges = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Json)
        .filter((row) => row['row_type'] === 'charge' && row['reference'] === 'delivery_charge');
      const columns = ['amount', 'taxable', 'tax', 'cgst', 'sgst', 'igst'];
      const taxed = (at: number) => {
        const row = charges.find((one) => one['order_id'] === nth(at).id);
        return columns.map((column) => row?.[column]);
      };
      assert.deepEqual(taxed(0), ['80.00', '33.90', '6.10', '3.05', '3.05', '0.00']);
      assert.deepEqual(taxed(2), ['80.00', '33.90', '6.10', '0.00', '0.00', '6.10']);
      assert.deepEqual(
        nth(0).document.tax.filter(({ on }) => on === 'charges'),
        [{ on: 'charges', hsn: null, rate: 180_000, taxable: 3390, tax: 610, cgst: 305, sgst: 305, igst: 0 }],
      );
    });

    test('as CSV has the same, and no cell that a spreadsheet would run', async () => {
      const { text } = await asStaff(manager, '/orders-export');
      const [header, ...rows] = text
        .trimEnd()
        .split('\n')
        .map((line) => csvCells(line) ?? []);
      assert.ok(header);
      totalsBy(rows.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at]]))));
      assert.match(text, /"'=cmd ""x"", y"/);
    });

    test('as CSV runs nothing that a shopper, a payment service or a merchant wrote, in any column', async () => {
      const formula = '=HYPERLINK("https://evil.example/";"paid")';
      const { db } = server.shop.node;
      const { id, progress, document } = nth(2);
      const lines = document.lines.map((line) => ({ ...line, size: formula, articleUid: formula, hsn: formula }));
      await db.commit([
        {
          sql: 'update customer_order set payment_mode = ?, owner_id = ?, progress = ?, document = ? where id = ?',
          params: [
            formula,
            formula,
            JSON.stringify({ ...progress, paymentId: formula }),
            JSON.stringify({ ...document, lines }),
            id,
          ],
        },
      ]);
      const { text } = await asStaff(manager, '/orders-export');
      const cells = text.split('\n').flatMap((line) => csvCells(line) ?? []);
      assert.ok(cells.some((cell) => cell === `'${formula}`));
      const run = cells.filter((cell) => /^[=+@-]/.test(cell) && !/^-?[\d.]+$/.test(cell));
      assert.deepEqual(run, []);
    });

    test('holds the orders that were asked for', async () => {
      const { text } = await asStaff(manager, '/orders-export?format=ndjson&status=awaiting_payment');
      const ids = text
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as Json)['order_id']);
      assert.deepEqual([...new Set(ids)], [nth(1).id]);
    });
  });
});
