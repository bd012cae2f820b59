/** What a custom cart asks of its goods, it asks of all of them, by whichever way they came into it. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { system } from '../../src/applications/node.ts';
import { changeConfiguration } from '../../src/offers/configurations/change-configuration.ts';
import { forEachEngine } from '../databases.ts';
import { deliveryCosts } from '../orders/shop-rules.ts';
import { openCartServer, quantities, type Shopper } from './cart-server.ts';

const detail = '/v1.0/detail?i=true&b=true';
const [FRESH, OTHER] = [4, 5];
const request = { ...system, remember: () => [], checkVersion: () => undefined };

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());
  const { shop } = server;
  await shop.sell(FRESH, [
    { quantity: 90, tags: ['fresh'] },
    { size: 'L', quantity: 90 },
  ]);
  await shop.sell(OTHER, [{ quantity: 90 }]);
  await shop.configure(deliveryCosts(50, 100_000));
  const kind = await shop.addCartKind({ name: 'Fresh', slug: 'fresh', article_tags: ['fresh'] });

  const freshCart = async (): Promise<readonly [shopper: Shopper, id: string]> => {
    const shopper = server.visitor();
    const items = [{ item_id: FRESH, item_size: 'M' }];
    const { body } = await shopper('POST', `${detail}&cart_type=fresh`, { items });
    assert.equal(body.cart.breakup_values?.raw?.delivery_charge, 0);
    return [shopper, body.cart.id ?? ''];
  };

  describe('a custom cart', () => {
    test('takes nothing else from a shared copy, and no other size', async () => {
      const [shopper, id] = await freshCart();
      await shopper('POST', detail, { items: [{ item_id: OTHER, item_size: 'M' }] });
      const { body: link } = await shopper('POST', '/v1.0/share-cart', {});
      for (const action of ['merge', 'replace']) {
        const { status } = await shopper(
          'POST',
          `/v1.0/share-cart/${String(link['token'])}/${action}?cart_id=${id}`,
          {},
        );
        assert.equal(status, 200);
        const { body } = await shopper('GET', `${detail}&id=${id}`);
        assert.deepEqual(quantities(body as never), action === 'merge' ? { '4_M': 1 } : {});
      }
      const { body } = await shopper('POST', `${detail}&id=${id}`, { items: [{ item_id: FRESH, item_size: 'M' }] });
      const items = [{ identifiers: body.cart.items?.[0]?.identifiers, item_size: 'L', quantity: 1 }];
      const resized = await shopper('PUT', `${detail}&id=${id}`, { operation: 'update_item', items });
      assert.equal(resized.body.error_code, 'article_not_of_cart_type');
    });

    test('is not ordered with goods that have lost its tag', async () => {
      const [shopper, id] = await freshCart();
      await shop.sell(FRESH, [{ quantity: 90 }]);
      const { body } = await shopper('GET', `${detail}&id=${id}`);
      await shop.sell(FRESH, [{ quantity: 90, tags: ['fresh'] }]);
      assert.deepEqual(
        [body['is_valid'], body['message']],
        [false, 'This product does not belong into this kind of cart'],
      );
    });

    test('that is switched off is like any other cart', async () => {
      const [shopper, id] = await freshCart();
      const { node, organizationId, companyId, applicationId } = shop;
      const work = { node, place: { organizationId, companyId, applicationId } };
      await changeConfiguration(work, { id: kind, body: { enabled: false } }, request);
      const items = [{ item_id: OTHER, item_size: 'M' }];
      const { body } = await shopper('POST', `${detail}&id=${id}`, { items });
      assert.deepEqual(
        [quantities(body.cart), body.cart.breakup_values?.raw?.delivery_charge],
        [{ '4_M': 1, '5_M': 1 }, 50],
      );
    });
  });
});
