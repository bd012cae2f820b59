/** Records that are removed and made anew under their keys. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Row } from '../../src/db/database.ts';
import { forEachEngine } from '../databases.ts';
import { aStore, openRecords } from './record-shop.ts';
import { feedPath } from './shop.ts';

forEachEngine(async (engine) => {
  const { shop, call } = await openRecords(engine);
  after(() => shop.close());

  test('a record made anew is not the one of before to who has that', async () => {
    const before = await call('PUT', 'stores/60', aStore(60));
    await call('DELETE', 'stores/60');
    await call('PUT', 'stores/60', aStore(60, { city: 'Pune' }));
    const url = feedPath(shop.companyId, 'stores/60');
    const read = await shop.owner({ url, headers: { 'if-none-match': before.etag } });
    assert.equal(read.statusCode, 200);
    assert.equal(read.json<Row>()['city'], 'Pune');
  });
});
