/** One visit to every operation of the interface, in the ways that make its answers differ. */
import { type Answer, type CartServer, type Shopper } from '../cart/cart-server.ts';
import type { cartOperations } from './cart-operations.ts';

export type OnAnswer = (operation: keyof typeof cartOperations, answer: Answer) => void;

const item = (itemId: number, quantity = 1, more: object = {}) => ({
  item_id: itemId,
  item_size: 'M',
  quantity,
  ...more,
});
const items = (...all: readonly object[]) => ({ items: all });
const priced = 'i=true&b=true';

export const prepareShop = async ({ shop, set }: CartServer): Promise<void> => {
  await shop.sell(1, [{ quantity: 10 }]);
  await shop.sell(2, [{ quantity: 100, store_id: 2 }]);
  await shop.sell(3, [{ quantity: 5, tags: ['fresh'] }]);
  await shop.coupon({
    code: 'TEN',
    display_meta: { title: 'TEN' },
    rule_definition: { type: 'percentage', value_type: 'percentage', applicable_on: 'amount', calculate_on: 'esp' },
    rule: [{ key: 1, min: 0, value: 10, max: 500 }],
  });
  await shop.addCartKind({
    name: 'Fresh',
    slug: 'fresh',
    article_tags: ['fresh'],
    min_cart_value: 10,
    max_cart_value: 9000,
    max_cart_items: 7,
    bulk_coupons: true,
    revenue_engine_coupon: true,
    allow_coupon_with_rewards: true,
    gift_display_text: 'Wrap it',
    gift_pricing: 49,
    gst_input: true,
    staff_selection: true,
    placing_for_customer: true,
    empty_cart: true,
    order_placing: { enabled: false, message: 'Not today' },
    pan_card: { enabled: true, cod_threshold_amount: 100, online_threshold_amount: 200 },
    delivery_charges: { enabled: true, charges: [{ threshold: 100, charges: 20 }] },
    international_delivery_charges: { enabled: true, charges: [{ threshold: 500, charges: 90 }] },
  });
  await set({ storefront_url: 'https://shop.example/' });
};

type Visit = { readonly server: CartServer; readonly tell: OnAnswer };
const filled = async (shopper: Shopper, ...all: readonly object[]): Promise<Shopper> => {
  await shopper('POST', `/v1.0/detail?${priced}`, items(...all));
  return shopper;
};

const addAndUpdate = async ({ server, tell }: Visit): Promise<void> => {
  const visitor = server.visitor();
  tell('addItems', await visitor('POST', `/v1.0/detail?${priced}`, items(item(1), item(3), item(404))));
  tell('addItems', await visitor('POST', `/v1.0/detail`, items(item(2))));
  tell('addItems', await visitor('POST', `/v1.0/detail`, items(item(404))));
  tell('getCart', await visitor('GET', `/v1.0/detail?${priced}`));
  const change = (operation: string, ...all: readonly object[]) => ({ operation, items: all });
  tell('updateCart', await visitor('PUT', `/v1.0/detail?${priced}`, change('update_item', item(1, 3))));
  tell('updateCart', await visitor('PUT', `/v1.0/detail`, change('update_item', item(1, 99), item(2, 2))));
  tell('addItemsV2', await visitor('POST', '/v2.0/detail', items(item(2), item(404))));
  tell('updateCartV2', await visitor('PUT', '/v2.0/detail', change('remove_item', item(2))));
  tell('updateCartV2', await server.visitor()('PUT', '/v2.0/detail', change('remove_item', item(2))));
  tell('bulkAddItems', await visitor('POST', `/v2.0/bulk-detail?${priced}`, items(item(1), item(2, 500))));
  tell('bulkUpdateCart', await visitor('PUT', '/v2.0/bulk-detail', change('update_item', item(1, 2))));
  tell('bulkUpdateCart', await server.visitor()('PUT', '/v2.0/bulk-detail', change('update_item', item(1, 2))));
  tell('getItemCount', await visitor('GET', '/v1.0/basic'));
  tell('getItemCount', await server.visitor()('GET', '/v1.0/basic'));
  tell('getItemCountV2', await visitor('GET', '/v2.0/basic'));
  tell('getItemCountV2', await server.visitor()('GET', '/v2.0/basic'));
};

const metaAndArchive = async ({ server, tell }: Visit): Promise<void> => {
  const visitor = await filled(server.visitor(), item(1));
  tell('updateCartMeta', await visitor('PUT', '/v1.0/meta', { comment: 'Ring', gstin: '27AAPFU0939F1ZV' }));
  tell('updateCartMeta', await visitor('PUT', '/v1.0/meta', { gstin: 'bad' }));
  tell('updateCartMeta', await visitor('PUT', '/v1.0/meta', { pan_no: 'bad', comment: 'x'.repeat(501) }));
  tell('deleteCart', await visitor('PUT', '/v1.0/cart_archive'));
};

const mergeAndSync = async ({ server, tell }: Visit): Promise<void> => {
  const source = await filled(server.visitor(), item(1, 8), item(2, 60));
  const { body } = await source('GET', '/v1.0/detail');
  const customer = await filled(await server.customer('merges'), item(1, 5), item(2, 90));
  tell('mergeCarts', await customer('POST', `/v3.0/merge?${priced}`, { cart_ids: [body['id']] }));
  tell('mergeCarts', await customer('POST', '/v3.0/merge', { cart_ids: [body['id']] }));
  tell('syncCart', await customer('POST', `/v3.0/sync?${priced}`, items(item(1, 99))));
  tell('syncCart', await customer('POST', '/v3.0/sync', items(item(2, 2))));
};

const share = async ({ server, tell }: Visit): Promise<void> => {
  for (const [at, owner] of [server.visitor(), await server.customer('shares')].entries()) {
    await filled(owner, item(at + 1, at + 1));
    const made = await owner('POST', '/v1.0/share-cart', { meta: { at } });
    tell('getCartShareLink', made);
    const path = `/v1.0/share-cart/${String(made.body['token'])}`;
    tell('getCartSharedItems', await server.visitor()('GET', path));
    tell('updateCartWithSharedItems', await server.visitor()('POST', `${path}/merge`));
  }
  tell('getCartSharedItems', await server.visitor()('GET', '/v1.0/share-cart/unknown'));
  tell('updateCartWithSharedItems', await server.visitor()('POST', '/v1.0/share-cart/unknown/merge'));
};

const configurations = async ({ server, tell }: Visit): Promise<void> => {
  const list = await server.call('GET', '/v1.0/cart/configuration');
  tell('getCartMetaConfigs', list);
  for (const { id } of list.body['data'] as readonly { readonly id: string }[]) {
    tell('getCartMetaConfig', await server.call('GET', `/v1.0/cart/configuration/${id}`));
  }
};

const light = async ({ server, tell }: Visit): Promise<void> => {
  tell('getCartLight', await server.visitor()('GET', '/v3.0/detail-light'));
  const visitor = await filled(server.visitor(), item(1, 2), item(2, 1));
  tell('getCartLight', await visitor('GET', '/v3.0/detail-light'));
};

export const visitAll = async (server: CartServer, tell: OnAnswer): Promise<void> => {
  for (const part of [addAndUpdate, metaAndArchive, mergeAndSync, share, configurations, light]) {
    await part({ server, tell });
  }
};
