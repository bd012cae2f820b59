/** What offers there are beside a product and at payment, and what a product costs by quantity. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { cartAccess, cartPath, type CartRoutesOptions, lookAtCart, tags } from '../call/cart-call.ts';
import { operationTable } from '../../http/operation.ts';
import { bulkPrices, ladderOffers } from './ladder-price.ts';
import { paymentOffers, promotionOffers } from './promotion-offers.ts';
import {
  BulkPriceQuery,
  BulkPrices,
  LadderOffers,
  LadderOffersQuery,
  PaymentOffers,
  PaymentOffersQuery,
  PromotionOffers,
  PromotionOffersQuery,
} from '../../contract/cart/cart-offer-contract.ts';
import { Refusal } from '../../shared/errors.ts';

const words = {
  getPromotionOffers: 'List promotions, of the shop or of a product',
  getPaymentPromotionOffers: 'List the promotions that a way of paying would bring',
  getLadderOffers: 'Say what a unit of a product costs by quantity',
  getBulkDiscountOffers: 'Say what each seller’s article costs by quantity',
};

const USUAL_SIZE = 20;

const operation = operationTable(cartAccess, tags, words, {
  getPromotionOffers: { querystring: PromotionOffersQuery, response: { 200: PromotionOffers } },
  getPaymentPromotionOffers: { querystring: PaymentOffersQuery, response: { 200: PaymentOffers } },
  getLadderOffers: { querystring: LadderOffersQuery, response: { 200: LadderOffers } },
  getBulkDiscountOffers: { querystring: BulkPriceQuery, response: { 200: BulkPrices } },
});

export const offerPriceRoutes: FastifyPluginAsyncTypebox<CartRoutesOptions> = async (app, options) => {
  app.get(`${cartPath}/v1.0/available-promotions`, operation.getPromotionOffers, async (request, reply) => {
    const look = await lookAtCart(request, reply, options, request.query);
    return { available_promotions: await promotionOffers(look, request.query) };
  });

  app.get(`${cartPath}/v1.0/available-payment-offers`, operation.getPaymentPromotionOffers, async (request, reply) => {
    const { query } = request;
    const id = query.id ?? query.uid;
    const look = await lookAtCart(request, reply, options, { ...query, ...(id === undefined ? {} : { id }) });
    return { success: true, promotions: await paymentOffers(look) };
  });

  app.get(`${cartPath}/v1.0/available-ladder-prices`, operation.getLadderOffers, async (request, reply) => {
    const { slug, store_id, promotion_id, page_size = USUAL_SIZE } = request.query;
    const look = await lookAtCart(request, reply, options, {});
    const { offers, stores, view } = await ladderOffers(look, slug, store_id, promotion_id);
    const { code, symbol } = view.currency;
    return { available_offers: offers.slice(0, page_size), currency: { code, symbol }, store_id: stores };
  });

  app.get(`${cartPath}/v1.0/bulk-price`, operation.getBulkDiscountOffers, async (request, reply) => {
    const { item_id, uid, article_id, slug } = request.query;
    if ([item_id, uid, article_id, slug].every((one) => one === undefined || one === '')) {
      const message = 'Name a product: item_id, uid, article_id or slug.';
      throw new Refusal('body_invalid', { details: [{ field: 'item_id', message }] });
    }
    return { data: await bulkPrices(await lookAtCart(request, reply, options, {}), request.query) };
  });
};
