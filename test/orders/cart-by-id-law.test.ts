/**
 * The law of ids: with nothing but the `id` of a guest's cart, no operation of an application answers with a word that the guest
 * said under his proof, and none stores it anywhere else. The operations are those of openapi.json, so a new one is tried too.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { type PlantedCart, plantCart, planted, preparePlanting, toldOf } from '../cart/planted-cart.ts';
import { forEachEngine } from '../databases.ts';
import { exampleOf } from '../http/reference/example-of.ts';
import type { OpenApiDocument, Operation } from '../../src/http/reference/openapi.ts';
import { address, openOrderServer } from './order-server.ts';

const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as OpenApiDocument;
type Json = Readonly<Record<string, unknown>>;
type Route = { readonly method: string; readonly path: string; readonly operation: Operation };

const routes: readonly Route[] = Object.entries(document.paths)
  .filter(([path]) => /^\/service\/application\/(cart|order)\//.test(path))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

const shirt = { item_id: 1, item_size: 'M', quantity: 1 };
/** What a body says beside the least that its schema asks for, so that the operation gets as far as it can. */
const bodies: Readonly<Record<string, Json>> = {
  addItems: { items: [shirt] },
  addItemsV2: { items: [shirt] },
  addItemsInBulk: { items: [shirt] },
  updateCart: { operation: 'update_item', items: [{ ...shirt, item_index: 0, quantity: 3 }] },
  updateCartV2: { operation: 'update_item', items: [{ ...shirt, item_index: 0, quantity: 3 }] },
  updateCartInBulk: { operation: 'update_item', items: [{ ...shirt, item_index: 0, quantity: 3 }] },
  mergeCarts: {},
  syncCart: { items: [shirt] },
  addAddress: address,
  updateAddress: address,
  checkoutCart: { payment_mode: 'COD', delivery_address: address },
  checkoutCartV2: { payment_mode: 'COD', delivery_address: address },
  updateCartMeta: { comment: '' },
  applyCoupon: { coupon_code: 'UNKNOWN' },
  selectPaymentMode: { payment_mode: 'COD' },
  selectShippingMethod: { method_id: null },
};

/** The id in every place where a request can name a cart; the stolen id of an address where it can name one. */
const namedIn = (operationId: string, { id, addressId }: PlantedCart): Json => {
  if (operationId === 'selectAddress') return { id: addressId, cart_id: id };
  if (operationId === 'mergeCarts') return { cart_ids: [id] };
  return operationId === 'addAddress' ? {} : { id, cart_id: id };
};

const requestOf = ({ path, operation }: Route, cart: PlantedCart, token: string) => {
  const { schemas } = document.components;
  const { operationId } = operation;
  const places: Json = {
    id: cart.addressId,
    token,
    action: 'merge',
    order_id: 'CW0',
    shipment_id: 'CW0-1',
    bag_id: 1,
    cart_meta_id: 'x',
  };
  const query = (operation.parameters ?? []).flatMap((one): [string, string][] => {
    const name = String(one['name']);
    if (one['in'] !== 'query') return [];
    // A merge takes the cart into the caller's own.
    if (['id', 'cart_id'].includes(name)) return operationId === 'mergeCarts' ? [] : [[name, cart.id]];
    if (name === 'slug' || name === 'product_slug') return [[name, 'shirt']];
    if (['i', 'b', 'c', 'p'].includes(name)) return [[name, 'true']];
    return one['required'] === true ? [[name, String(exampleOf(one['schema'], schemas))]] : [];
  });
  const content = operation.requestBody?.['content'] as Record<string, { schema: unknown }> | undefined;
  const schema = content?.['application/json']?.schema;
  const said = bodies[operationId] ?? (exampleOf(schema, schemas) as Json | null) ?? {};
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => String(places[name]));
  return {
    url: `${address}?${new URLSearchParams(query).toString()}`,
    ...(schema === undefined ? {} : { payload: { ...said, ...namedIn(operationId, cart) } }),
  };
};

/** They would change what is not the stranger's, or ask for what he or this shop does not have. */
const unanswered = [
  'applyLoyaltyPoints',
  'applyRewardPoints',
  'cancelOrder',
  'explainOrder',
  'explainRefund',
  'getAddressById',
  'getCartMetaConfig',
  'getCustomerDetailsByShipmentId',
  'getInvoiceByShipmentId',
  'getOrderById',
  'getOrderCreditNote',
  'getOrderInvoice',
  'getProductsByOfferId',
  'getReferralCodes',
  'getRefundView',
  'getShipmentBagReasons',
  'getShipmentById',
  'getShipmentReasons',
  'makeReferralCode',
  'previewRefund',
  'removeAddress',
  'removeCoupon',
  'removeOffer',
  'requestReturn',
  'selectAddress',
  'selectPaymentMode',
  'selectShippingMethod',
  'trackShipment',
  'undoCartMerge',
  'updateAddress',
  'updateCartBreakup',
  'updateCartMeta',
  'updateShipmentStatus',
  'withdrawReturn',
];

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(server.close);
  await preparePlanting(server);
  const { authorization, app, call } = server;

  test('no operation tells, or copies, what a guest said to whoever has only the id of his cart', async () => {
    assert.ok(routes.length > 45);
    const stranger = (await call('POST', '/v1.0/detail', { items: [shirt] })).headers['x-anonymous-id'] ?? '';
    const wrong: string[] = [];
    const answered = new Set<string>();
    let kept: PlantedCart | undefined;
    for (const route of routes) {
      const cart = kept ?? (await plantCart(server));
      // What only looks leaves the cart as it is for the next one.
      kept = ['GET', 'HEAD'].includes(route.method) ? cart : undefined;
      const shared = await cart.owner('POST', '/v1.0/share-cart', {});
      const asked = requestOf(route, cart, String(shared.body['token']));
      const secrets = { token: String(cart.owner.known()['x-anonymous-id']) };
      for (const proof of [{}, { 'x-anonymous-id': stranger }]) {
        const answer = await app.inject({
          ...asked,
          method: route.method as 'GET',
          headers: { authorization, ...proof },
        });
        const { operationId } = route.operation;
        if (answer.statusCode === 200) answered.add(operationId);
        const told = toldOf(`${JSON.stringify(answer.headers)}${answer.payload}`, secrets);
        if (answer.statusCode >= 500 || told.length > 0) {
          wrong.push(`${operationId} ${answer.statusCode}: ${told.join(', ')}`);
        }
      }
    }
    assert.deepEqual(wrong, []);
    const silent = routes.map(({ operation }) => operation.operationId).filter((name) => !answered.has(name));
    assert.deepEqual(
      silent.filter((name) => !unanswered.includes(name)),
      [],
      'operations that refused everybody',
    );
    const mine = await call('GET', '/v1.0/detail?i=true&b=true', undefined, { 'x-anonymous-id': stranger });
    assert.deepEqual(toldOf(JSON.stringify(mine.body)), []);
    const orders = await server.shop.node.db.all<{ document: string }>('select document from customer_order');
    assert.ok(orders.length > 0);
    assert.deepEqual(
      orders.flatMap(({ document: text }) => toldOf(text)),
      [],
    );
    assert.ok(
      toldOf(await server.shop.node.dump()).length > Object.keys(planted).length / 2,
      'and yet it is all stored',
    );
  });
});
