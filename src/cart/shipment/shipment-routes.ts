/** The cart as the parcels it will leave in, with what each is promised for. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  type CartLook,
  cartAccess,
  cartPath,
  type CartRoutesOptions,
  lookAtCart,
  wholeByDefault,
  tags,
} from '../call/cart-call.ts';
import { sentTo } from '../call/cart-address.ts';
import { operationTable } from '../../http/operation.ts';
import { loadPricedCart } from '../price/load-priced-cart.ts';
import { shipmentsAnswer } from './shipment-answer.ts';
import type { CartLine, StoredCart } from '../store/cart-document.ts';
import { CartShipments, ShipmentQuery } from '../../contract/cart/cart-shipment-contract.ts';

const words = {
  getShipments: 'Read the cart as the parcels it will leave in',
};

/** Everything is fetched at that store; what names an article or a store of its own keeps it. */
const pickedUpAt = (line: CartLine, storeId: number): CartLine =>
  line.asked.articleId === null && line.asked.storeId === null
    ? { ...line, asked: { ...line.asked, storeId, orderType: 'PickAtStore', fulfillmentMode: null } }
    : line;

/** The cart as if it went to that address, or were fetched at that store; nothing of it is stored. */
const supposed = async (
  look: CartLook,
  { address_id: addressId, pick_at_store_uid: storeId }: ShipmentQuery,
): Promise<StoredCart | undefined> => {
  const cart = await sentTo(look, addressId);
  if (cart === undefined || storeId === undefined) return cart;
  const lines = cart.document.lines.map((line) => pickedUpAt(line, storeId));
  return { ...cart, document: { ...cart.document, lines } };
};

const operation = operationTable(cartAccess, tags, words, {
  getShipments: { querystring: ShipmentQuery, response: { 200: CartShipments } },
});

export const shipmentRoutes: FastifyPluginAsyncTypebox<CartRoutesOptions> = async (app, options) => {
  app.get(`${cartPath}/v1.0/shipment`, operation.getShipments, async (request, reply) => {
    const { query } = request;
    const look = await lookAtCart(request, reply, options, wholeByDefault(query));
    const { shop, ask } = look;
    const orderingStore = query.ordering_store_id ?? ask.orderingStore;
    const view = await loadPricedCart(shop, await supposed(look, query), { ...ask, orderingStore });
    return shipmentsAnswer(view);
  });
};
