/** What stands beside a cart and changes it only by a shopper's choice: offers, ways of paying, parcels. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { CartRoutesOptions } from './call/cart-call.ts';
import { offerListRoutes } from './offers/offer-list-routes.ts';
import { offerPriceRoutes } from './offers/offer-price-routes.ts';
import { paymentRoutes } from './payment/payment-routes.ts';
import { shipmentRoutes } from './shipment/shipment-routes.ts';

export const cartNeighbourRoutes: FastifyPluginAsyncTypebox<CartRoutesOptions> = async (app, options) => {
  await app.register(offerListRoutes, options);
  await app.register(offerPriceRoutes, options);
  await app.register(paymentRoutes, options);
  await app.register(shipmentRoutes, options);
};
