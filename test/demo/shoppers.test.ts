/** Demo shoppers: off at first, switched by who may, one at a time however many nodes look, and what they do is as everybody does it. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { addApplication } from '../../src/applications/add-application.ts';
import { addOrganization } from '../../src/applications/add-organization.ts';
import { system } from '../../src/applications/node.ts';
import { type LiveShoppers, letShopperIn } from '../../src/demo/shoppers/live-shoppers.ts';
import { visitNow } from '../../src/demo/month/plan-visits.ts';
import { engines } from '../databases.ts';
import { openShippedShop } from './shipped-shop.ts';

const PATH = '/service/platform/configuration/v1.0/company/{company}/demo-shoppers';
const AUDIT = '/service/platform/configuration/v1.0/company/{company}/audit?action=demo_shoppers.change';
const MINUTE = 60_000;

describe('demo shoppers', () => {
  test('come while they are let in: they look, some fill a cart, some order', async () => {
    const [sqlite] = engines;
    assert.ok(sqlite);
    const shop = await openShippedShop(sqlite, { CARTWRIGHT_STOREFRONT: 'off' });
    after(shop.close);
    const { node, credentials, service } = shop;
    const companyId = credentials.company_id;
    const as = { applicationId: credentials.application_id, applicationToken: credentials.application_token };
    const shoppers: LiveShoppers = {
      node,
      app: shop.app,
      credential: async () => ({ companyId, ...as }),
      chance: () => 0.5,
    };
    const rows = async (table: string): Promise<number> =>
      (await node.db.one<{ n: number }>(`select count(*) as n from ${table}`))?.n ?? 0;

    assert.deepEqual((await service('GET', PATH)).body, { is_on: false, visits: 0, next_visit_at: null });
    assert.equal(await letShopperIn(shoppers), 0, 'nobody is let in yet');
    assert.equal((await service('PUT', PATH, { is_on: 'yes' })).status, 400);
    assert.equal((await service('PUT', PATH, { is_on: true })).body['is_on'], true);
    assert.equal((await service('PUT', PATH, { is_on: true })).status, 200);
    assert.equal(
      ((await service('GET', AUDIT)).body['items'] as unknown[]).length,
      1,
      'what changed nothing is not told',
    );

    const arrived = await Promise.all([letShopperIn(shoppers), letShopperIn(shoppers)]);
    assert.equal(arrived[0] + arrived[1], 1, 'of two nodes one lets him in');
    assert.equal(await letShopperIn(shoppers), 0, 'the next one comes later');
    const buyer = Array.from({ length: 200 }, (_, number) => number).findLast(
      (number) => visitNow(number, 0, 60).order !== undefined,
    );
    assert.ok(buyer);
    await node.db.commit([{ sql: 'update demo_shop set visits = ?', params: [buyer] }]);
    const before = [await rows('customer_order'), await rows('event')] as const;
    node.clock.at += 4 * MINUTE;
    assert.equal(await letShopperIn(shoppers), 1);
    assert.ok((await rows('customer_order')) > before[0]);
    assert.ok((await rows('event')) > before[1] + 3);

    await service('PUT', PATH, { is_on: false });
    node.clock.at += 10 * MINUTE;
    assert.equal(await letShopperIn(shoppers), 0, 'nobody comes once it is off');
    assert.deepEqual((await service('GET', PATH)).body['is_on'], false);

    const made = await addOrganization(node, { name: 'Org', companyName: 'Co' }, system);
    await addApplication(node, made, { name: 'Shop', currency: 'INR', country: 'IN' }, system);
    const elsewhere = PATH.replace('{company}', String(made.companyId));
    assert.equal((await service('GET', elsewhere)).body['error_code'], 'company_not_found');
    assert.equal(await letShopperIn({ ...shoppers, credential: async () => undefined }), 0);
  });
});
