/** A link to a copy of a cart: making it, looking at it, taking what is in it. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  askOf,
  cartAccess,
  cartPath,
  type CartRoutesOptions,
  keyOwner,
  openCall,
  selectorOf,
  tellShopper,
  wholeByDefault,
  tags,
} from '../call/cart-call.ts';
import { operationTable } from '../../http/operation.ts';
import { findCart } from '../call/find-cart.ts';
import { mergeOnSignIn } from '../operations/merge-carts.ts';
import { performWrite } from '../operations/perform-write.ts';
import { type ShareAction, shareCart, shareToken, takeShare, viewShare } from './share-cart.ts';
import type { CartWrite } from '../write/write-cart.ts';
import { ShareCart } from '../../contract/cart/cart-bodies.ts';
import { CartConflict } from '../../contract/cart/cart-conflict-contract.ts';
import { CartQuery, ShareActionPath, ShareActionQuery, SharePath } from '../../contract/cart/cart-requests.ts';
import { SharedCartAnswer, SharedCartMissing, ShareLink } from '../../contract/cart/cart-share-contract.ts';
import { keyUse, onceByKey } from '../../http/idempotency.ts';
import { Refusal } from '../../shared/errors.ts';

const words = {
  getCartShareLink: 'Make a link to a copy of the cart',
  getCartSharedItems: 'Look at a shared cart',
  updateCartWithSharedItems: 'Take the lines of a shared cart into the own one, beside or instead of what is there',
};

const actionOf = (given: string): ShareAction => {
  const action = (['merge', 'replace'] as const).find((one) => one === given.toLowerCase());
  if (action === undefined) throw new Refusal('share_action_unknown');
  return action;
};

const operation = operationTable(cartAccess, tags, words, {
  getCartShareLink: { body: ShareCart, response: { 200: ShareLink } },
  getCartSharedItems: {
    params: SharePath,
    querystring: CartQuery,
    response: { 200: SharedCartAnswer, 404: SharedCartMissing },
  },
  updateCartWithSharedItems: {
    params: ShareActionPath,
    querystring: ShareActionQuery,
    response: { 200: SharedCartAnswer, 404: SharedCartMissing, 412: CartConflict },
  },
});

export const shareRoutes: FastifyPluginAsyncTypebox<CartRoutesOptions> = async (app, options) => {
  const linkTo = (token: string, storefront: string | null): string => {
    const base = storefront ?? options.publicUrl.href;
    return `${base.replace(/\/$/, '')}/shared-cart/${token}`;
  };

  app.post(`${cartPath}/v1.0/share-cart`, operation.getCartShareLink, async (request, reply) => {
    const call = await openCall(request, options);
    const { shop } = call;
    const { db, now } = shop.node;
    await mergeOnSignIn(call, askOf(request, {}));
    const selector = selectorOf({ id: request.body.id });
    const id = await onceByKey(db, reply, keyUse(request, keyOwner(call, selector), now()), {
      run: async (remember) => {
        const { cart } = await findCart(call, selector);
        return shareCart({ shop, remember }, cart, request.body.meta ?? {});
      },
      replay: async ({ document }) => (document as { readonly id: string }).id,
    });
    const token = await shareToken(shop.node, id);
    tellShopper(reply, call, options, undefined);
    return { token, share_url: linkTo(token, shop.caller.settings.storefront_url) };
  });

  app.get(`${cartPath}/v1.0/share-cart/:token`, operation.getCartSharedItems, async (request, reply) => {
    const call = await openCall(request, options);
    tellShopper(reply, call, options, undefined);
    return {
      error: '',
      cart: await viewShare(call.shop, request.params.token, askOf(request, wholeByDefault(request.query))),
    };
  });

  app.post(
    `${cartPath}/v1.0/share-cart/:token/:action`,
    operation.updateCartWithSharedItems,
    async (request, reply) => {
      const { token } = request.params;
      const action = actionOf(request.params.action);
      const { cart_id } = request.query;
      const run = (write: CartWrite) => takeShare(write, token, action);
      const { answered } = await performWrite(request, reply, options, {
        query: { i: true, b: true },
        selector: selectorOf({ id: cart_id }),
        priced: true,
        run,
      });
      return { error: '', ...(answered === undefined ? {} : { cart: answered.answer }) };
    },
  );
};
