/** Coupons of an application, on the SDK's own paths: list, add, read, replace, patch, remove, codes and choices. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { placeOf } from '../applications/application-admin-routes.ts';
import type { Node } from '../applications/node.ts';
import { ApplicationPath } from '../contract/application-admin-contract.ts';
import { Coupon, CouponBody, CouponList, CouponQuery, CouponSaved } from '../contract/offer-coupon-contract.ts';
import { CodeExists, CodeQuery, Done, OfferPatch, OfferPath } from '../contract/offer-parts-contract.ts';
import { ErrorBody } from '../contract/primitives.ts';
import { entityTag } from '../http/conditional.ts';
import { keyUse, onceByKey } from '../http/idempotency.ts';
import { addOffer, patchOffer, removeOffer, replaceOffer } from './change-offer.ts';
import { makeAllCodes } from './make-codes.ts';
import { isBulk, type Offer } from './offer.ts';
import {
  offerBodyLimit as bodyLimit,
  offersPath,
  offerTags as tags,
  queryTime,
  readRules,
  rememberedId,
  writeOf,
  writeRules,
} from './offer-access.ts';
import { codeExists, pageOfOffers, readShown } from './offer-admin.ts';
import { couponView } from './offer-view.ts';

const path = `${offersPath}/coupon`;
const saved = (id: string) => ({ success: true, message: 'The coupon was saved.', _id: id });

export const couponAdminRoutes: FastifyPluginAsyncTypebox<{ readonly node: Node }> = async (app, { node }) => {
  /** The caller does not wait for his codes; a node that stops in the middle is continued by the sweep. */
  const startCodes = (request: FastifyRequest, applicationId: string, { id, definition }: Offer): void => {
    if (!isBulk(definition)) return;
    makeAllCodes(node, applicationId, id).catch((error: unknown) =>
      request.log.warn({ err: error, coupon: id }, 'the codes of a coupon are not all made yet'),
    );
  };

  app.get(
    path,
    {
      config: { access: readRules },
      schema: {
        operationId: 'getCoupons',
        tags,
        summary: 'List coupons, newest first',
        params: ApplicationPath,
        querystring: CouponQuery,
        response: { 200: CouponList, '4xx': ErrorBody },
      },
    },
    async (request) => {
      const { query } = request;
      const filter = {
        kind: 'coupon' as const,
        status: query.status,
        title: query.title,
        code: query.code,
        type: query.type_slug,
        isArchived: query.is_archived,
        isPublic: query.is_public,
        isDisplay: query.is_display,
        createdBy: query.created_by,
        reviewedBy: query.reviewed_by,
        approvedFrom: queryTime('approved_start_time', query.approved_start_time),
        approvedTo: queryTime('approved_end_time', query.approved_end_time),
        reviewedFrom: queryTime('review_start_time', query.review_start_time),
        reviewedTo: queryTime('review_end_time', query.review_end_time),
      };
      return pageOfOffers(node, placeOf(request, request.params), filter, query, couponView);
    },
  );

  app.post(
    path,
    {
      config: { access: writeRules },
      bodyLimit,
      schema: {
        operationId: 'createCoupon',
        tags,
        summary: 'Add a coupon',
        description:
          'A draft, unless _schedule.published is true or _schedule.status says otherwise. A bulk coupon’s codes are made afterwards.',
        params: ApplicationPath,
        body: CouponBody,
        response: { 201: CouponSaved, '4xx': ErrorBody },
      },
    },
    async (request, reply) => {
      const place = placeOf(request, request.params);
      reply.code(201);
      return onceByKey(node.db, reply, keyUse(request, '', node.now()), {
        run: async (remember) => {
          const added = await addOffer(node, place, 'coupon', request.body, writeOf(request, remember, 201));
          startCodes(request, place.applicationId, added);
          reply.header('etag', entityTag(added.version));
          return saved(added.id);
        },
        replay: async (record) => saved(rememberedId(record)),
      });
    },
  );

  app.get(
    `${path}/:id`,
    {
      config: { access: readRules },
      schema: {
        operationId: 'getCouponById',
        tags,
        summary: 'Read a coupon',
        params: OfferPath,
        response: { 200: Coupon, '4xx': ErrorBody },
      },
    },
    async (request, reply) => {
      const place = placeOf(request, request.params);
      const { version, view } = await readShown(node, place, ['coupon', request.params.id], couponView);
      reply.header('etag', entityTag(version));
      return view;
    },
  );

  app.put(
    `${path}/:id`,
    {
      config: { access: writeRules },
      bodyLimit,
      schema: {
        operationId: 'updateCoupon',
        tags,
        summary: 'Replace a coupon',
        description: 'What is left out goes. With If-Match the change happens only on that version.',
        params: OfferPath,
        body: CouponBody,
        response: { 200: CouponSaved, '4xx': ErrorBody },
      },
    },
    async (request, reply) => {
      const place = placeOf(request, request.params);
      const key = ['coupon', request.params.id] as const;
      return onceByKey(node.db, reply, keyUse(request, '', node.now()), {
        run: async (remember) => {
          const changed = await replaceOffer(node, place, key, request.body, writeOf(request, remember, 200));
          startCodes(request, place.applicationId, changed);
          reply.header('etag', entityTag(changed.version));
          return saved(changed.id);
        },
        replay: async () => saved(request.params.id),
      });
    },
  );

  app.patch(
    `${path}/:id`,
    {
      config: { access: writeRules },
      schema: {
        operationId: 'updateCouponPartially',
        tags,
        summary: 'Archive a coupon, or change its schedule or state',
        params: OfferPath,
        body: OfferPatch,
        response: { 200: Done, '4xx': ErrorBody },
      },
    },
    async (request, reply) => {
      const place = placeOf(request, request.params);
      const done = { success: true, message: 'The coupon was changed.' };
      return onceByKey(node.db, reply, keyUse(request, '', node.now()), {
        run: async (remember) => {
          const key = ['coupon', request.params.id] as const;
          const changed = await patchOffer(node, place, key, request.body, writeOf(request, remember, 200));
          reply.header('etag', entityTag(changed.version));
          return done;
        },
        replay: async () => done,
      });
    },
  );

  app.delete(
    `${path}/:id`,
    {
      config: { access: writeRules },
      schema: {
        operationId: 'deleteCoupon',
        tags,
        summary: 'Remove a coupon and its codes',
        params: OfferPath,
        response: { 200: Done, '4xx': ErrorBody },
      },
    },
    async (request, reply) => {
      const place = placeOf(request, request.params);
      const done = { success: true, message: 'The coupon was removed.' };
      return onceByKey(node.db, reply, keyUse(request, '', node.now()), {
        run: async (remember) => {
          await removeOffer(node, place, ['coupon', request.params.id], writeOf(request, remember, 200));
          return done;
        },
        replay: async () => done,
      });
    },
  );

  app.get(
    `${offersPath}/coupon_code_exists`,
    {
      config: { access: readRules },
      schema: {
        operationId: 'getCouponCodeExists',
        tags,
        summary: 'Whether a code is taken by any offer of the application',
        params: ApplicationPath,
        querystring: CodeQuery,
        response: { 200: CodeExists, '4xx': ErrorBody },
      },
    },
    (request) => codeExists(node, placeOf(request, request.params), request.query.code),
  );
};
