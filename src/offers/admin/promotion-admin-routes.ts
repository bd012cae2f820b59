/** Promotions of an application, on the SDK's own paths. Saving one answers with it. */
import type { FastifyPluginAsync } from 'fastify';
import type { Node } from '../../applications/node.ts';
import {
  Promotion,
  PromotionBody,
  PromotionList,
  PromotionQuery,
} from '../../contract/offers/offer-promotion-contract.ts';
import { readShown, showOffer } from './offer-admin.ts';
import { offerKindRoutes } from './offer-kind-routes.ts';
import { promotionView } from './offer-view.ts';

export const promotionAdminRoutes: FastifyPluginAsync<{ readonly node: Node }> = async (app, { node }) => {
  offerKindRoutes<PromotionQuery>(app, node, {
    kind: 'promotion',
    names: {
      list: 'getPromotions',
      add: 'createPromotion',
      read: 'getPromotionById',
      replace: 'updatePromotion',
      patch: 'updatePromotionPartially',
      remove: 'deletePromotion',
      codeExists: 'getPromotionCodeExists',
    },
    aboutAdding: 'A draft, unless _schedule.published is true or _schedule.status says otherwise.',
    aboutRemoving: 'Remove a promotion',
    schemas: {
      query: PromotionQuery,
      list: PromotionList,
      body: PromotionBody,
      one: Promotion,
      saved: Promotion,
    },
    filterOf: ({ promotion_id: id, q: title, promotion_type: type, promo_group: group, is_active: isActive }) => ({
      id,
      title,
      type,
      group,
      isActive,
    }),
    view: promotionView,
    savedAnswer: (place, offer) => showOffer(node, place, offer, promotionView),
    repeatedAnswer: async (place, id) => (await readShown(node, place, ['promotion', id], promotionView)).view,
  });
};
