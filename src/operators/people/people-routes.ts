/** All calls about the people who run the shop. */
import type { FastifyPluginAsync } from 'fastify';
import { invitationRoutes } from './invitation-routes.ts';
import { newOrganizationRoutes } from './new-organization-routes.ts';
import { operatorAdminRoutes } from './operator-admin-routes.ts';
import type { PeopleOptions } from './people-access.ts';
import { profileRoutes } from './profile-routes.ts';
import { roleRoutes } from './role-routes.ts';

export const peopleRoutes: FastifyPluginAsync<PeopleOptions> = async (app, options) => {
  await app.register(operatorAdminRoutes, options);
  await app.register(invitationRoutes, options);
  await app.register(newOrganizationRoutes, options);
  await app.register(roleRoutes, options);
  await app.register(profileRoutes, options);
};
