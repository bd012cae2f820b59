/** Carts for staff: finding them, those that were left behind, and giving one without a customer to its customer. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { ApplicationPlace } from '../../applications/application-store.ts';
import { namedApplication, placeOf } from '../../applications/named-place.ts';
import { type CartRoutesOptions, selectorOf } from '../call/cart-call.ts';
import { mergeCarts } from '../operations/merge-carts.ts';
import { performWrite } from '../operations/perform-write.ts';
import { cartAsOfRoutes } from './cart-as-of-routes.ts';
import { abandonedCarts, cartsInUse } from './staff-cart-list.ts';
import { enterAsStaff, findForStaff } from './staff-enter.ts';
import { readCarts, staffPath, writeCarts } from './staff-mirror.ts';
import { staffQuestionRoutes } from './staff-question-routes.ts';
import type { CartWrite } from '../write/write-cart.ts';
import { ApplicationPath } from '../../contract/applications/application-admin-contract.ts';
import { CartConflict } from '../../contract/cart/cart-conflict-contract.ts';
import {
  AbandonedCarts,
  AbandonedCartsQuery,
  CartListQuery,
  CartOfUser,
  CartsListed,
  CartUserQuery,
  UpdateCartUser,
} from '../../contract/cart/cart-staff-contract.ts';
import { operationTable } from '../../http/operation.ts';
import { Refusal } from '../../shared/errors.ts';

const words = {
  getCartList: 'List and search carts that are in use',
  getAbandonedCart: 'List carts with goods in them that nobody has changed for an hour',
  updateCartUser: 'Give a cart without a customer to a customer. Its lines come to those the customer has already.',
};

const tags = ['Cart'];

const reading = operationTable(readCarts, tags, words, {
  getCartList: { params: ApplicationPath, querystring: CartListQuery, response: { 200: CartsListed } },
  getAbandonedCart: { params: ApplicationPath, querystring: AbandonedCartsQuery, response: { 200: AbandonedCarts } },
});
const writing = operationTable(writeCarts, tags, words, {
  updateCartUser: {
    params: ApplicationPath,
    querystring: CartUserQuery,
    body: UpdateCartUser,
    response: { 200: CartOfUser, 412: CartConflict },
  },
});

export const staffCartRoutes: FastifyPluginAsyncTypebox<CartRoutesOptions> = async (app, options) => {
  const { node } = options.services;
  await app.register(staffQuestionRoutes, options);
  await app.register(cartAsOfRoutes, options);
  const placeAsked = async (
    request: FastifyRequest,
    params: { readonly company_id: number; readonly application_id: string },
  ): Promise<ApplicationPlace> => {
    const place = placeOf(request, params);
    await namedApplication(node, place);
    return place;
  };

  app.get(`${staffPath}/cart-list`, reading.getCartList, async (request) => {
    const { items, page } = await cartsInUse(node, await placeAsked(request, request.params), request.query);
    return { success: true, data: items, page };
  });

  app.get(`${staffPath}/abandoned/carts`, reading.getAbandonedCart, async (request) => {
    const { items, page } = await abandonedCarts(node, await placeAsked(request, request.params), request.query);
    return { success: true, message: '', items, page };
  });

  app.put(`${staffPath}/update-user`, writing.updateCartUser, async (request, reply) => {
    const { params, query, body } = request;
    const place = await placeAsked(request, params);
    const source = await findForStaff(node, place.applicationId, query.id);
    if (source === undefined) throw new Refusal('cart_not_found');
    await enterAsStaff(node, request, { anybody: false, bodyNamesCart: false, looksAt: null });
    const selector = selectorOf({ cart_type: source.slug });
    const run = (write: CartWrite) => mergeCarts(write, { ids: [source.id], strategy: null });
    const { answered } = await performWrite(request, reply, options, { query, selector, priced: true, run });
    if (answered === undefined) throw new Refusal('cart_not_found');
    return { ...answered.answer, user: { _id: body.user_id, uid: body.user_id } };
  });
};
