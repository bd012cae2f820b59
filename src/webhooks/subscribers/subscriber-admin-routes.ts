/** Subscribers of a company on the SDK's own paths: register, change, upsert, list, read. */
import { companyPlaceOf, requireCompany } from '../../applications/named-place.ts';
import { CompanyPath } from '../../contract/applications/application-admin-contract.ts';
import {
  CompanySubscriberQuery,
  ExtensionPath,
  NewSubscriber,
  NewSubscriberV1,
  SavedSubscriber,
  SubscriberChange,
  SubscriberChangeV1,
  SubscriberList,
  SubscriberPath,
  SubscriberQuery,
  SubscriberView,
  type WrittenSubscriber,
} from '../../contract/events/webhook-contract.ts';
import { operationTable } from '../../http/operation.ts';
import { entityTag } from '../../http/requests/conditional.ts';
import { Refusal } from '../../shared/errors.ts';
import { askedPage, pageOf } from '../../shared/paging.ts';
import { eventByNumber } from './event-catalogue.ts';
import { addSubscriber, changeSubscriber, type Desk, type Saved, subscriberAt } from './save-subscriber.ts';
import { listSubscribers } from './subscriber-store.ts';
import { savedView, subscriberView } from './subscriber-view.ts';
import {
  companyPath,
  extensionPath,
  readWebhooks,
  subscriberPath,
  webhookTags as tags,
  writeSubscriber,
  writeWebhooks,
} from '../webhook-access.ts';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';

const words = {
  getSubscribersByCompany: 'List the subscribers of a company',
  getSubscribersByExtensionId: 'List the subscribers of an extension',
  getSubscriberById: 'Read a subscriber',
  registerSubscriberToEvent: 'Register a subscriber, its events by number',
  registerSubscriberToEventV2: 'Register a subscriber',
  updateSubscriberConfig: 'Change a subscriber, its events by number',
  updateSubscriberV2: 'Change a subscriber; status active lets a blocked one in again',
};

/** Events by their numbers, as the first version of the interface names them. */
const byNumbers = <T extends { readonly event_id?: readonly number[] }>({ event_id, ...rest }: T) => {
  if (event_id === undefined) return rest;
  const events = event_id.map((id, at) => {
    const event = eventByNumber(id);
    if (event !== undefined) return { slug: event.slug };
    const details = [{ field: `event_id[${at}]`, message: 'There is no such number in the list of events.' }];
    throw new Refusal('webhook_subscriber_invalid', { details });
  });
  return { ...rest, events };
};

const shown = (reply: FastifyReply, { subscriber, madeSecret }: Saved): SavedSubscriber => {
  reply.header('etag', entityTag(subscriber.version));
  return savedView(subscriber, madeSecret);
};

type Written = WrittenSubscriber & { readonly name: string };
type Changed = WrittenSubscriber & { readonly id: number };

const reading = operationTable(readWebhooks, tags, words, {
  getSubscribersByCompany: {
    params: CompanyPath,
    querystring: CompanySubscriberQuery,
    response: { 200: SubscriberList },
  },
  getSubscribersByExtensionId: {
    params: ExtensionPath,
    querystring: SubscriberQuery,
    response: { 200: SubscriberList },
  },
  getSubscriberById: { params: SubscriberPath, response: { 200: SubscriberView } },
});

const saved = { 200: SavedSubscriber };
const added = { 201: SavedSubscriber };
const writing = operationTable(writeWebhooks, tags, words, {
  registerSubscriberToEvent: { params: CompanyPath, body: NewSubscriberV1, response: added },
  registerSubscriberToEventV2: { params: CompanyPath, body: NewSubscriber, response: added },
  updateSubscriberConfig: { params: CompanyPath, body: SubscriberChangeV1, response: saved },
  updateSubscriberV2: { params: CompanyPath, body: SubscriberChange, response: saved },
});

export const subscriberAdminRoutes: FastifyPluginAsyncTypebox<{ readonly desk: Desk }> = async (app, { desk }) => {
  const { node } = desk;

  const register = (request: FastifyRequest, reply: FastifyReply, companyId: number, written: Written) => {
    const place = companyPlaceOf(request, { company_id: companyId });
    return writeSubscriber(node, request, reply, {
      status: 201,
      run: async (write) => shown(reply, await addSubscriber(desk, place, written, write)),
      // A secret that was made is sealed: a repeat finds the subscriber, not the secret.
      replay: async (id) => shown(reply, { subscriber: await subscriberAt(node, place, id) }),
    });
  };
  const change = (request: FastifyRequest, reply: FastifyReply, companyId: number, { id, ...written }: Changed) => {
    const place = companyPlaceOf(request, { company_id: companyId });
    return writeSubscriber(node, request, reply, {
      run: async (write) => shown(reply, await changeSubscriber(desk, place, { id, written }, write)),
      replay: async (known) => shown(reply, { subscriber: await subscriberAt(node, place, known) }),
    });
  };
  const list = async (
    request: FastifyRequest,
    companyId: number,
    extensionId: string | undefined,
    query: Static<typeof SubscriberQuery>,
  ) => {
    const place = companyPlaceOf(request, { company_id: companyId });
    const asked = askedPage(query);
    await requireCompany(node, place);
    const { subscribers, total } = await listSubscribers(node.db, companyId, extensionId, asked);
    const page = pageOf({ ...asked, type: 'number', itemCount: subscribers.length, total, next: undefined });
    return {
      items: subscribers.map(subscriberView),
      page: { ...page, has_next: asked.current * asked.size < total, page_size: asked.size },
    };
  };

  app.post(companyPath('v1.0'), writing.registerSubscriberToEvent, (request, reply) =>
    register(request, reply, request.params.company_id, byNumbers(request.body)),
  );
  app.post(companyPath('v2.0'), writing.registerSubscriberToEventV2, (request, reply) =>
    register(request, reply, request.params.company_id, request.body),
  );
  app.put(companyPath('v1.0'), writing.updateSubscriberConfig, (request, reply) =>
    change(request, reply, request.params.company_id, byNumbers(request.body)),
  );
  app.put(companyPath('v2.0'), writing.updateSubscriberV2, (request, reply) =>
    change(request, reply, request.params.company_id, request.body),
  );

  app.get(companyPath('v1.0'), reading.getSubscribersByCompany, (request) =>
    list(request, request.params.company_id, request.query.extension_id, request.query),
  );
  app.get(extensionPath, reading.getSubscribersByExtensionId, (request) =>
    list(request, request.params.company_id, request.params.extension_id, request.query),
  );
  app.get(subscriberPath, reading.getSubscriberById, async (request, reply) => {
    const { subscriber_id: id } = request.params;
    const subscriber = await subscriberAt(node, companyPlaceOf(request, request.params), id);
    reply.header('etag', entityTag(subscriber.version));
    return subscriberView(subscriber);
  });
};
