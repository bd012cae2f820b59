/** Every cart operation of the interface, and what a shopper chooses for his cart. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { CartRoutesOptions } from './call/cart-call.ts';
import { offerListRoutes } from './offers/offer-list-routes.ts';
import { referralRoutes } from './offers/referral-routes.ts';
import { offerPriceRoutes } from './offers/offer-price-routes.ts';
import { cartConfigurationRoutes } from './operations/cart-configuration-routes.ts';
import { cartItemRoutes } from './operations/cart-item-routes.ts';
import { cartReadRoutes } from './operations/cart-read-routes.ts';
import { cartSelectionRoutes } from './operations/cart-selection-routes.ts';
import { wholeCartRoutes } from './operations/whole-cart-routes.ts';
import { paymentRoutes } from './payment/payment-routes.ts';
import { quoteRoutes } from './quote/quote-routes.ts';
import { shareRoutes } from './share/share-routes.ts';
import { shipmentRoutes } from './shipment/shipment-routes.ts';
import { shippingRoutes } from './shipment/shipping-routes.ts';
import { withTriableNode } from './call/cart-call.ts';
import { explainRoutes } from './explain/explain-routes.ts';
import { cartHistoryRoutes } from './staff/cart-history-routes.ts';
import { staffCartRoutes } from './staff/staff-cart-routes.ts';
import { mirrorForStaff } from './staff/staff-mirror.ts';
import { addressRoutes } from '../customers/address-routes.ts';
import { savedCardAdminRoutes } from '../customers/saved-card-admin-routes.ts';
import { letTry } from '../http/dry-run.ts';
import { writeAnswers } from '../http/answers/write-answers.ts';
import { leaveOutNulls } from '../http/without-nulls.ts';

/** Clients send a parameter that they leave out as an empty word. It says nothing, whatever it is the name of. */
const withoutEmptyWords = (query: unknown): unknown =>
  Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== ''));

/** Addresses, saved cards and configurations are no carts. */
const isCartWrite = (path: string): boolean =>
  /^\/service\/(application|platform)\/cart\//.test(path) && !/\/(address|card|configuration)/.test(path);

export const cartRoutes: FastifyPluginAsyncTypebox<CartRoutesOptions> = async (app, given) => {
  const options = withTriableNode(given);
  letTry(app, isCartWrite);
  app.addHook('preValidation', async (request) => {
    request.query = withoutEmptyWords(request.query);
  });
  writeAnswers(app, { asGiven: '/service/application/cart/', changed: '/service/platform/cart/' });
  leaveOutNulls(app, '/service/platform/cart/', 'Staff');
  mirrorForStaff(app, options.services.node);
  await app.register(cartReadRoutes, options);
  await app.register(cartItemRoutes, options);
  await app.register(wholeCartRoutes, options);
  await app.register(shareRoutes, options);
  await app.register(cartSelectionRoutes, options);
  await app.register(offerListRoutes, options);
  await app.register(referralRoutes, options);
  await app.register(offerPriceRoutes, options);
  await app.register(paymentRoutes, options);
  await app.register(shipmentRoutes, options);
  await app.register(shippingRoutes, options);
  await app.register(explainRoutes, options);
  const { node, quotas, delivery } = options.services;
  await app.register(cartHistoryRoutes, options.services);
  await app.register(staffCartRoutes, options);
  await app.register(quoteRoutes, options);
  await app.register(savedCardAdminRoutes, { node });
  await app.register(addressRoutes, {
    node,
    quotas,
    keys: options.keys,
    publicUrl: options.publicUrl,
    readPlace: async (companyId, areaCode) => {
      const { area, taxes } = await delivery(companyId, [], areaCode);
      return { known: area, byState: taxes.byState };
    },
  });
  await app.register(cartConfigurationRoutes, options);
};
