/** What other systems ask about goods that are in no cart yet, and about where a cart's goods can be had. Nothing is stored. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { askOf, type CartRoutesOptions, lookAtCart, openCall } from '../call/cart-call.ts';
import { loadPricedCart } from '../price/load-priced-cart.ts';
import type { PricedView } from '../price/priced-view.ts';
import { type Supposed, trialCart } from '../price/trial-cart.ts';
import { breakupValues } from '../response/breakup.ts';
import { cartItems } from '../response/cart-items.ts';
import { cartPromise } from '../response/promises.ts';
import { enterAsStaff } from './staff-enter.ts';
import { tryPlace } from './try-place.ts';
import { readCarts, staffPath } from './staff-mirror.ts';
import { ApplicationPath } from '../../contract/applications/application-admin-contract.ts';
import {
  DeliveryModes,
  DeliveryModesQuery,
  GoodsPriced,
  GoodsServed,
  StoreAddresses,
  StoreAddressQuery,
  SupposedDelivery,
  SupposedGoods,
} from '../../contract/cart/cart-question-contract.ts';
import { TriedCart, TriedGoods, TriedPlace } from '../../contract/cart/places/try-place-contract.ts';
import { sentInSlices } from '../../http/answers/json-in-slices.ts';
import { operationTable } from '../../http/operation.ts';
import { Refusal } from '../../shared/errors.ts';

const words = {
  fetchAndvalidateCartItems: 'Say what goods would cost, and whether they can be had',
  checkCartServiceability: 'Say whether goods can go to a place, and when they arrive',
  tryPlaceForGoods: 'Say which store serves goods at a place, and why the others do not',
  tryPlaceForCart: 'Say which store serves a cart at a place, and why the others do not',
  getAvailableDeliveryModes: 'Say how a cart can reach its shopper at a place',
  getStoreAddressByUid: 'Say where a store is',
};

const tags = ['Cart'];
/** Where a customer is named, it says what his groups and balances make of the answer: that is a look at him. */
const onlyLooking = (operationId: keyof typeof words) => ({
  anybody: true,
  bodyNamesCart: false,
  looksAt: `cart.${operationId}`,
});

const linesOf = ({ cart_items: items }: Static<typeof SupposedGoods>): readonly Supposed[] =>
  items.map(({ product_id, size, quantity = 1 }) => ({ itemId: Number(product_id), size, quantity }));

const goodsOf = async (view: PricedView): Promise<Static<typeof GoodsPriced>> => {
  const problem = view.lines.find(({ availability }) => availability.problem !== null)?.availability.problem ?? null;
  return {
    is_valid: problem === null,
    message: problem?.message ?? '',
    items: await cartItems(view),
    breakup_values: breakupValues(view),
  };
};

/** Modes that serve every line of the cart. */
const modesOf = ({ lines }: PricedView): readonly string[] => {
  if (lines.length === 0) return [];
  const byHome = lines.every(({ promise, journey }) => promise?.lane?.journeys[journey] !== undefined);
  const byPickup = lines.every(({ promise }) => promise?.store.pickup === true);
  return [...(byHome ? ['HomeDelivery'] : []), ...(byPickup ? ['PickAtStore'] : [])];
};

const reading = operationTable(readCarts, tags, words, {
  fetchAndvalidateCartItems: { params: ApplicationPath, body: SupposedGoods, response: { 200: GoodsPriced } },
  checkCartServiceability: { params: ApplicationPath, body: SupposedDelivery, response: { 200: GoodsServed } },
  tryPlaceForGoods: { params: ApplicationPath, body: TriedGoods, response: { 200: TriedPlace } },
  tryPlaceForCart: { params: ApplicationPath, querystring: TriedCart, response: { 200: TriedPlace } },
  getAvailableDeliveryModes: {
    params: ApplicationPath,
    querystring: Type.Object({
      ...DeliveryModesQuery.properties,
      id: Type.Optional(Type.String({ maxLength: 64, description: 'The cart, by its number.' })),
      user_id: Type.Optional(Type.String({ maxLength: 128, description: 'The customer.' })),
    }),
    response: { 200: DeliveryModes },
  },
  getStoreAddressByUid: { params: ApplicationPath, querystring: StoreAddressQuery, response: { 200: StoreAddresses } },
});

export const staffQuestionRoutes: FastifyPluginAsyncTypebox<CartRoutesOptions> = async (app, options) => {
  const { node } = options.services;
  type Place = { readonly areaCode: string | null; readonly operationId: keyof typeof words };
  const supposed = async (request: FastifyRequest, lines: readonly Supposed[], { areaCode, operationId }: Place) => {
    await enterAsStaff(node, request, onlyLooking(operationId));
    const { shop } = await openCall(request, options);
    const view = await loadPricedCart(shop, trialCart(shop, lines), { ...askOf(request, {}), areaCode });
    return { shop, view };
  };

  app.post(`${staffPath}/cart/validate`, reading.fetchAndvalidateCartItems, async (request) =>
    goodsOf(
      (await supposed(request, linesOf(request.body), { areaCode: null, operationId: 'fetchAndvalidateCartItems' }))
        .view,
    ),
  );

  app.post(`${staffPath}/cart/serviceability`, reading.checkCartServiceability, async (request) => {
    const { area_code: area, pincode } = request.body.shipping_address;
    const areaCode = area ?? (pincode === undefined ? null : String(pincode));
    const operationId = 'checkCartServiceability';
    const { view } = await supposed(request, linesOf(request.body), { areaCode, operationId });
    return { ...(await goodsOf(view)), delivery_promise: cartPromise(view) };
  });

  app.post(`${staffPath}/cart/try-place`, reading.tryPlaceForGoods, async (request, reply) => {
    const { area_code: areaCode } = request.body;
    const operationId = 'tryPlaceForGoods';
    const { shop, view } = await supposed(request, linesOf(request.body), { areaCode, operationId });
    return sentInSlices(reply, await tryPlace(shop, view, areaCode));
  });

  app.get(`${staffPath}/cart/try-place`, reading.tryPlaceForCart, async (request, reply) => {
    await enterAsStaff(node, request, { ...onlyLooking('tryPlaceForCart'), anybody: false });
    const { shop, cart, ask } = await lookAtCart(request, reply, options, request.query);
    const view = await loadPricedCart(shop, cart, ask);
    return sentInSlices(reply, await tryPlace(shop, view, request.query.area_code));
  });

  app.get(`${staffPath}/available-delivery-mode`, reading.getAvailableDeliveryModes, async (request, reply) => {
    await enterAsStaff(node, request, { ...onlyLooking('getAvailableDeliveryModes'), anybody: false });
    const { shop, cart, ask } = await lookAtCart(request, reply, options, request.query);
    const view = await loadPricedCart(shop, cart, ask);
    const stores = view.lines.flatMap(({ promise }) => (promise?.store.pickup === true ? [promise.store.uid] : []));
    return { available_modes: [...modesOf(view)], pickup_stores: [...new Set(stores)].toSorted((a, b) => a - b) };
  });

  app.get(`${staffPath}/store-address`, reading.getStoreAddressByUid, async (request) => {
    await enterAsStaff(node, request, onlyLooking('getStoreAddressByUid'));
    const { shop } = await openCall(request, options);
    const uid = request.query.store_uid;
    const store = (await shop.delivery(shop.caller.companyId, [uid], null)).stores.get(uid);
    if (store === undefined) throw new Refusal('store_not_found');
    const { name, storeCode, address, city, areaCode, country } = store;
    const place = { address, city, area_code: areaCode, country, address_type: 'store' };
    return { items: [{ uid, id: uid, name, store_code: storeCode, ...place }] };
  });
};
