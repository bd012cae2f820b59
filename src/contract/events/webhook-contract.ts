/** Subscribers of webhooks as the SDK's platform client and the extension kit send and read them. */
import { type Static, type TSchema, Type } from 'typebox';
import { CompanyPath } from '../applications/application-admin-contract.ts';
import { DateTime, Nullable, Page } from '../primitives.ts';

export const SubscriberPath = Type.Object({
  ...CompanyPath.properties,
  subscriber_id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
});
export const ExtensionPath = Type.Object({ ...CompanyPath.properties, extension_id: Type.String({ maxLength: 128 }) });

const name = Type.String({ minLength: 1, maxLength: 200, description: 'Unique in the company.' });
const EXAMPLE_ADDRESS = 'https://receiver.example/hooks';
const address = Type.String({
  minLength: 1,
  maxLength: 2048,
  examples: [EXAMPLE_ADDRESS],
  description: 'Where events are sent by POST; https.',
});
const email = Type.String({ maxLength: 320, description: 'Of whoever looks after the receiver.' });
const status = Type.Enum(['active', 'inactive']);
const kind = Nullable(Type.String({ maxLength: 64, description: 'null or marketplace; kept, and decides nothing.' }));
const provider = Type.Optional(Type.String({ maxLength: 32, description: 'rest: events are sent by HTTP.' }));

const Association = Type.Object(
  {
    company_id: Type.Optional(Type.Integer({ description: 'Of the answer; what is sent does not count.' })),
    application_id: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 }), { maxItems: 100, description: 'With SPECIFIC-EVENTS.' }),
    ),
    extension_id: Type.Optional(
      Type.String({ maxLength: 128, description: 'Whose it is; the caller’s own otherwise.' }),
    ),
    criteria: Type.Optional(
      Type.String({ maxLength: 32, description: 'ALL applications, those of SPECIFIC-EVENTS, or EMPTY for none.' }),
    ),
  },
  { title: 'WebhookAssociation' },
);
export type Association = Static<typeof Association>;

const AuthMeta = Type.Object(
  {
    type: Type.Optional(Type.String({ maxLength: 32, examples: ['hmac'], description: 'hmac.' })),
    secret: Type.Optional(
      Type.String({
        maxLength: 256,
        examples: ['a secret of sixteen or more'],
        description:
          'Signs deliveries. 16 characters or more; one is made when there is none. Answered once, with what made it.',
      }),
    ),
  },
  { title: 'WebhookAuthMeta' },
);

/** Values as they are written; in answers a value is a mask, which sent back means the value there is. */
const headers = Type.Unsafe<Readonly<Record<string, string>>>({
  type: 'object',
  maxProperties: 20,
  additionalProperties: { type: 'string', maxLength: 1024 },
  description: 'Sent with every delivery. Answers have a mask for each value; sent back, the mask keeps the value.',
});

const filterFields = {
  query: Type.Optional(
    Type.String({ maxLength: 256, description: 'A path into the payload, such as $.cart.cart_id.' }),
  ),
  condition: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'Such as (value) => value > 5 && value !== 7, or (value) => ["a", "b"].includes(value).',
    }),
  ),
  logic: Type.Optional(Type.String({ maxLength: 8, description: 'AND or OR, for conditions.' })),
};
/** Filters nest; how deeply is checked where they are read. */
const EventFilter = Type.Object(
  { ...filterFields, conditions: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 20 })) },
  { title: 'WebhookFilter' },
);
const EventReducer = Type.Unsafe<Readonly<Record<string, string>>>({
  type: 'object',
  maxProperties: 50,
  additionalProperties: { type: 'string', maxLength: 256 },
  title: 'WebhookReducer',
  description: 'The payload to send: each member by the path it comes from.',
});
const choosing = {
  filters: Type.Optional(Nullable(EventFilter)),
  reducer: Type.Optional(Nullable(EventReducer)),
};

const EventBySlug = Type.Object(
  { slug: Type.String({ maxLength: 200, description: 'Such as click/add_to_cart/engagement/v1.' }), ...choosing },
  { title: 'WebhookEventBySlug' },
);
export type EventBySlug = Static<typeof EventBySlug>;
const eventParts = {
  event_category: Type.String({ maxLength: 64 }),
  event_name: Type.String({ maxLength: 64 }),
  event_type: Type.String({ maxLength: 64 }),
  version: Type.Union([Type.String({ maxLength: 8 }), Type.Integer()]),
};
const EXAMPLE_EVENT = { event_category: 'click', event_name: 'add_to_cart', event_type: 'engagement', version: '1' };
export const EventParts = Type.Object(eventParts, { title: 'WebhookEventName' });
export type EventParts = Static<typeof EventParts>;
const events = <T extends TSchema>(item: T) => Type.Array(item, { maxItems: 100 });
const numbers = Type.Array(Type.Integer(), { maxItems: 100, description: 'Numbers from the list of events.' });

const optional = {
  type: Type.Optional(kind),
  custom_headers: Type.Optional(headers),
  auth_meta: Type.Optional(AuthMeta),
  provider,
};
export const NewSubscriberV1 = Type.Object(
  { name, webhook_url: address, association: Association, status, email_id: email, event_id: numbers, ...optional },
  { title: 'NewWebhookSubscriberV1' },
);
export const NewSubscriber = Type.Object(
  {
    name,
    webhook_url: address,
    association: Association,
    status,
    email_id: email,
    events: events(EventBySlug),
    ...optional,
  },
  { title: 'NewWebhookSubscriber' },
);
const change = {
  id: SubscriberPath.properties.subscriber_id,
  name: Type.Optional(name),
  webhook_url: Type.Optional(address),
  association: Type.Optional(Association),
  status: Type.Optional(status),
  email_id: Type.Optional(email),
  ...optional,
};
export const SubscriberChangeV1 = Type.Object(
  { ...change, event_id: Type.Optional(numbers) },
  { title: 'WebhookSubscriberChangeV1' },
);
export const SubscriberChange = Type.Object(
  { ...change, events: Type.Optional(events(EventBySlug)) },
  { title: 'WebhookSubscriberChange' },
);

/** Brokers of the interface that are not here; naming one is refused with a sentence. */
const absent = Type.Optional(Type.Unknown({ description: 'Not delivered to from here.' }));
export const SubscriberUpsert = Type.Object(
  {
    webhook_config: Type.Object({
      notification_email: Type.Optional(email),
      name,
      status: Type.Optional(status),
      association: Type.Optional(Association),
      event_map: Type.Object(
        {
          rest: Type.Optional(
            Type.Object({
              webhook_url: address,
              type: Type.Optional(kind),
              custom_headers: Type.Optional(headers),
              auth_meta: Type.Optional(AuthMeta),
              events: events(Type.Object({ ...eventParts, ...choosing }, { title: 'WebhookUpsertEvent' })),
            }),
          ),
          kafka: absent,
          pub_sub: absent,
          temporal: absent,
          sqs: absent,
          event_bridge: absent,
        },
        { examples: [{ rest: { webhook_url: EXAMPLE_ADDRESS, events: [EXAMPLE_EVENT] } }] },
      ),
    }),
  },
  { title: 'WebhookSubscriberUpsert' },
);
export type SubscriberUpsert = Static<typeof SubscriberUpsert>;
export const Upserted = Type.Object(
  { status: Type.Boolean(), message: Type.String(), id: Type.Integer(), auth_meta: Type.Optional(AuthMeta) },
  { title: 'WebhookSubscriberUpserted' },
);

/** What of a subscriber was written in any of the forms above. */
export type WrittenSubscriber = {
  readonly name?: string;
  readonly webhook_url?: string;
  readonly association?: Association;
  readonly status?: 'active' | 'inactive';
  readonly email_id?: string;
  readonly type?: string | null;
  readonly custom_headers?: Readonly<Record<string, string>>;
  readonly auth_meta?: Static<typeof AuthMeta>;
  readonly provider?: string;
  readonly events?: readonly EventBySlug[];
};

const describedEvent = {
  id: Type.Integer(),
  event_name: Type.String(),
  event_type: Type.String(),
  event_category: Type.String(),
  version: Type.String(),
  display_name: Type.String(),
  description: Type.String(),
};
const Mapping = Type.Object(
  {
    event_id: Type.Integer(),
    subscriber_id: Type.Integer(),
    filters: Nullable(EventFilter),
    reducer: Nullable(EventReducer),
  },
  { title: 'WebhookEventMapping' },
);
export const EventConfig = Type.Object(
  {
    ...describedEvent,
    event_schema: Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      additionalProperties: true,
      description: 'JSON Schema of the event, or $ref where it is published.',
    }),
  },
  { title: 'WebhookEvent' },
);
export type EventConfig = Static<typeof EventConfig>;
export const EventConfigs = Type.Object({ event_configs: Type.Array(EventConfig) }, { title: 'WebhookEvents' });

const shared = {
  id: Type.Integer(),
  name: Type.String(),
  webhook_url: Type.String(),
  provider: Type.Literal('rest'),
  association: Association,
  custom_headers: headers,
  status,
  delivery_state: Type.Enum(['active', 'inactive', 'blocked'], {
    description: 'blocked: it failed for too long. Its events wait until its status is set to active again.',
  }),
  email_id: Type.String(),
  type: kind,
  auth_meta: AuthMeta,
  modified_by: Type.String(),
  created_on: DateTime,
  updated_on: DateTime,
};
export const SubscriberView = Type.Object(
  {
    ...shared,
    event_configs: Type.Array(
      Type.Object({ ...describedEvent, subscriber_event_mapping: Mapping }, { title: 'WebhookSubscribedEvent' }),
    ),
  },
  { title: 'WebhookSubscriber' },
);
export type SubscriberView = Static<typeof SubscriberView>;
export const SavedSubscriber = Type.Object(
  { ...shared, event_id: Type.Array(Type.Integer()) },
  { title: 'SavedWebhookSubscriber' },
);
export type SavedSubscriber = Static<typeof SavedSubscriber>;
export const SubscriberList = Type.Object(
  {
    items: Type.Array(SubscriberView),
    page: Type.Object({ ...Page.properties, page_size: Type.Integer() }, { title: 'WebhookPage' }),
  },
  { title: 'WebhookSubscriberList' },
);
export const SubscriberQuery = Type.Object({
  page_no: Type.Optional(Type.Integer({ description: 'From 1; 1 when left out.' })),
  page_size: Type.Optional(Type.Integer({ description: 'From 1 to 100; 10 when left out.' })),
});
export const CompanySubscriberQuery = Type.Object({
  ...SubscriberQuery.properties,
  extension_id: Type.Optional(Type.String({ maxLength: 128, description: 'Only those of this extension.' })),
});
