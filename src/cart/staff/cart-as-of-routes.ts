/** For staff: a cart as it was, as it would be priced otherwise, how two versions of it differ, and bringing one back. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { namedApplication, placeOf } from '../../applications/named-place.ts';
import { type CartRoutesOptions, lookAtCart } from '../call/cart-call.ts';
import type { StoredCart } from '../store/cart-document.ts';
import { cartAsOf, compareVersions } from './cart-as-of.ts';
import { restoreVersion } from './restore-cart.ts';
import { staffEntry } from '../call/staff-act.ts';
import { enterAsStaff, staffActOf } from './staff-enter.ts';
import { readCarts, staffPath, writeCarts } from './staff-mirror.ts';
import {
  CartAsOf,
  CartAsOfQuery,
  CartCompared,
  CartNumberPath,
  CartRestored,
  CartVersionPath,
  CompareQuery,
} from '../../contract/cart/cart-admin-contract.ts';
import { operationTable } from '../../http/operation.ts';
import { Refusal } from '../../shared/errors.ts';

const words = {
  getCartAsOf:
    'Read a cart as it was at an earlier version, or as it would be priced at another time, place, for another customer, in other groups or paid in another way. Goods and their prices are those of now, and so is what else was said about the cart. Nothing is stored.',
  compareCartVersions: 'Say how a cart differs between two of its versions',
  restoreCartVersion:
    'Bring back the lines and the code that a cart had at an earlier version. As a new version: what it holds now can be brought back in the same way.',
};

const path = `${staffPath}/carts/:cart_id`;
const tags = ['Cart'];

const reading = operationTable(readCarts, tags, words, {
  getCartAsOf: { params: CartNumberPath, querystring: CartAsOfQuery, response: { 200: CartAsOf } },
  compareCartVersions: { params: CartNumberPath, querystring: CompareQuery, response: { 200: CartCompared } },
});
const writing = operationTable(writeCarts, tags, words, {
  restoreCartVersion: { params: CartVersionPath, response: { 200: CartRestored } },
});

export const cartAsOfRoutes: FastifyPluginAsyncTypebox<CartRoutesOptions> = async (app, options) => {
  const { services } = options;
  const { node } = services;
  const looking = (request: FastifyRequest, looksAt: string | null): Promise<void> =>
    enterAsStaff(node, request, { anybody: false, bodyNamesCart: false, looksAt });
  const known = (cart: StoredCart | undefined): StoredCart => {
    if (cart === undefined) throw new Refusal('cart_not_found');
    return cart;
  };

  app.get(`${path}/as-of`, reading.getCartAsOf, async (request, reply) => {
    const asked = request.query;
    await looking(request, 'cart.getCartAsOf');
    if (asked.customer_id !== undefined) {
      // What his groups and balances make of it tells of him, too.
      const owner = { kind: 'customer', id: asked.customer_id } as const;
      const seen = { cartId: '', owner, version: 0 };
      await node.db.commit([staffEntry(staffActOf(request), 'cart.getCartAsOf', seen, node)]);
    }
    const query = { ...asked, id: String(request.params.cart_id) };
    const { shop, cart, ask } = await lookAtCart(request, reply, options, query);
    return cartAsOf(shop, known(cart), ask, asked);
  });

  app.get(`${path}/versions/compare`, reading.compareCartVersions, async (request, reply) => {
    const asked = request.query;
    await looking(request, 'cart.compareCartVersions');
    const { cart } = await lookAtCart(request, reply, options, { id: String(request.params.cart_id) });
    return compareVersions(node.db, known(cart), asked);
  });

  app.post(`${path}/versions/:version/restore`, writing.restoreCartVersion, async (request) => {
    const application = await namedApplication(node, placeOf(request, request.params));
    const { cart_id: cartNumber, version } = request.params;
    const cart = await restoreVersion(services, application, { cartNumber, version }, staffActOf(request));
    return { success: true, message: 'cart restored', cart_id: cart.cartId };
  });
};
