/** How many addresses a shopper keeps, and that none is kept again once it was removed, whatever comes at once. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openCartServer } from '../cart/cart-server.ts';
import { forEachEngine } from '../databases.ts';

const path = '/v1.0/address';
const home = { area_code: '400001', name: 'Asha', address: '1 Sea Road' };

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());

  test('of eighty addresses that are added at once a shopper keeps fifty, and one more for each that he removes', async () => {
    const visitor = server.visitor();
    await visitor('POST', path, home);
    const added = await Promise.all(Array.from({ length: 80 }, () => visitor('POST', path, home)));
    const refused = added.filter(({ status }) => status !== 200);
    assert.deepEqual(
      new Set(refused.map(({ status, body }) => `${status} ${String(body['error_code'])}`)),
      new Set(['409 address_limit_reached']),
    );
    assert.equal(refused.length, 31);
    const kept = (await visitor('GET', path)).body['address'] as readonly { readonly id: string }[];
    assert.equal(kept.length, 50);
    await visitor('DELETE', `${path}/${kept[0]?.id}`);
    assert.equal((await visitor('POST', path, home)).status, 200);
    assert.equal((await visitor('POST', path, home)).status, 409);
  });

  test('an address that is changed while it is removed is not kept again', async () => {
    const visitor = server.visitor();
    for (let round = 0; round < 10; round += 1) {
      const id = String((await visitor('POST', path, home)).body['id']);
      const change = () => visitor('PUT', `${path}/${id}`, { ...home, name: 'Asha Rao' });
      const [first, removed, second] = await Promise.all([change(), visitor('DELETE', `${path}/${id}`), change()]);
      assert.equal(removed.status, 200);
      for (const { status } of [first, second]) assert.ok(status === 200 || status === 404, String(status));
      assert.equal((await visitor('GET', `${path}/${id}`)).status, 404);
    }
  });
});
