/** A subscriber as answers show him. Secrets and the values of headers are not in them. Pure. */
import type { EventConfig, SavedSubscriber, SubscriberView } from '../../contract/events/webhook-contract.ts';
import { isoTime } from '../../shared/clock.ts';
import { eventBySlug, type KnownEvent } from './event-catalogue.ts';
import type { Subscriber } from './subscriber.ts';
import { criteriaOf, headerMask } from './subscriber-rules.ts';

const described = ({ id, name, type, category, version, displayName, description }: KnownEvent) => ({
  id,
  event_name: name,
  event_type: type,
  event_category: category,
  version,
  display_name: displayName,
  description,
});

export const eventConfig = (event: KnownEvent): EventConfig => ({
  ...described(event),
  event_schema: event.schema,
});

const sharedView = (subscriber: Subscriber, madeSecret?: string) => {
  const { id, companyId, extensionId, state, document } = subscriber;
  const { url, email, applicationIds, headerNames, type } = document;
  return {
    id,
    name: subscriber.name,
    webhook_url: url,
    provider: 'rest' as const,
    association: {
      company_id: companyId,
      application_id: [...(applicationIds ?? [])],
      ...(extensionId === null ? {} : { extension_id: extensionId }),
      criteria: criteriaOf(applicationIds),
    },
    custom_headers: Object.fromEntries(headerNames.map((name) => [name, headerMask])),
    status: state === 'active' ? ('active' as const) : ('inactive' as const),
    delivery_state: state,
    email_id: email,
    type,
    auth_meta: { type: 'hmac', ...(madeSecret === undefined ? {} : { secret: madeSecret }) },
    modified_by: subscriber.modifiedBy,
    created_on: isoTime(subscriber.createdAt),
    updated_on: isoTime(subscriber.modifiedAt),
  };
};

const subscribed = ({ document: { subscriptions } }: Subscriber) =>
  subscriptions.flatMap((subscription) => {
    const event = eventBySlug(subscription.slug);
    return event === undefined ? [] : [{ event, ...subscription }];
  });

export const subscriberView = (subscriber: Subscriber): SubscriberView => ({
  ...sharedView(subscriber),
  event_configs: subscribed(subscriber).map(({ event, filter, reducer }) => ({
    ...described(event),
    subscriber_event_mapping: {
      event_id: event.id,
      subscriber_id: subscriber.id,
      filters: filter as SubscriberView['event_configs'][number]['subscriber_event_mapping']['filters'],
      reducer,
    },
  })),
});

export const savedView = (subscriber: Subscriber, madeSecret?: string): SavedSubscriber => ({
  ...sharedView(subscriber, madeSecret),
  event_id: subscribed(subscriber).map(({ event }) => event.id),
});
