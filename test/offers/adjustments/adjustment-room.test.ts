/** How much price adjustments of one cart have together, however many come at once. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readAdjustments } from '../../../src/offers/adjustments/adjustment-store.ts';
import { forEachEngine } from '../../databases.ts';
import { type Answer, offerServer } from '../offer-server.ts';

const adjustment = (cart: string, signs: number) => ({
  cart_id: cart,
  type: 'discount',
  value: 1,
  message: 'Sorry',
  is_authenticated: true,
  article_level_distribution: false,
  article_ids: [],
  collection: { collected_by: 'FYND', refund_by: 'FYND' },
  meta: { note: 'y'.repeat(signs) },
});

forEachEngine(async (engine) => {
  const server = await offerServer(engine);
  after(() => server.close());
  const signsOf = async (cart: string): Promise<number> =>
    (await readAdjustments(server.node.db, server.shop.applicationId, cart))
      .map(({ body }) => JSON.stringify(body).length)
      .reduce((sum, signs) => sum + signs, 0);

  test('forty that are added at once have no more signs than forty one after another', async () => {
    const add = () => server.call('POST', '/price-adjustment', adjustment('at-once', 60_000));
    const answers = await Promise.all(Array.from({ length: 40 }, add));
    assert.equal(answers.filter(({ statusCode }) => statusCode === 201).length, 4);
    assert.ok((await signsOf('at-once')) <= 262_144);
  });

  test('nor do those that are changed at once', async () => {
    const ids: string[] = [];
    for (let made = 0; made < 30; made += 1) {
      const { data } = await server.ok('POST', '/price-adjustment', adjustment('changed', 1));
      ids.push((data as readonly Answer[])[0]?.id ?? '');
    }
    const change = (id: string) => server.call('PUT', `/price-adjustment/${id}`, adjustment('changed', 50_000));
    const answers = await Promise.all(ids.map(change));
    assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([200, 422]));
    assert.ok((await signsOf('changed')) <= 262_144, String(await signsOf('changed')));
  });
});
