/** Exchange rates: a company may have fed one for every hour of years, and each call that prices goods asks which hold. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { rateAt } from '../../src/catalog/exchange-rate.ts';
import { catalogReader } from '../../src/catalog/read-articles.ts';
import { forEachEngine } from '../databases.ts';
import { recordingEngine } from '../recorded-statements.ts';
import { openRecords } from './record-shop.ts';

const HOUR = 3_600_000;
const MANY = 2_100;

forEachEngine((engine) => {
  const { engine: recording, asked } = recordingEngine(engine);
  let records: Awaited<ReturnType<typeof openRecords>>;
  before(async () => {
    records = await openRecords(recording);
  });
  after(() => records.shop.close());
  const reader = () => catalogReader(records.shop.node.db, records.shop.cache);
  const hourly = (rate: string) =>
    Array.from({ length: MANY }, (_, hour) => ({
      from: 'INR',
      to: 'EUR',
      rate,
      valid_from: new Date(hour * HOUR).toISOString(),
    }));

  test('a pair that was fed once holds beside one that is fed every hour', async () => {
    await records.shop.feed('exchange-rates', hourly('0.011'));
    const rates = await reader().rates(records.shop.companyId);
    const now = MANY * HOUR;
    assert.equal(rateAt(rates, 'INR', 'EUR', now)?.validFrom, (MANY - 1) * HOUR, 'the newest');
    assert.equal(rateAt(rates, 'INR', 'USD', now)?.validFrom, 0, 'the only one');
  });

  test('all are gone through off the request path, and again only when some changed', async () => {
    const { companyId, feed } = records.shop;
    const { rates } = reader();
    const readings = async () => {
      asked.length = 0;
      const found = await rates(companyId);
      const tables = asked.filter(({ sql }) => /\bexchange_rate\b/.test(sql));
      return { holds: rateAt(found, 'INR', 'USD', HOUR)?.digits, scans: tables.map(({ scans }) => scans) };
    };
    assert.deepEqual(await readings(), { holds: 119, scans: [true] });
    assert.deepEqual(await readings(), { holds: 119, scans: [] });
    await feed('exchange-rates', [{ from: 'INR', to: 'USD', rate: '0.0121' }]);
    assert.deepEqual(await readings(), { holds: 121, scans: [true] });
    const removed = await records.call('DELETE', 'exchange-rates/INR-USD-0');
    assert.equal(removed.status, 200);
    assert.deepEqual(await readings(), { holds: undefined, scans: [true] });
    assert.deepEqual(await readings(), { holds: undefined, scans: [] });
  });

  test('of a company without rates it is known that it has none', async () => {
    assert.deepEqual(await reader().rates(4_711), []);
  });
});
