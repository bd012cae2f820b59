/** Why a cart costs what it costs: every number of it with the sums it was made by. A computed read; nothing is kept. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { cartAccess, cartPath, type CartRoutesOptions, lookAtCart, tags } from '../call/cart-call.ts';
import { loadPricedCart } from '../price/load-priced-cart.ts';
import { CartExplained, ExplainQuery } from '../../contract/cart/cart-explain-contract.ts';
import { operationTable } from '../../http/operation.ts';
import { nextTurn } from '../../shared/slices.ts';
import { explainAnswer } from './explain-answer.ts';
import { languageOf } from './explain-sentence-rules.ts';

const words = {
  explainCart:
    'Say how every number of the cart came about. Each number is a sum of others, down to what comes from outside of pricing: a small program can compute all of them again.',
};

const operation = operationTable(cartAccess, tags, words, {
  explainCart: { querystring: ExplainQuery, response: { 200: CartExplained } },
});

export const explainRoutes: FastifyPluginAsyncTypebox<CartRoutesOptions> = async (app, options) => {
  app.get(`${cartPath}/v1.0/detail/explain`, operation.explainCart, async (request, reply) => {
    const { path, language } = request.query;
    const { shop, cart, ask } = await lookAtCart(request, reply, options, request.query);
    const view = await loadPricedCart(shop, cart, ask);
    await nextTurn();
    const spoken = languageOf(language, request.headers['accept-language']);
    void reply.header('content-language', spoken);
    return explainAnswer(view, path, spoken);
  });
};
