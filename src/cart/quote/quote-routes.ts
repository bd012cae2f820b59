/** For merchants: what taxes and delivery would be, before anybody has a cart. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { askOf, type CartRoutesOptions, openCall } from '../call/cart-call.ts';
import { enterAsStaff } from '../staff/staff-enter.ts';
import { readCarts, staffPath } from '../staff/staff-mirror.ts';
import { quotePlace } from './quote-place.ts';
import { ApplicationPath } from '../../contract/applications/application-admin-contract.ts';
import { Quoted, QuoteRequest } from '../../contract/cart/places/quote-contract.ts';
import { operationTable } from '../../http/operation.ts';

const words = {
  quotePlace:
    'Say what taxes and delivery of goods would be at a place, at any moment and for anybody: jurisdiction by jurisdiction with the row of the table each comes from, and every shipping method with its charge. Prices are those of now where none is given. Nothing is stored.',
};
const reading = operationTable(readCarts, ['Cart'], words, {
  quotePlace: { params: ApplicationPath, body: QuoteRequest, response: { 200: Quoted } },
});

export const quoteRoutes: FastifyPluginAsyncTypebox<CartRoutesOptions> = async (app, options) => {
  app.post(`${staffPath}/cart/quote`, reading.quotePlace, async (request) => {
    const entry = { anybody: true, bodyNamesCart: false, looksAt: 'cart.quotePlace' };
    await enterAsStaff(options.services.node, request, entry);
    const { shop } = await openCall(request, options);
    return quotePlace(shop, askOf(request, {}), request.body);
  });
};
