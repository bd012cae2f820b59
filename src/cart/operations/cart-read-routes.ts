/** Reading carts: in full, as they are stored, when they changed, how much is in them, and of which kinds they can be. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import {
  askOf,
  cartAccess,
  cartPath,
  type CartRoutesOptions,
  openView,
  selectorOf,
  tags,
  tellShopper,
} from '../call/cart-call.ts';
import { operationTable } from '../../http/operation.ts';
import { activeOffers, type CartMeant, cartOrVacant, findCart, kindAsked, ownerOf } from '../call/find-cart.ts';
import { countByKind, countOf } from './count-carts.ts';
import { mergeOnSignIn } from './merge-carts.ts';
import { answerCart } from '../response/cart-answer.ts';
import { figuresOf, tagOf, tellVersion } from '../response/cart-version.ts';
import { lightAnswer } from '../response/light-answer.ts';
import { readCartsOf } from '../store/cart-store.ts';
import { CartCount, CartCountV2 } from '../../contract/cart/cart-answers-contract.ts';
import { CartDetail } from '../../contract/cart/cart-contract.ts';
import { CartLight } from '../../contract/cart/cart-light-contract.ts';
import {
  CartLightQuery,
  CartQuery,
  CountQuery,
  CountV2Query,
  LastModifiedQuery,
} from '../../contract/cart/cart-requests.ts';
import { Unchanged } from '../../contract/primitives.ts';
import { httpDate, noneMatch } from '../../http/requests/conditional.ts';

const words = {
  getCartLastModified:
    'Say when the cart was last changed. The time is in the header Last-Modified. Without a cart it is that of the empty one the first write makes.',
  getCart:
    'Read the cart, priced as of now. Without a cart the answer is an empty one, with the ids it will have; nothing is stored.',
  getCartLight: 'Read the cart as it is stored, with the prices of its last write',
  getItemCount: 'Count what is in the cart',
  getItemCountV2: 'Count what is in all carts, by kind',
};

const headersOnly = Type.Unsafe<undefined>({ type: 'null', description: 'Headers only.' });

const operation = operationTable(cartAccess, tags, words, {
  getCartLastModified: { querystring: LastModifiedQuery, response: { 200: headersOnly } },
  getCart: { querystring: CartQuery, response: { 200: CartDetail, 304: Unchanged } },
  getCartLight: { querystring: CartLightQuery, response: { 200: CartLight } },
  getItemCount: { querystring: CountQuery, response: { 200: CartCount } },
  getItemCountV2: { querystring: CountV2Query, response: { 200: CartCountV2 } },
});

export const cartReadRoutes: FastifyPluginAsyncTypebox<CartRoutesOptions> = async (app, options) => {
  app.head(`${cartPath}/v1.0/detail`, operation.getCartLastModified, async (request, reply) => {
    const { call, keep } = await openView(request, options);
    const cart = await cartOrVacant(await findCart(call, selectorOf(request.query)));
    tellShopper(reply, call, options, cart.owner);
    keep(Infinity);
    return reply.header('last-modified', httpDate(cart.modifiedAt)).send(undefined);
  });

  app.get(`${cartPath}/v1.0/detail`, operation.getCart, async (request, reply) => {
    const { call, keep } = await openView(request, options);
    const plain = askOf(request, request.query);
    const { changed } = await mergeOnSignIn(call, plain);
    const meant = await findCart(call, selectorOf(request.query));
    const cart = await cartOrVacant(meant);
    const answered = await answerCart(call.shop, cart, { ...plain, kind: meant.kind, isCartChanged: changed });
    tellShopper(reply, call, options, cart.owner);
    tellVersion(reply, cart, answered);
    if (!changed) keep(answered.until, () => figuresOf(cart, answered));
    // What is kept is made whole, and then not sent: whoever asks for what he has already asks again.
    const isHad = !changed && noneMatch(request.headers['if-none-match'], tagOf(cart, answered));
    if (isHad && request.evidence === undefined) return reply.code(304).send(undefined);
    return answered.answer;
  });

  app.get(`${cartPath}/v3.0/detail-light`, operation.getCartLight, async (request, reply) => {
    const { call, keep } = await openView(request, options);
    const { shop } = call;
    const active = await activeOffers(shop);
    const meant = await findCart(call, selectorOf(request.query));
    const cart = await cartOrVacant(meant);
    tellShopper(reply, call, options, cart.owner);
    const { universal, custom } = active;
    const configuration = custom.find(({ slug }) => slug === meant.kind.slug) ?? universal;
    const snapshot = meant.cart && (await shop.readers.snapshot?.(meant.cart));
    const { fulfillment_modes: modes } = shop.caller.settings.cart;
    const slugs = modes.map(({ slug }) => slug);
    tellVersion(reply, cart, { etagParts: [active.version, snapshot?.at ?? null, ...slugs] });
    keep(active.nextEdge(shop.node.now()) ?? Infinity);
    return lightAnswer(cart, snapshot, configuration, modes);
  });

  app.get(`${cartPath}/v1.0/basic`, operation.getItemCount, async (request, reply) => {
    const { call, keep } = await openView(request, options);
    const { cart } = await findCart(call, selectorOf(request.query));
    tellShopper(reply, call, options, undefined);
    keep(Infinity);
    return countOf(cart);
  });

  app.get(`${cartPath}/v2.0/basic`, operation.getItemCountV2, async (request, reply) => {
    const { call, keep } = await openView(request, options);
    const { shop } = call;
    const selector = selectorOf(request.query);
    const { universal, custom } = await activeOffers(shop);
    const owner = ownerOf(shop.shopper);
    tellShopper(reply, call, options, undefined);
    keep(Infinity);
    if (selector.id !== null) {
      const { cart } = await findCart(call, selector);
      return countByKind(cart === undefined ? [] : [cart], [universal, ...custom]);
    }
    const asked = kindAsked(selector, { custom });
    const all = owner === undefined ? [] : await readCartsOf(shop.node.db, shop.caller.applicationId, owner);
    const isMeant = ({ kind, slug }: CartMeant['kind']): boolean => {
      if (selector.cartType !== null || asked.kind === 'buy_now') return kind === asked.kind && slug === asked.slug;
      return kind !== 'buy_now';
    };
    return countByKind(all.filter(isMeant), [universal, ...custom]);
  });
};
