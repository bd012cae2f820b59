/** After a change all rates of tax are read anew, and a company may have one for every postal code: once for all who ask meanwhile. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { deliveryReader } from '../../src/delivery/read-lanes.ts';
import { shippingMethodRecords } from '../../src/delivery/shipping-records.ts';
import { leviesAt } from '../../src/delivery/tax-table-rules.ts';
import { taxRateRecords } from '../../src/delivery/tax-records.ts';
import type { FeedKind } from '../../src/feeds/feed-kind.ts';
import { type FeedRow, runFeed } from '../../src/feeds/feed-run.ts';
import { newNode } from '../applications/new-node.ts';
import { newShop } from '../applications/test-server.ts';
import { forEachEngine } from '../databases.ts';
import { recordingEngine } from '../recorded-statements.ts';

async function* rowsOf(rows: readonly unknown[]): AsyncGenerator<FeedRow, void> {
  for (const [at, value] of rows.entries()) yield { line: at + 1, next: at + 1, size: 0, value };
}
const goods = { taxClass: '', now: 0, charges: false };

forEachEngine(async (engine) => {
  const { engine: recording, asked } = recordingEngine(engine);
  const node = await newNode(recording);
  after(() => node.close());
  const { companyId } = await newShop(node);
  const feed = async (kind: FeedKind, rows: readonly unknown[]): Promise<void> => {
    const context = { db: node.db, companyId, runId: `${kind.name}-${node.clock.at}`, at: (node.clock.at += 1) };
    const fed = (await Array.fromAsync(runFeed(kind, rowsOf(rows), context))).flatMap(({ verdicts }) => verdicts);
    assert.ok(fed.every(({ success }) => success));
  };
  const rates = (rate: number) =>
    Array.from({ length: 700 }, (_, at) => {
      const code = String(100_000 + at);
      return { id: code, name: 'VAT', country: 'IN', postal_from: code, rate };
    });
  await feed(shippingMethodRecords.feed, [{ id: 'fast', name: 'Fast', rates: [{ bands: [{ from: 0, charge: 5 }] }] }]);

  test('rates are read off the request path, once for all who ask after a change', async () => {
    const read = deliveryReader(node.db);
    for (const rate of [7, 9]) {
      await feed(taxRateRecords.feed, rates(rate));
      asked.length = 0;
      const views = await Promise.all(Array.from({ length: 12 }, () => read(companyId, [], null)));
      for (const { taxes, methods } of views) {
        const [levy] = leviesAt(taxes, { country: 'IN', state: null, postal: '100699' }, goods) ?? [];
        assert.equal(levy?.rate, rate * 10_000);
        assert.deepEqual(
          methods.map(({ id }) => id),
          ['fast'],
        );
      }
      const tables = asked.filter(({ sql }) => /\b(tax_rate|shipping_method)\b/.test(sql));
      assert.deepEqual(
        tables.map(({ scans }) => scans),
        [true, true],
      );
    }
  });
});
