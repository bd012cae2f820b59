/** What a shopper chooses for his cart: coupon, address, payment mode, points, store credit. Each answers with the cart. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { usableAddress } from '../call/cart-address.ts';
import { cartOperation, cartPath, type CartRoutesOptions, selectorOf, wholeByDefault } from '../call/cart-call.ts';
import { applyCoupon, couponWords } from './apply-coupon.ts';
import { performWrite, shownCart } from './perform-write.ts';
import { unknownOption } from '../price/payment-rules.ts';
import { codesOf, withCodes, withoutCode } from '../store/coupon-codes.ts';
import type { CartDocument, PaymentSelection, StoredCart } from '../store/cart-document.ts';
import { type CartWrite, changeDocument, type Written } from '../write/write-cart.ts';
import { plainRecord, resultsOf } from '../write/write-outcome.ts';
import { UpdateCartDetail } from '../../contract/cart/cart-answers-contract.ts';
import { CartConflict } from '../../contract/cart/cart-conflict-contract.ts';
import { CartDetail } from '../../contract/cart/cart-contract.ts';
import {
  ApplyCoupon,
  RedeemPoints,
  RemoveCouponQuery,
  SelectAddress,
  SelectionQuery,
  SelectPayment,
  UseStoreCredit,
} from '../../contract/cart/cart-selection-contract.ts';
import { ErrorBody } from '../../contract/primitives.ts';
import { Refusal } from '../../shared/errors.ts';
import { paymentMode } from '../../shared/payment-mode.ts';

const response = { 200: CartDetail, 412: CartConflict, '4xx': ErrorBody };

const textOrNull = (given: string | null | undefined): string | null =>
  given === undefined || given === null || given === '' ? null : given;

const paymentOf = (body: SelectPayment): PaymentSelection | null => {
  const [method] = body.payment_methods ?? [];
  const mode = textOrNull(body.payment_mode) ?? textOrNull(method?.mode);
  return mode === null
    ? null
    : {
        mode: paymentMode(mode),
        identifier: textOrNull(body.payment_identifier) ?? textOrNull(method?.payment_identifier),
        aggregator: textOrNull(body.aggregator_name),
        merchantCode: textOrNull(body.merchant_code),
        network: textOrNull(body.network),
        type: textOrNull(body.type),
        iin: textOrNull(body.iin),
      };
};

/** The cart an address is chosen for; one that is not stored yet will be the writer's. */
type ChosenFor = { readonly write: CartWrite; readonly cart: StoredCart | undefined };

/** Refuses an address that the cart could not be ordered with. */
const chosenAddress = async ({ write: { call }, cart }: ChosenFor, id: string): Promise<string> => {
  const known = await usableAddress(call.shop, cart ?? call.writer, id);
  if (known === undefined) throw new Refusal('address_not_found');
  return known.id;
};

const removed = ({ call: { shop }, ask }: CartWrite): string => couponWords(shop, ask).removed;

type Choice = Readonly<{ query: SelectionQuery; id: string | undefined; run: (write: CartWrite) => Promise<Written> }>;

export const cartSelectionRoutes: FastifyPluginAsyncTypebox<CartRoutesOptions> = async (app, options) => {
  const choose = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { query, id, run }: Choice,
  ): Promise<CartDetail> => {
    const selector = selectorOf({ ...query, id: id ?? query.id ?? query.cart_id });
    const { answered } = await performWrite(request, reply, options, { query, selector, priced: true, run });
    if (answered === undefined) throw new Refusal('cart_not_found');
    return answered.answer;
  };
  const changing =
    (
      operation: string,
      message: string | ((write: CartWrite) => string),
      change: (document: CartDocument, chosen: ChosenFor) => CartDocument | Promise<CartDocument>,
    ) =>
    (write: CartWrite): Promise<Written> =>
      changeDocument(write, (document, cart) => change(document, { write, cart }), {
        operation,
        recordOf: (cart) => plainRecord(cart, typeof message === 'string' ? message : message(write)),
      });

  app.post(
    `${cartPath}/v1.0/coupon`,
    cartOperation('applyCoupon', 'Use a coupon', {
      description: 'A coupon that cannot be used is told in the cart, with status 200.',
      querystring: SelectionQuery,
      body: ApplyCoupon,
      response,
    }),
    async (request, reply) =>
      choose(request, reply, {
        query: request.query,
        id: undefined,
        run: (write) => applyCoupon(write, request.body.coupon_code),
      }),
  );

  app.delete(
    `${cartPath}/v1.0/coupon`,
    cartOperation('removeCoupon', 'Take a coupon back', {
      description: 'Of several the one that is named, else the one that the cart shows as its coupon.',
      querystring: RemoveCouponQuery,
      response,
    }),
    async (request, reply) =>
      choose(request, reply, {
        query: wholeByDefault(request.query),
        id: undefined,
        run: changing('coupon', removed, (document) =>
          withCodes(document, withoutCode(codesOf(document), request.query.coupon_code)),
        ),
      }),
  );

  for (const [path, operationId] of [
    ['redeem/points', 'applyRewardPoints'],
    ['redeem', 'applyLoyaltyPoints'],
  ] as const) {
    app.post(
      `${cartPath}/v1.0/${path}`,
      cartOperation(operationId, 'Let points pay, or not', {
        querystring: SelectionQuery,
        body: RedeemPoints,
        response,
      }),
      async (request, reply) => {
        const redeemPoints = request.body.points ?? request.body.redeem_points ?? false;
        const change = changing('redeem', 'Reward points updated', (document) => ({ ...document, redeemPoints }));
        return choose(request, reply, { query: request.query, id: undefined, run: change });
      },
    );
  }

  app.patch(
    `${cartPath}/v1.0/detail`,
    cartOperation('updateCartBreakup', 'Let store credit pay, or not', {
      querystring: SelectionQuery,
      body: UseStoreCredit,
      response: { ...response, 200: UpdateCartDetail },
    }),
    async (request, reply) => {
      const { query } = request;
      const { store_credit: storeCredit } = request.body;
      const run = changing('store_credit', 'Store credit updated', (document) => ({ ...document, storeCredit }));
      const selector = selectorOf({ ...query, id: query.id ?? query.cart_id });
      const written = await performWrite(request, reply, options, { query, selector, priced: true, run });
      const { success, message, errorCode } = written.record;
      return { success, message, error_code: errorCode, result: resultsOf(written.record), ...shownCart(written) };
    },
  );

  app.put(
    `${cartPath}/v1.0/payment`,
    cartOperation('selectPaymentMode', 'Choose how the cart will be paid', {
      querystring: SelectionQuery,
      body: SelectPayment,
      response,
    }),
    async (request, reply) => {
      const payment = paymentOf(request.body);
      const given = textOrNull(request.body.address_id);
      const change = changing('payment', 'Payment mode updated', async (document, chosen) => {
        const unknown = unknownOption(payment, chosen.write.call.shop.caller.settings.cart);
        if (unknown !== null) throw new Refusal(unknown);
        const addressId = given === null ? document.addressId : await chosenAddress(chosen, given);
        return { ...document, payment, addressId };
      });
      return choose(request, reply, {
        query: wholeByDefault(request.query),
        id: textOrNull(request.body.id) ?? undefined,
        run: change,
      });
    },
  );

  app.post(
    `${cartPath}/v1.0/select-address`,
    cartOperation('selectAddress', 'Choose where the cart goes', {
      querystring: SelectionQuery,
      body: SelectAddress,
      response,
    }),
    async (request, reply) => {
      const { id, billing_address_id: billing, cart_id } = request.body;
      const addressId = textOrNull(id);
      const billingAddressId = textOrNull(billing) ?? addressId;
      const change = changing('address', 'Address updated', async (document, chosen) => {
        for (const one of [addressId, billingAddressId]) if (one !== null) await chosenAddress(chosen, one);
        return { ...document, addressId, billingAddressId };
      });
      return choose(request, reply, { query: request.query, id: textOrNull(cart_id) ?? undefined, run: change });
    },
  );
};
