/** One visit to every operation of the interface, in the ways that make its answers differ. */
import type { Answer, CartServer, Shopper } from '../cart/cart-server.ts';
import type { OperationName } from './cart-operations.ts';
import { freshKind } from './fresh-kind.ts';

export type OnAnswer = (operation: OperationName, answer: Answer) => void;
type Visit = { readonly server: CartServer; readonly tell: OnAnswer };

const item = (itemId: number, quantity = 1, more: object = {}) => ({
  item_id: itemId,
  item_size: 'M',
  quantity,
  ...more,
});
const large = { item_size: 'L' };
const items = (...all: readonly object[]) => ({ items: all });
const change = (operation: string, ...all: readonly object[]) => ({ operation, items: all });
const priced = 'i=true&b=true';
const detail = `/v1.0/detail?${priced}`;
const light = '/v3.0/detail-light';
const filled = async (shopper: Shopper, ...all: readonly object[]): Promise<Shopper> => {
  await shopper('POST', detail, items(...all));
  return shopper;
};

const openShop = async ({ server: { shop, set } }: Visit): Promise<void> => {
  await shop.sell(1, [{ quantity: 10 }, { quantity: 4, size: 'L' }]);
  await shop.sell(2, [{ quantity: 100, store_id: 2 }]);
  await shop.sell(3, [{ quantity: 5, tags: ['fresh'] }]);
  await shop.sell(4, [{ quantity: 9 }]);
  await shop.coupon({
    code: 'TEN',
    display_meta: { title: 'TEN' },
    rule_definition: { type: 'percentage', value_type: 'percentage', applicable_on: 'amount', calculate_on: 'esp' },
    rule: [{ key: 1, min: 0, value: 10, max: 500 }],
  });
  await set({ storefront_url: 'https://shop.example/' });
};

const configurations = async ({ server, tell }: Visit): Promise<void> => {
  const { shop, call } = server;
  tell('getCartMetaConfigs', await call('GET', '/v1.0/cart/configuration'));
  await shop.addCartKind(freshKind);
  shop.node.clock.at += 60_000;
  await shop.addCartKind({ name: 'Made', slug: 'made', article_tags: ['made'], enabled: false });
  const list = await call('GET', '/v1.0/cart/configuration');
  tell('getCartMetaConfigs', list);
  for (const { id } of list.body['data'] as readonly { readonly id: string }[]) {
    tell('getCartMetaConfig', await call('GET', `/v1.0/cart/configuration/${id}`));
  }
};

const addAndUpdate = async ({ server, tell }: Visit): Promise<void> => {
  const visitor = server.visitor();
  tell('addItems', await visitor('POST', detail, items(item(1), item(404))));
  tell('addItems', await visitor('POST', `${detail}&cart_type=fresh`, items(item(3))));
  tell('addItems', await visitor('POST', '/v1.0/detail', items(item(2))));
  tell('addItems', await visitor('POST', '/v1.0/detail', items(item(404))));
  tell('getCart', await visitor('GET', detail));
  tell('updateCart', await visitor('PUT', detail, change('update_item', item(1, 3))));
  tell('updateCart', await visitor('PUT', '/v1.0/detail', change('update_item', item(1, 99), item(2, 2))));
  tell('getItemCount', await visitor('GET', '/v1.0/basic'));
  tell('getItemCount', await server.visitor()('GET', '/v1.0/basic'));
  tell('getItemCountV2', await visitor('GET', '/v2.0/basic'));
  tell('getItemCountV2', await server.visitor()('GET', '/v2.0/basic'));
};

const quickAndBulk = async ({ server, tell }: Visit): Promise<void> => {
  for (const visitor of [server.visitor(), server.visitor()]) {
    tell('addItemsV2', await visitor('POST', '/v2.0/detail', items(item(2), item(404))));
    tell('updateCartV2', await visitor('PUT', '/v2.0/detail', change('remove_item', item(2))));
    tell('bulkAddItems', await visitor('POST', `/v2.0/bulk-detail?${priced}`, items(item(1, 1, large), item(2, 500))));
    tell('bulkAddItems', await visitor('POST', '/v2.0/bulk-detail', items(item(2, 3))));
    tell('bulkUpdateCart', await visitor('PUT', '/v2.0/bulk-detail', change('update_item', item(2, 2))));
  }
};

const metaAndArchive = async ({ server, tell }: Visit): Promise<void> => {
  const visitor = await filled(server.visitor(), item(1));
  tell('updateCartMeta', await visitor('PUT', '/v1.0/meta', { comment: 'Ring', gstin: '27AAPFU0939F1ZV' }));
  tell('updateCartMeta', await visitor('PUT', '/v1.0/meta', { gstin: 'bad' }));
  tell('updateCartMeta', await visitor('PUT', '/v1.0/meta', { pan_no: 'bad', comment: 'x'.repeat(501) }));
  tell('deleteCart', await visitor('PUT', '/v1.0/cart_archive'));
};

const mergeAndSync = async ({ server, tell }: Visit): Promise<void> => {
  const idOf = async (...all: readonly object[]): Promise<unknown> =>
    (await (await filled(server.visitor(), ...all))('GET', '/v1.0/detail')).body['id'];
  const tooMuch = await idOf(item(1, 8), item(2, 60), item(4));
  await server.shop.stock('4_M_1', 0);
  const customer = await filled(await server.customer('merges'), item(1, 5), item(2, 90));
  tell('mergeCarts', await customer('POST', `/v3.0/merge?${priced}`, { cart_ids: [tooMuch] }));
  server.shop.node.clock.at += 60_000;
  const other = await server.customer('merges-too');
  const little = { cart_ids: [await idOf(item(1))] };
  tell('mergeCarts', await other('POST', '/v3.0/merge', little));
  tell('mergeCarts', await other('POST', '/v3.0/merge', little));
  tell('syncCart', await customer('POST', `/v3.0/sync?${priced}`, items(item(1, 99), item(2))));
  tell('syncCart', await server.visitor()('POST', '/v3.0/sync', items(item(2, 2))));
};

const share = async ({ server, tell }: Visit): Promise<void> => {
  const customers = [await server.customer('shares'), await server.customer('shares-too')];
  for (const [at, owner] of [server.visitor(), ...customers].entries()) {
    server.shop.node.clock.at += 60_000;
    await filled(owner, item(2, at + 1));
    const made = await owner('POST', '/v1.0/share-cart', { meta: { at } });
    tell('getCartShareLink', made);
    const path = `/v1.0/share-cart/${String(made.body['token'])}`;
    tell('getCartSharedItems', await owner('GET', path));
    tell('getCartSharedItems', await server.visitor()('GET', path));
    tell('updateCartWithSharedItems', await server.visitor()('POST', `${path}/merge`));
  }
  tell('getCartSharedItems', await server.visitor()('GET', '/v1.0/share-cart/unknown'));
  tell('updateCartWithSharedItems', await server.visitor()('POST', '/v1.0/share-cart/unknown/merge'));
};

const lightly = async ({ server, tell }: Visit): Promise<void> => {
  tell('getCartLight', await server.visitor()('GET', light));
  const belongs = { parent_item_identifiers: [{ parent_item_id: '1', parent_item_size: 'M' }] };
  const rushed = { ...large, journey: 'rush', fulfillment_mode: 'home_delivery' };
  const fetched = { ...large, fulfillment_mode: 'store_pickup' };
  const lines = [item(1, 2), item(2, 1, belongs), item(1, 1, rushed), item(1, 1, fetched)];
  const visitor = await filled(server.visitor(), ...lines);
  tell('getCartLight', await visitor('GET', light));
  server.shop.node.clock.at += 60_000;
  const other = await filled(server.visitor(), item(2));
  await other('PUT', '/v1.0/meta', { comment: 'Ring', gstin: '27AAPFU0939F1ZV', checkout_mode: 'other' });
  await other('POST', '/v1.0/coupon', { coupon_code: 'TEN' });
  tell('getCartLight', await other('GET', light));
  await other('POST', `${detail}&buy_now=true`, items(item(1)));
  tell('getCartLight', await other('GET', `${light}?buy_now=true`));
  await other('POST', `${detail}&cart_type=fresh`, items(item(3)));
  tell('getCartLight', await other('GET', `${light}?cart_type=fresh`));
};

export const visitAll = async (server: CartServer, tell: OnAnswer): Promise<void> => {
  const parts = [openShop, configurations, addAndUpdate, quickAndBulk, metaAndArchive, mergeAndSync, share, lightly];
  for (const part of parts) await part({ server, tell });
};
