/** A cart priced with saved, unsaved or published offers as of any instant: a merchant sees what an offer does before it is live. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { placeOf } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import { ApplicationPath } from '../../contract/applications/application-admin-contract.ts';
import { PreviewAnswer, PreviewBody } from '../../contract/offers/offer-preview-contract.ts';
import { operationTable } from '../../http/operation.ts';
import { offerBodyLimit as bodyLimit, offersPath, offerTags as tags, readRules } from '../admin/offer-access.ts';
import type { AskRule } from '../logic/rule-asker.ts';
import { previewOffers, type ReadKnown } from './preview-offers.ts';

const words = {
  previewOffers:
    'Price a cart with offers, published or not, as of any instant. What an item leaves out is taken from the catalogue. Writes nothing. Uses are not counted: it shows what the offers say, not how often they were used.',
};

export type PreviewOptions = { readonly node: Node; readonly readKnown: ReadKnown; readonly ask?: AskRule };

const reading = operationTable(readRules, tags, words, {
  previewOffers: { params: ApplicationPath, body: PreviewBody, response: { 200: PreviewAnswer } },
});

export const previewAdminRoutes: FastifyPluginAsyncTypebox<PreviewOptions> = async (app, desk) => {
  app.post(
    `${offersPath}/promotion/preview`,
    {
      ...reading.previewOffers,
      bodyLimit,
    },
    (request) => previewOffers(desk, placeOf(request, request.params), request.body),
  );
};
