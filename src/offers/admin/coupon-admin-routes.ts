/** Coupons of an application, on the SDK's own paths. Saving one answers with its id, and has its bulk codes made. */
import type { FastifyPluginAsync } from 'fastify';
import type { Node } from '../../applications/node.ts';
import {
  Coupon,
  CouponBody,
  CouponList,
  CouponQuery,
  CouponSaved,
} from '../../contract/offers/offer-coupon-contract.ts';
import { makeAllCodes } from '../codes/make-codes.ts';
import { isBulk } from '../offer.ts';
import { offerKindRoutes } from './offer-kind-routes.ts';
import { couponView } from './offer-view.ts';

const saved = (id: string) => ({ success: true, message: 'The coupon was saved.', _id: id });

export const couponAdminRoutes: FastifyPluginAsync<{ readonly node: Node }> = async (app, { node }) => {
  offerKindRoutes<CouponQuery>(app, node, {
    kind: 'coupon',
    names: {
      list: 'getCoupons',
      add: 'createCoupon',
      read: 'getCouponById',
      replace: 'updateCoupon',
      patch: 'updateCouponPartially',
      remove: 'deleteCoupon',
      codeExists: 'getCouponCodeExists',
    },
    aboutAdding:
      'A draft, unless _schedule.published is true or _schedule.status says otherwise. A bulk coupon’s codes are made afterwards.',
    aboutRemoving: 'Remove a coupon and its codes',
    schemas: { query: CouponQuery, list: CouponList, body: CouponBody, one: Coupon, saved: CouponSaved },
    filterOf: ({ title, code, type_slug: type, is_archived, is_public, is_display }) => ({
      title,
      code,
      type,
      isArchived: is_archived,
      isPublic: is_public,
      isDisplay: is_display,
    }),
    view: couponView,
    savedAnswer: (_place, { id }) => saved(id),
    repeatedAnswer: (_place, id) => saved(id),
    // The caller does not wait for his codes; a node that stops in the middle is continued by the sweep.
    afterSaving: ({ log }, { applicationId }, { id, definition }) => {
      if (!isBulk(definition)) return;
      makeAllCodes(node, applicationId, id).catch((error: unknown) =>
        log.warn({ err: error, coupon: id }, 'the codes of a coupon are not all made yet'),
      );
    },
  });
};
