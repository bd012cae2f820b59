/** Checkout in its two versions, on the SDK's own paths. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { cartAccess, cartPath, type CartRoutesOptions } from '../../cart/call/cart-call.ts';
import { Checkout, CheckoutAnswer, CheckoutQuery, CheckoutV2 } from '../../contract/orders/checkout-contract.ts';
import { operationTable } from '../../http/operation.ts';
import { performCheckout } from './perform-checkout.ts';

const tags = ['Orders'];
const description =
  'One batch: the order, its stock, its uses of offers and balances, and the emptied cart. Nothing to pay, or paid on ' +
  'delivery: placed. Otherwise it awaits the payment that the payment service confirms.';

const words = {
  checkoutCart: `Order what is in the cart. ${description}`,
  checkoutCartV2: `Order what is in the cart, with payment methods. ${description}`,
};
const operation = operationTable(cartAccess, tags, words, {
  checkoutCart: { querystring: CheckoutQuery, body: Checkout, response: { 200: CheckoutAnswer } },
  checkoutCartV2: { querystring: CheckoutQuery, body: CheckoutV2, response: { 200: CheckoutAnswer } },
});

export const checkoutRoutes: FastifyPluginAsyncTypebox<CartRoutesOptions> = async (app, options) => {
  app.post(`${cartPath}/v1.0/checkout`, operation.checkoutCart, async (request, reply) =>
    performCheckout(request, reply, options, { query: request.query, body: request.body }),
  );

  app.post(`${cartPath}/v2.0/checkout`, operation.checkoutCartV2, async (request, reply) =>
    performCheckout(request, reply, options, { query: request.query, body: request.body }),
  );
};
