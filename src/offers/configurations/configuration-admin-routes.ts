/** Cart configurations of an application, on the SDK's own paths. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import type { ApplicationPlace } from '../../applications/application-store.ts';
import { namedApplication, placeOf } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import { removeOnce, writeOnce } from '../../applications/write-once.ts';
import { ApplicationPath } from '../../contract/applications/application-admin-contract.ts';
import {
  ConfigurationAnswer,
  ConfigurationBody,
  ConfigurationPath,
  ConfigurationView,
} from '../../contract/offers/offer-configuration-contract.ts';
import { Done } from '../../contract/offers/offer-parts-contract.ts';
import { operationTable } from '../../http/operation.ts';
import { entityTag } from '../../http/requests/conditional.ts';
import { offersPath, offerTags as tags, readSettings, writeSettings } from '../admin/offer-access.ts';
import { addConfiguration, changeConfiguration, configurationAt, removeConfiguration } from './change-configuration.ts';
import { completeConfiguration } from './configuration-rules.ts';
import { listConfigurations, type StoredConfiguration } from './configuration-store.ts';
import { isoTime } from '../../shared/clock.ts';

const words = {
  fetchCartMetaConfig: 'Read the universal cart configuration, and all of them in items',
  getCartMetaConfigById: 'Read a cart configuration',
  createCartMetaConfig:
    'Set the universal cart configuration, or add a custom cart. With article_tags or a name it is a custom cart; without, the universal one.',
  updateCartMetaConfig:
    'Change a cart configuration. What is left out stays as it is. With If-Match the change happens only on that version.',
  deleteCartMetaConfig: 'Remove a custom cart',
};

const path = `${offersPath}/cart_configuration`;

const viewOf = ({ companyId, applicationId }: ApplicationPlace, stored: StoredConfiguration): ConfigurationView =>
  ({
    ...completeConfiguration(stored.id, stored.given),
    _id: stored.id,
    app_id: applicationId,
    company_id: companyId,
    created_on: isoTime(stored.createdAt),
    updated_on: isoTime(stored.modifiedAt),
    last_modified_by: stored.modifiedBy,
  }) as unknown as ConfigurationView;

const reading = operationTable(readSettings, tags, words, {
  fetchCartMetaConfig: { params: ApplicationPath, response: { 200: ConfigurationAnswer } },
  getCartMetaConfigById: { params: ConfigurationPath, response: { 200: ConfigurationView } },
});
const writing = operationTable(writeSettings, tags, words, {
  createCartMetaConfig: { params: ApplicationPath, body: ConfigurationBody, response: { 201: ConfigurationView } },
  updateCartMetaConfig: { params: ConfigurationPath, body: ConfigurationBody, response: { 200: ConfigurationView } },
  deleteCartMetaConfig: { params: ConfigurationPath, response: { 200: Done } },
});

export const configurationAdminRoutes: FastifyPluginAsyncTypebox<{ readonly node: Node }> = async (app, { node }) => {
  const shown = (reply: FastifyReply, place: ApplicationPlace, stored: StoredConfiguration): ConfigurationView => {
    reply.header('etag', entityTag(stored.version));
    return viewOf(place, stored);
  };

  app.get(path, reading.fetchCartMetaConfig, async (request, reply) => {
    const place = placeOf(request, request.params);
    const { createdAt } = await namedApplication(node, place);
    const all = await listConfigurations(node.db, place.applicationId, createdAt);
    const [universal] = all;
    if (universal === undefined) throw new Error('An application has a universal cart.');
    return { ...shown(reply, place, universal), items: all.map((stored) => viewOf(place, stored)) };
  });

  app.post(path, writing.createCartMetaConfig, (request, reply) => {
    const place = placeOf(request, request.params);
    return writeOnce(node, request, reply, {
      status: 201,
      run: async (write) => shown(reply, place, await addConfiguration({ node, place }, request.body, write)),
      replay: async (id) => shown(reply, place, await configurationAt(node, place, id)),
    });
  });

  app.get(`${path}/:cart_meta_id`, reading.getCartMetaConfigById, async (request, reply) => {
    const place = placeOf(request, request.params);
    return shown(reply, place, await configurationAt(node, place, request.params.cart_meta_id));
  });

  app.put(`${path}/:cart_meta_id`, writing.updateCartMetaConfig, (request, reply) => {
    const place = placeOf(request, request.params);
    const { cart_meta_id: named } = request.params;
    return writeOnce(node, request, reply, {
      run: async (write) =>
        shown(reply, place, await changeConfiguration({ node, place }, { id: named, body: request.body }, write)),
      replay: async (id) => shown(reply, place, await configurationAt(node, place, id)),
    });
  });

  app.delete(`${path}/:cart_meta_id`, writing.deleteCartMetaConfig, (request, reply) => {
    const place = placeOf(request, request.params);
    return removeOnce(node, request, reply, {
      what: 'cart configuration',
      remove: (write) => removeConfiguration({ node, place }, request.params.cart_meta_id, write),
    });
  });
};
