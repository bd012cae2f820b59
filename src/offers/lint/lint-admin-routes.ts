/** What is wrong with the offers of a shop, for those who make them. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { namedApplication, placeOf } from '../../applications/named-place.ts';
import { ApplicationPath } from '../../contract/applications/application-admin-contract.ts';
import { OfferLint } from '../../contract/offers/offer-lint-contract.ts';
import { operationTable } from '../../http/operation.ts';
import { offersPath, offerTags as tags, readRules } from '../admin/offer-access.ts';
import type { PreviewOptions } from '../preview/preview-admin-routes.ts';
import { lintApplication } from './lint-application.ts';

const words = {
  lintOffers:
    'Say what is wrong with the running and coming offers as a set. Each finding has a cart that shows it, which promotion/preview prices. Reads and prices, writes nothing.',
};

const reading = operationTable(readRules, tags, words, {
  lintOffers: { params: ApplicationPath, response: { 200: OfferLint } },
});

export const lintAdminRoutes: FastifyPluginAsyncTypebox<PreviewOptions> = async (app, { node, readKnown }) => {
  app.get(`${offersPath}/promotion/lint`, reading.lintOffers, async (request) =>
    lintApplication({ node, readKnown }, await namedApplication(node, placeOf(request, request.params))),
  );
};
