/** Offers beside a cart: which there are and why one does not act, using one and taking it back, and what it is for. */
import { codesOf, withCodes, withoutCode } from '../store/coupon-codes.ts';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  askOf,
  cartAccess,
  cartPath,
  type CartRoutesOptions,
  lookAtCart,
  selectorOf,
  tags,
} from '../call/cart-call.ts';
import { applicationCaller } from '../../http/access.ts';
import { operationTable } from '../../http/operation.ts';
import { activeOffers } from '../call/find-cart.ts';
import { listCoupons } from './list-coupons.ts';
import { couponItem, listOffers } from './offer-list.ts';
import { offerProducts } from './offer-products.ts';
import { applyCoupon, couponWords, isFinal } from '../operations/apply-coupon.ts';
import { performWrite } from '../operations/perform-write.ts';
import { loadPricedCart } from '../price/load-priced-cart.ts';
import { tryCoupons } from '../price/try-coupons.ts';
import { type CartWrite, changeDocument, type Written } from '../write/write-cart.ts';
import { plainRecord } from '../write/write-outcome.ts';
import { CartConflict } from '../../contract/cart/cart-conflict-contract.ts';
import {
  ApplyOffer,
  EligibleProducts,
  EligibleProductsQuery,
  OfferList,
  OfferListItem,
  OfferListQuery,
} from '../../contract/cart/cart-offer-contract.ts';
import { cartQuery } from '../../contract/cart/cart-requests.ts';
import { CouponList, CouponsQuery } from '../../contract/cart/cart-selection-contract.ts';
import { findCoupon } from '../../offers/read-offers.ts';
import { type Static, Type } from 'typebox';

const words = {
  getCartCoupons: 'List coupons, with what each would do to the cart now',
  getOffers: 'List offers, with what each does to the cart and why it does not',
  applyOffer:
    'Use an offer that needs a code. An offer that cannot be used now is told in the answer, with status 200.',
  removeOffer: 'Take an offer back',
  getProductsByOfferId: 'List products that an offer takes something off',
};

const OfferQuery = Type.Object(cartQuery);
type OfferQuery = Static<typeof OfferQuery>;

const noOffer: OfferListItem = {
  code: null,
  offer_text: '',
  offer_label: '',
  description: null,
  is_applicable: false,
  is_applied: false,
  is_bank_offer: false,
  start_date: null,
  end_date: null,
  reason: null,
  message: 'No coupon is applied',
};

const operation = operationTable(cartAccess, tags, words, {
  getCartCoupons: { querystring: CouponsQuery, response: { 200: CouponList } },
  getOffers: { querystring: OfferListQuery, response: { 200: OfferList } },
  applyOffer: { querystring: OfferQuery, body: ApplyOffer, response: { 200: OfferListItem, 412: CartConflict } },
  removeOffer: { querystring: OfferQuery, response: { 200: OfferListItem, 412: CartConflict } },
  getProductsByOfferId: { querystring: EligibleProductsQuery, response: { 200: EligibleProducts } },
});

/** What is said of codes, in the language of the call. */
const wordsFor = (request: FastifyRequest) => couponWords({ caller: applicationCaller(request) }, askOf(request, {}));

export const offerListRoutes: FastifyPluginAsyncTypebox<CartRoutesOptions> = async (app, options) => {
  /** The offer of that code as it stands to the cart now; undefined when there is none. */
  const offerOn = async (
    request: FastifyRequest,
    reply: FastifyReply,
    {
      query,
      written: { cart },
      code,
    }: { readonly query: OfferQuery; readonly written: Pick<Written, 'cart'>; readonly code: string },
  ): Promise<OfferListItem | undefined> => {
    const look = await lookAtCart(request, reply, options, { ...query, ...(cart && { id: cart.id }) });
    const { shop } = look;
    const typing = { applicationId: shop.caller.applicationId, userId: shop.shopper.customer?.userId ?? null };
    const found = await findCoupon(shop.node.db, typing, await activeOffers(shop), code);
    if (found === undefined) return undefined;
    const view = await loadPricedCart(shop, look.cart, look.ask);
    const [tried] = await tryCoupons(shop, view, [found.offer]);
    return tried && { ...couponItem(tried, view), code };
  };
  const write = (
    request: FastifyRequest,
    reply: FastifyReply,
    query: OfferQuery,
    run: (write: CartWrite) => Promise<Written>,
  ): Promise<Written> =>
    performWrite(request, reply, options, { query: {}, selector: selectorOf(query), priced: true, run });

  app.get(`${cartPath}/v1.0/coupon`, operation.getCartCoupons, async (request, reply) => {
    const { slug, product_slug, store_id: storeId } = request.query;
    const { shop, cart, ask } = await lookAtCart(request, reply, options, request.query);
    const coupons = await listCoupons(shop, cart, ask, { slug: product_slug ?? slug, storeId });
    const page = { has_next: false, has_previous: false, current: 1, total: 1, total_item_count: coupons.length };
    return { available_coupon_list: coupons, page };
  });

  app.get(`${cartPath}/v1.0/offer`, operation.getOffers, async (request, reply) => {
    const offers = await listOffers(await lookAtCart(request, reply, options, request.query), request.query);
    const size = offers.length;
    const page = { type: 'number', current: 1, size, item_total: size, has_next: false, has_previous: false };
    return { available_offers: offers, page };
  });

  app.post(`${cartPath}/v1.0/offer`, operation.applyOffer, async (request, reply) => {
    const { query } = request;
    const code = request.body.offer_code.trim();
    const written = await write(request, reply, query, (one) => applyCoupon(one, code));
    const { errorCode, message } = written.record;
    // A code that can never count is answered like one that nobody has: nothing of it is told.
    const isHidden = errorCode !== null && isFinal(errorCode);
    // Nothing was tried on a cart without goods, or with as many codes as it may have: nothing of the code is told either.
    const isUntold = isHidden || errorCode === 'cart_empty' || errorCode === 'coupon_limit';
    const item = isUntold ? undefined : await offerOn(request, reply, { query, written, code });
    return item ?? { ...noOffer, code, message: isHidden ? wordsFor(request).unknown : message };
  });

  app.delete(`${cartPath}/v1.0/offer`, operation.removeOffer, async (request, reply) => {
    const { query } = request;
    const { cart } = await lookAtCart(request, reply, options, query);
    const code = cart?.document.couponCode ?? null;
    const written = await write(request, reply, query, (one) =>
      changeDocument(one, (document) => withCodes(document, withoutCode(codesOf(document), undefined)), {
        operation: 'coupon',
        recordOf: (after) => plainRecord(after, wordsFor(request).removed),
      }),
    );
    if (code === null) return noOffer;
    return (await offerOn(request, reply, { query, written, code })) ?? { ...noOffer, code };
  });

  app.get(`${cartPath}/v1.0/eligible-offer-products`, operation.getProductsByOfferId, async (request, reply) => {
    const { offer_code: code, offer_id: id, page = 1, page_size: size = 20 } = request.query;
    const look = await lookAtCart(request, reply, options, {});
    const { items, hasNext } = await offerProducts(look, { code, id }, page, size);
    const message = items.length === 0 ? 'No product is part of this offer' : '';
    return {
      success: true,
      message,
      items,
      page: { current: page, size, has_previous: page > 1, has_next: hasNext },
    };
  });
};
