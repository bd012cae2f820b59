/** What promotions and coupons can be made of, for whoever builds a form for them. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { namedApplication, placeOf } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import { ApplicationPath } from '../../contract/applications/application-admin-contract.ts';
import {
  couponApplicableOn,
  couponCalculateOn,
  CouponOptions,
  couponTxnModes,
  couponTypes,
  couponValueTypes,
} from '../../contract/offers/offer-coupon-contract.ts';
import { OfferFormQuery, OfferForms } from '../../contract/offers/offer-form-contract.ts';
import { operationTable } from '../../http/operation.ts';
import { offersPath, offerTags as tags, readRules } from './offer-access.ts';
import { offerForms } from './offer-forms.ts';

const words = {
  getPromosCouponConfig: 'The forms that promotions and coupons can have',
  getCouponOptionValues: 'What the parts of a coupon can be',
};

/** `flat_price` is shown as "flat price". */
const labelled = (words: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(words.map((word) => [word, word.replaceAll('_', ' ')]));

const reading = operationTable(readRules, tags, words, {
  getPromosCouponConfig: { params: ApplicationPath, querystring: OfferFormQuery, response: { 200: OfferForms } },
  getCouponOptionValues: { params: ApplicationPath, response: { 200: CouponOptions } },
});

export const offerFormAdminRoutes: FastifyPluginAsyncTypebox<{ readonly node: Node }> = async (app, { node }) => {
  app.get(`${offersPath}/promo-coupons`, reading.getPromosCouponConfig, async (request) => {
    await namedApplication(node, placeOf(request, request.params));
    const { entity_type: entityType = '', is_hidden: isHidden } = request.query;
    const asked = offerForms.filter(
      (form) =>
        (entityType === '' || form.entity_type === entityType) &&
        (isHidden === undefined || form.is_hidden === isHidden),
    );
    return { status: 'Success', items: asked };
  });

  app.get(`${offersPath}/coupon_options`, reading.getCouponOptionValues, async (request) => {
    await namedApplication(node, placeOf(request, request.params));
    return {
      types: labelled(couponTypes),
      applicable_on: labelled(couponApplicableOn),
      value_types: labelled(couponValueTypes),
      calculate_on: labelled(couponCalculateOn),
      txn_mode: labelled(couponTxnModes),
    };
  });
};
