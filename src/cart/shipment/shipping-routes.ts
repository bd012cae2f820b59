/** By what a cart can go, and choosing it. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  cartOperation,
  cartPath,
  type CartRoutesOptions,
  lookAtCart,
  selectorOf,
  wholeByDefault,
} from '../call/cart-call.ts';
import { sentTo } from '../call/cart-address.ts';
import { performWrite } from '../operations/perform-write.ts';
import { loadPricedCart } from '../price/load-priced-cart.ts';
import { changedCart } from '../write/commit-cart.ts';
import { changeDocument } from '../write/write-cart.ts';
import { plainRecord } from '../write/write-outcome.ts';
import { withShipping } from './choose-shipping.ts';
import { shippingAnswer } from './shipping-answer.ts';
import { CartConflict } from '../../contract/cart/cart-conflict-contract.ts';
import { CartDetail } from '../../contract/cart/cart-contract.ts';
import { SelectionQuery } from '../../contract/cart/cart-selection-contract.ts';
import { ChooseShipping, ShippingMethods, ShippingMethodsQuery } from '../../contract/cart/cart-shipping-contract.ts';
import { ErrorBody } from '../../contract/primitives.ts';
import { Refusal } from '../../shared/errors.ts';

export const shippingRoutes: FastifyPluginAsyncTypebox<CartRoutesOptions> = async (app, options) => {
  app.get(
    `${cartPath}/v1.0/shipping-methods`,
    cartOperation('getShippingMethods', 'List what each parcel of the cart could go by, and what that would cost', {
      querystring: ShippingMethodsQuery,
      response: { 200: ShippingMethods },
    }),
    async (request, reply) => {
      const look = await lookAtCart(request, reply, options, request.query);
      const view = await loadPricedCart(look.shop, await sentTo(look, request.query.address_id), look.ask);
      return shippingAnswer(view, view.methods);
    },
  );

  app.put(
    `${cartPath}/v1.0/shipping-methods`,
    cartOperation('selectShippingMethod', 'Choose by what the cart goes, all of it or what one store sends', {
      querystring: SelectionQuery,
      body: ChooseShipping,
      response: { 200: CartDetail, 412: CartConflict, '4xx': ErrorBody },
    }),
    async (request, reply) => {
      const { body } = request;
      const query = wholeByDefault(request.query);
      const { answered } = await performWrite(request, reply, options, {
        query,
        selector: selectorOf({ ...query, id: body.cart_id ?? query.id ?? query.cart_id }),
        priced: true,
        run: (write) =>
          changeDocument(
            write,
            async (document, cart) => {
              if (cart === undefined) throw new Refusal('cart_not_found');
              const { shop } = write.call;
              const view = await loadPricedCart(shop, changedCart(shop, cart, document), write.ask);
              return withShipping(document, body, view, view.methods);
            },
            { operation: 'shipping', recordOf: (cart) => plainRecord(cart, 'Shipping method updated') },
          ),
      });
      if (answered === undefined) throw new Refusal('cart_not_found');
      return answered.answer;
    },
  );
};
