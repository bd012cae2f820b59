/** What the extension kit calls when it starts: which events there are, and one call that makes or changes its subscriber. */
import { companyPlaceOf, requireCompany } from '../../applications/named-place.ts';
import { CompanyPath } from '../../contract/applications/application-admin-contract.ts';
import {
  EventConfigs,
  EventParts,
  SubscriberUpsert,
  Upserted,
  type WrittenSubscriber,
} from '../../contract/events/webhook-contract.ts';
import type { Access } from '../../http/caller.ts';
import { operationTable } from '../../http/operation.ts';
import { Refusal } from '../../shared/errors.ts';
import { eventBySlug, knownEvents } from './event-catalogue.ts';
import { type Desk, type Saved, subscriberAt, upsertSubscriber } from './save-subscriber.ts';
import { eventConfig } from './subscriber-view.ts';
import {
  companyPath,
  eventListPath,
  eventQueryPath,
  publicEventListPath,
  readWebhooks,
  webhookTags as tags,
  writeSubscriber,
  writeWebhooks,
} from '../webhook-access.ts';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';

const words = {
  upsertSubscriberEvent: 'Make a subscriber, or change the one of this name',
  fetchAllEventConfigurations: 'List the events a subscriber can ask for',
  fetchAllWebhookEvents: 'List the events there are',
  queryWebhookEventDetails: 'Look up events by name',
};

const open: Access = { kind: 'public' };
const brokers = ['kafka', 'pub_sub', 'temporal', 'sqs', 'event_bridge'] as const;

const slugOf = ({ event_category, event_name, event_type, version }: EventParts): string =>
  `${event_category}/${event_name}/${event_type}/v${version}`;

/** A map without events for us leaves nothing to tell: the subscriber stays, without events. */
const writtenOf = ({ webhook_config: config }: SubscriberUpsert): WrittenSubscriber & { readonly name: string } => {
  const { notification_email, name, status, association, event_map } = config;
  const named = brokers.filter((broker) => event_map[broker] !== undefined);
  if (named.length > 0 || event_map.rest === undefined) {
    const fields = named.length > 0 ? named : (['rest'] as const);
    const message = named.length > 0 ? 'Events are delivered by HTTP from here: use rest.' : 'Give rest.';
    const details = fields.map((field) => ({ field: `webhook_config.event_map.${field}`, message }));
    throw new Refusal('webhook_subscriber_invalid', { details });
  }
  const { events, ...rest } = event_map.rest;
  return {
    name,
    ...(status === undefined ? {} : { status }),
    ...(association === undefined ? {} : { association }),
    ...(notification_email === undefined ? {} : { email_id: notification_email }),
    ...rest,
    events: events.map(({ filters = null, reducer = null, ...parts }) => ({ slug: slugOf(parts), filters, reducer })),
  };
};

const answerOf = ({ subscriber, madeSecret }: Saved) => ({
  status: true,
  message: 'The subscriber is saved.',
  id: subscriber.id,
  ...(madeSecret === undefined ? {} : { auth_meta: { type: 'hmac', secret: madeSecret } }),
});

const writing = operationTable(writeWebhooks, tags, words, {
  upsertSubscriberEvent: { params: CompanyPath, body: SubscriberUpsert, response: { 200: Upserted } },
});
const reading = operationTable(readWebhooks, tags, words, {
  fetchAllEventConfigurations: { params: CompanyPath, response: { 200: EventConfigs } },
});
const operation = operationTable(open, tags, words, {
  fetchAllWebhookEvents: { response: { 200: EventConfigs } },
  queryWebhookEventDetails: { body: Type.Array(EventParts, { maxItems: 100 }), response: { 200: EventConfigs } },
});

export const upsertRoutes: FastifyPluginAsyncTypebox<{ readonly desk: Desk }> = async (app, { desk }) => {
  const { node } = desk;

  app.put(companyPath('v3.0'), writing.upsertSubscriberEvent, (request, reply) => {
    const place = companyPlaceOf(request, request.params);
    return writeSubscriber(node, request, reply, {
      run: async (write) => answerOf(await upsertSubscriber(desk, place, writtenOf(request.body), write)),
      replay: async (id) => answerOf({ subscriber: await subscriberAt(node, place, id) }),
    });
  });

  app.get(eventListPath, reading.fetchAllEventConfigurations, async (request) => {
    await requireCompany(node, companyPlaceOf(request, request.params));
    return { event_configs: knownEvents.map(eventConfig) };
  });

  app.get(publicEventListPath, operation.fetchAllWebhookEvents, async () => ({
    event_configs: knownEvents.map(eventConfig),
  }));

  app.post(eventQueryPath, operation.queryWebhookEventDetails, async (request) => ({
    event_configs: request.body.flatMap((parts) => {
      const event = eventBySlug(slugOf(parts));
      return event === undefined ? [] : [eventConfig(event)];
    }),
  }));
};
