/** Why a cart costs what it costs, and why it does not cost less. Computed reads; nothing is kept. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { cartAccess, cartPath, type CartRoutesOptions, lookAtCart, tags } from '../call/cart-call.ts';
import { loadPricedCart } from '../price/load-priced-cart.ts';
import {
  BestOfferQuery,
  CartBestOffer,
  CartExplained,
  ExplainQuery,
} from '../../contract/cart/cart-explain-contract.ts';
import { CartWhyNot, WhyNotQuery } from '../../contract/cart/cart-why-not-contract.ts';
import { operationTable } from '../../http/operation.ts';
import { nextTurn } from '../../shared/slices.ts';
import { bestOfferAnswer } from './best-offer-answer.ts';
import { explainAnswer } from './explain-answer.ts';
import { languageOf } from './explain-sentence-rules.ts';
import { whyNotCart } from './why-not/why-not-cart.ts';

const words = {
  explainCart:
    'Say how every number of the cart came about. Each number is a sum of others, down to what comes from outside of pricing: a small program can compute all of them again.',
  explainOffers:
    'Say of every offer whether it acts, what it misses, and the smallest change that would make it act. The change is found by pricing the cart with it: products of the shop that the offer is about, cheapest first, other ways of paying, codes, the time. Work is bounded; what was not searched says so.',
  findBestOffer:
    'Say with which combination of promotions the cart costs least: which of them act, in which order, how often each. Found by a search through all combinations that skips what a bound shows to be no better; it takes at most as many steps as the policy `best_offer_nodes` allows, and says how far what it found can be from the best. A shop whose `stacking` is best_offer gives it.',
};

const operation = operationTable(cartAccess, tags, words, {
  explainCart: { querystring: ExplainQuery, response: { 200: CartExplained } },
  explainOffers: { querystring: WhyNotQuery, response: { 200: CartWhyNot } },
  findBestOffer: { querystring: BestOfferQuery, response: { 200: CartBestOffer } },
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

  app.get(`${cartPath}/v1.0/detail/why-not`, operation.explainOffers, async (request, reply) =>
    whyNotCart(await lookAtCart(request, reply, options, request.query), request.query),
  );

  app.get(`${cartPath}/v1.0/detail/best-offer`, operation.findBestOffer, async (request, reply) => {
    const { shop, cart, ask } = await lookAtCart(request, reply, options, request.query);
    const view = await loadPricedCart(shop, cart, ask);
    await nextTurn();
    const spoken = languageOf(request.query.language, request.headers['accept-language']);
    void reply.header('content-language', spoken);
    return bestOfferAnswer(view, spoken);
  });
};
