/** Promotions of an application, on the SDK's own paths: list, add, read, replace, patch, remove, and whether a code is free. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { placeOf } from '../applications/application-admin-routes.ts';
import type { Node } from '../applications/node.ts';
import { ApplicationPath } from '../contract/application-admin-contract.ts';
import { CodeExists, CodeQuery, Done, OfferPatch, OfferPath } from '../contract/offer-parts-contract.ts';
import { Promotion, PromotionBody, PromotionList, PromotionQuery } from '../contract/offer-promotion-contract.ts';
import { ErrorBody } from '../contract/primitives.ts';
import { entityTag } from '../http/conditional.ts';
import { keyUse, onceByKey } from '../http/idempotency.ts';
import { addOffer, patchOffer, removeOffer, replaceOffer } from './change-offer.ts';
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
import { codeExists, pageOfOffers, readShown, showOffer } from './offer-admin.ts';
import { promotionView } from './offer-view.ts';

const path = `${offersPath}/promotion`;

export const promotionAdminRoutes: FastifyPluginAsyncTypebox<{ readonly node: Node }> = async (app, { node }) => {
  app.get(
    path,
    {
      config: { access: readRules },
      schema: {
        operationId: 'getPromotions',
        tags,
        summary: 'List promotions, newest first',
        params: ApplicationPath,
        querystring: PromotionQuery,
        response: { 200: PromotionList, '4xx': ErrorBody },
      },
    },
    async (request) => {
      const { query } = request;
      const filter = {
        kind: 'promotion' as const,
        id: query.promotion_id,
        status: query.status,
        title: query.q,
        type: query.promotion_type,
        group: query.promo_group,
        isActive: query.is_active,
        createdBy: query.created_by,
        reviewedBy: query.reviewed_by,
        approvedFrom: queryTime('approved_start_time', query.approved_start_time),
        approvedTo: queryTime('approved_end_time', query.approved_end_time),
        reviewedFrom: queryTime('review_start_time', query.review_start_time),
        reviewedTo: queryTime('review_end_time', query.review_end_time),
      };
      return pageOfOffers(node, placeOf(request, request.params), filter, query, promotionView);
    },
  );

  app.post(
    path,
    {
      config: { access: writeRules },
      bodyLimit,
      schema: {
        operationId: 'createPromotion',
        tags,
        summary: 'Add a promotion',
        description: 'A draft, unless _schedule.published is true or _schedule.status says otherwise.',
        params: ApplicationPath,
        body: PromotionBody,
        response: { 201: Promotion, '4xx': ErrorBody },
      },
    },
    async (request, reply) => {
      const place = placeOf(request, request.params);
      reply.code(201);
      return onceByKey(node.db, reply, keyUse(request, '', node.now()), {
        run: async (remember) => {
          const added = await addOffer(node, place, 'promotion', request.body, writeOf(request, remember, 201));
          reply.header('etag', entityTag(added.version));
          return showOffer(node, place, added, promotionView);
        },
        replay: async (record) =>
          (await readShown(node, place, ['promotion', rememberedId(record)], promotionView)).view,
      });
    },
  );

  app.get(
    `${path}/:id`,
    {
      config: { access: readRules },
      schema: {
        operationId: 'getPromotionById',
        tags,
        summary: 'Read a promotion',
        params: OfferPath,
        response: { 200: Promotion, '4xx': ErrorBody },
      },
    },
    async (request, reply) => {
      const place = placeOf(request, request.params);
      const { version, view } = await readShown(node, place, ['promotion', request.params.id], promotionView);
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
        operationId: 'updatePromotion',
        tags,
        summary: 'Replace a promotion',
        description: 'What is left out goes. With If-Match the change happens only on that version.',
        params: OfferPath,
        body: PromotionBody,
        response: { 200: Promotion, '4xx': ErrorBody },
      },
    },
    async (request, reply) => {
      const place = placeOf(request, request.params);
      const key = ['promotion', request.params.id] as const;
      return onceByKey(node.db, reply, keyUse(request, '', node.now()), {
        run: async (remember) => {
          const changed = await replaceOffer(node, place, key, request.body, writeOf(request, remember, 200));
          reply.header('etag', entityTag(changed.version));
          return showOffer(node, place, changed, promotionView);
        },
        replay: async () => (await readShown(node, place, key, promotionView)).view,
      });
    },
  );

  app.patch(
    `${path}/:id`,
    {
      config: { access: writeRules },
      schema: {
        operationId: 'updatePromotionPartially',
        tags,
        summary: 'Archive a promotion, or change its schedule or state',
        params: OfferPath,
        body: OfferPatch,
        response: { 200: Done, '4xx': ErrorBody },
      },
    },
    async (request, reply) => {
      const place = placeOf(request, request.params);
      const done = { success: true, message: 'The promotion was changed.' };
      return onceByKey(node.db, reply, keyUse(request, '', node.now()), {
        run: async (remember) => {
          const key = ['promotion', request.params.id] as const;
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
        operationId: 'deletePromotion',
        tags,
        summary: 'Remove a promotion',
        params: OfferPath,
        response: { 200: Done, '4xx': ErrorBody },
      },
    },
    async (request, reply) => {
      const place = placeOf(request, request.params);
      const done = { success: true, message: 'The promotion was removed.' };
      return onceByKey(node.db, reply, keyUse(request, '', node.now()), {
        run: async (remember) => {
          await removeOffer(node, place, ['promotion', request.params.id], writeOf(request, remember, 200));
          return done;
        },
        replay: async () => done,
      });
    },
  );

  app.get(
    `${offersPath}/promotion_code_exists`,
    {
      config: { access: readRules },
      schema: {
        operationId: 'getPromotionCodeExists',
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
