/** What a storefront asks about the application it calls with. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ApplicationDetails } from '../contract/applications/application-details-contract.ts';
import { applicationCaller } from '../http/access.ts';
import { operationTable } from '../http/operation.ts';

const words = {
  getApplicationDetails: 'Read the public details of the application that calls',
};

const operation = operationTable({ kind: 'application' }, ['Configuration'], words, {
  getApplicationDetails: { response: { 200: ApplicationDetails } },
});

export const applicationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/service/application/configuration/v1.0/application', operation.getApplicationDetails, async (request) => {
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
  });
};
