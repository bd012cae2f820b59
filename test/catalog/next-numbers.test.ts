/** What is known by a number: the next one that is free. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newShop, signedIn } from '../applications/test-server.ts';
import { forEachEngine } from '../databases.ts';
import { openRecords } from './record-shop.ts';
import { feedPath } from './shop.ts';

const LAST = 2_147_483_647;

forEachEngine((engine) => {
  let records: Awaited<ReturnType<typeof openRecords>>;
  before(async () => {
    records = await openRecords(engine);
  });
  after(() => records.shop.close());
  const next = async (kind: string) => (await records.call('GET', `${kind}/next-number`)).body['uid'];

  describe('the next number', () => {
    test('is one more than the highest there is', async () => {
      assert.deepEqual([await next('products'), await next('stores'), await next('sellers')], [13, 4, 3]);
    });

    test('is still one that can be had when the highest of all is taken', async () => {
      await records.shop.feed('sellers', [{ uid: LAST, name: 'The last one' }]);
      assert.equal(await next('sellers'), 3);
    });

    test('is none of what is known by other names, and of other companies', async () => {
      const { shop, call, problem } = records;
      assert.equal(problem(await call('GET', 'areas/next-number')), '404 record_not_found');
      const stranger = await signedIn(shop.app, shop.node, await newShop(shop.node), 'owner');
      const answer = await stranger({ url: feedPath(shop.companyId, 'products/next-number') });
      assert.equal(answer.statusCode, 404);
    });
  });
});
