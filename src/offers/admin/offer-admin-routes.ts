/** Everything a merchant manages here, under one name for the composition. */
import type { FastifyPluginAsync } from 'fastify';
import { adjustmentAdminRoutes } from '../adjustments/adjustment-admin-routes.ts';
import { configurationAdminRoutes } from '../configurations/configuration-admin-routes.ts';
import { couponAdminRoutes } from './coupon-admin-routes.ts';
import { couponCodeAdminRoutes } from '../codes/coupon-code-admin-routes.ts';
import { type CustomRuleOptions, customRuleRoutes } from '../logic/custom-rule-routes.ts';
import { offerFormAdminRoutes } from './offer-form-admin-routes.ts';
import { lintAdminRoutes } from '../lint/lint-admin-routes.ts';
import { type PreviewOptions, previewAdminRoutes } from '../preview/preview-admin-routes.ts';
import { promotionAdminRoutes } from './promotion-admin-routes.ts';

export const offerAdminRoutes: FastifyPluginAsync<PreviewOptions & CustomRuleOptions> = async (app, options) => {
  const { node, readKnown, ask, desk } = options;
  await app.register(promotionAdminRoutes, { node });
  await app.register(couponAdminRoutes, { node });
  await app.register(couponCodeAdminRoutes, { node });
  await app.register(offerFormAdminRoutes, { node });
  await app.register(configurationAdminRoutes, { node });
  await app.register(adjustmentAdminRoutes, { node });
  await app.register(previewAdminRoutes, { node, readKnown, ask });
  await app.register(customRuleRoutes, { node, desk, ask });
  await app.register(lintAdminRoutes, { node, readKnown });
};
