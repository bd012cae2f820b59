/** Why a cart costs what it costs, and why it does not cost less. Computed reads; nothing is kept. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { spokenIn } from '../call/cart-ask.ts';
import { cartAccess, type CartLook, cartPath, type CartRoutesOptions, lookAtCart, tags } from '../call/cart-call.ts';
import { loadPricedCart } from '../price/load-priced-cart.ts';
import type { PricedView } from '../price/priced-view.ts';
import { languageAsked } from '../words/spoken.ts';
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

type Question = FastifyRequest<{ Querystring: Parameters<typeof lookAtCart>[3] & { readonly language?: string } }>;

/** In the language asked for, which the answer names. */
const lookIn = async (request: Question, reply: FastifyReply, options: CartRoutesOptions): Promise<CartLook> => {
  const { query, headers } = request;
  const look = await lookAtCart(request, reply, options, query);
  const ask = { ...look.ask, language: languageAsked(query.language, headers) ?? null };
  void reply.header('content-language', spokenIn(look.shop, ask));
  return { ...look, ask };
};

export const explainRoutes: FastifyPluginAsyncTypebox<CartRoutesOptions> = async (app, options) => {
  const viewed = async (request: Question, reply: FastifyReply): Promise<PricedView> => {
    const { shop, cart, ask } = await lookIn(request, reply, options);
    const view = await loadPricedCart(shop, cart, ask);
    await nextTurn();
    return view;
  };

  app.get(`${cartPath}/v1.0/detail/explain`, operation.explainCart, async (request, reply) =>
    explainAnswer(await viewed(request, reply), request.query.path),
  );

  app.get(`${cartPath}/v1.0/detail/why-not`, operation.explainOffers, async (request, reply) =>
    whyNotCart(await lookIn(request, reply, options), request.query),
  );

  app.get(`${cartPath}/v1.0/detail/best-offer`, operation.findBestOffer, async (request, reply) =>
    bestOfferAnswer(await viewed(request, reply)),
  );
};
