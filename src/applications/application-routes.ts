/** What a storefront asks about the application it calls with. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ApplicationDetails } from '../contract/applications/application-details-contract.ts';
import { ErrorBody } from '../contract/primitives.ts';
import { applicationCaller } from '../http/access.ts';
import type { Access } from '../http/caller.ts';

export const applicationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/service/application/configuration/v1.0/application',
    {
      config: { access: { kind: 'application' } satisfies Access },
      schema: {
        operationId: 'getApplicationDetails',
        tags: ['Configuration'],
        summary: 'Read the public details of the application that calls',
        response: { 200: ApplicationDetails, '4xx': ErrorBody },
      },
    },
    async (request) => {
      const { applicationId, companyId, settings } = applicationCaller(request);
      const { name, currency, currencies, country, time_zone, storefront_url } = settings;
      return {
        id: applicationId,
        company_id: companyId,
        name,
        currency,
        currencies,
        country,
        time_zone,
        storefront_url,
      };
    },
  );
};
