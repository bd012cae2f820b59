/** All routes of webhooks, over one desk. */
import type { FastifyPluginAsync } from 'fastify';
import { deliveryAdminRoutes } from './delivery-admin-routes.ts';
import type { Desk } from './subscribers/save-subscriber.ts';
import { subscriberAdminRoutes } from './subscribers/subscriber-admin-routes.ts';
import { upsertRoutes } from './subscribers/upsert-routes.ts';

export const webhookRoutes: FastifyPluginAsync<{ readonly desk: Desk }> = async (app, options) => {
  await app.register(subscriberAdminRoutes, options);
  await app.register(upsertRoutes, options);
  await app.register(deliveryAdminRoutes, options);
};
