/** Paying for a cart before it is ordered: does its coupon mind, which ways are there, what would each cost. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { sentTo } from '../call/cart-address.ts';
import { cartAccess, cartPath, type CartRoutesOptions, lookAtCart, tags } from '../call/cart-call.ts';
import { operationTable } from '../../http/operation.ts';
import { paymentOptions } from './payment-options.ts';
import { loadPricedCart } from '../price/load-priced-cart.ts';
import { isKnownMode } from '../price/payment-rules.ts';
import type { PricedView } from '../price/priced-view.ts';
import { offerWords } from '../response/offer-shown.ts';
import type { PaymentSelection } from '../store/cart-document.ts';
import {
  PaymentCouponValidate,
  PaymentOptions,
  PaymentOptionsQuery,
  PaymentQuery,
} from '../../contract/cart/cart-payment-contract.ts';
import { amountsIn } from '../../shared/amounts.ts';
import { Refusal } from '../../shared/errors.ts';
import { paymentMode } from '../../shared/payment-mode.ts';

const words = {
  validateCouponForPayment: 'Ask whether the coupon on the cart takes a way of paying',
  getPaymentOptions: 'List ways of paying, and what each would cost',
};

const textOrNull = (given: string | undefined): string | null => (given === undefined || given === '' ? null : given);

/** As asked; without a mode, as the cart has it. */
const paymentAsked = (query: PaymentQuery): PaymentSelection | null => {
  const mode = textOrNull(query.payment_mode);
  return mode === null
    ? null
    : {
        mode: paymentMode(mode),
        identifier: textOrNull(query.payment_identifier),
        aggregator: textOrNull(query.aggregator_name),
        merchantCode: textOrNull(query.merchant_code),
        network: textOrNull(query.network),
        type: textOrNull(query.type),
        iin: textOrNull(query.iin),
      };
};

const cardOf = (query: PaymentQuery): number | null =>
  query.card_id !== undefined && /^\d{1,15}$/.test(query.card_id) ? Number(query.card_id) : null;

const validity = ({ coupon, currency, input }: PricedView): PaymentCouponValidate => {
  const has = coupon.code !== '';
  const valid = !has || coupon.applied;
  return {
    success: valid,
    message: coupon.message,
    coupon_validity: {
      valid,
      discount: amountsIn(currency).number(coupon.applied ? coupon.discount : 0),
      code: has ? coupon.code : null,
      title: coupon.offer === null ? '' : offerWords(coupon.offer, input).name,
      display_message_en: coupon.applied ? coupon.message : null,
      error_en: valid ? null : coupon.message,
      next_validation_required: coupon.errorCode === 'coupon_payment',
    },
  };
};

const operation = operationTable(cartAccess, tags, words, {
  validateCouponForPayment: { querystring: PaymentQuery, response: { 200: PaymentCouponValidate } },
  getPaymentOptions: { querystring: PaymentOptionsQuery, response: { 200: PaymentOptions } },
});

export const paymentRoutes: FastifyPluginAsyncTypebox<CartRoutesOptions> = async (app, options) => {
  app.get(`${cartPath}/v1.0/payment/validate`, operation.validateCouponForPayment, async (request, reply) => {
    const { query } = request;
    const look = await lookAtCart(request, reply, options, query);
    const cart = await sentTo(look, query.address_id);
    const asked = paymentAsked(query);
    if (asked !== null && !isKnownMode(asked.mode, look.shop.caller.settings.cart)) {
      throw new Refusal('payment_mode_unknown');
    }
    const payment = asked ?? cart?.document.payment ?? null;
    const tried = cart && { ...cart, document: { ...cart.document, payment } };
    return validity(await loadPricedCart(look.shop, tried, { ...look.ask, assignCardId: cardOf(query) }));
  });

  app.get(`${cartPath}/v1.0/payment/options`, operation.getPaymentOptions, async (request, reply) => {
    const look = await lookAtCart(request, reply, options, request.query);
    return paymentOptions({ ...look, cart: await sentTo(look, request.query.address_id) });
  });
};
