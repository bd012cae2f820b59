/** Price adjustments of a cart, on the SDK's own paths. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { ApplicationPlace } from '../../applications/application-store.ts';
import { namedApplication, placeOf } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import { removeOnce, writeOnce } from '../../applications/write-once.ts';
import { ApplicationPath } from '../../contract/applications/application-admin-contract.ts';
import {
  type Adjustment,
  AdjustmentBody,
  AdjustmentList,
  AdjustmentQuery,
} from '../../contract/offers/offer-adjustment-contract.ts';
import { Done, OfferPath } from '../../contract/offers/offer-parts-contract.ts';
import { operationTable } from '../../http/operation.ts';
import { readAdjustment, readAdjustments, type StoredAdjustment } from './adjustment-store.ts';
import { addAdjustment, changeAdjustment, removeAdjustment } from './change-adjustment.ts';
import { offersPath, offerTags as tags, readRules, writeRules } from '../admin/offer-access.ts';

const words = {
  getPriceAdjustments: 'List the price adjustments of a cart, oldest first',
  addPriceAdjustment: 'Add a price adjustment to a cart',
  updatePriceAdjustment: 'Replace a price adjustment',
  removePriceAdjustment: 'Remove a price adjustment',
};

const path = `${offersPath}/price-adjustment`;
const listed = (adjustments: readonly StoredAdjustment[]): { data: Adjustment[] } => ({
  data: adjustments.map(({ id, body }) => ({ ...body, id })),
});

const reading = operationTable(readRules, tags, words, {
  getPriceAdjustments: { params: ApplicationPath, querystring: AdjustmentQuery, response: { 200: AdjustmentList } },
});
const writing = operationTable(writeRules, tags, words, {
  addPriceAdjustment: { params: ApplicationPath, body: AdjustmentBody, response: { 201: AdjustmentList } },
  updatePriceAdjustment: { params: OfferPath, body: AdjustmentBody, response: { 200: AdjustmentList } },
  removePriceAdjustment: { params: OfferPath, response: { 200: Done } },
});

export const adjustmentAdminRoutes: FastifyPluginAsyncTypebox<{ readonly node: Node }> = async (app, { node }) => {
  const readAgain = async (place: ApplicationPlace, id: string) => {
    const found = await readAdjustment(node.db, place, id);
    return listed(found === undefined ? [] : [found]);
  };

  app.get(path, reading.getPriceAdjustments, async (request) => {
    const place = placeOf(request, request.params);
    await namedApplication(node, place);
    return listed(await readAdjustments(node.db, place.applicationId, request.query.cart_id));
  });

  app.post(path, writing.addPriceAdjustment, (request, reply) => {
    const place = placeOf(request, request.params);
    return writeOnce(node, request, reply, {
      status: 201,
      run: async (write) => listed([await addAdjustment({ node, place }, request.body, write)]),
      replay: (id) => readAgain(place, id),
    });
  });

  app.put(`${path}/:id`, writing.updatePriceAdjustment, (request, reply) => {
    const place = placeOf(request, request.params);
    return writeOnce(node, request, reply, {
      run: async (write) =>
        listed([await changeAdjustment({ node, place }, { id: request.params.id, body: request.body }, write)]),
      replay: (id) => readAgain(place, id),
    });
  });

  app.delete(`${path}/:id`, writing.removePriceAdjustment, (request, reply) => {
    const place = placeOf(request, request.params);
    return removeOnce(node, request, reply, {
      what: 'price adjustment',
      remove: (write) => removeAdjustment({ node, place }, request.params.id, write),
    });
  });
};
