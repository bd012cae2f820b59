/** The wire of the collector: what a sender of events sends and is told. */
import { type Static, Type } from 'typebox';
import { Nullable } from '../primitives.ts';

export const mostEvents = 100;
export const eventBytes = 32_768;
export const batchBytes = 262_144;

/** An event is checked by its own schema, one by one, so that one that is wrong takes nothing of its neighbours. */
export const EventBatch = Type.Object(
  {
    batch: Type.Array(Type.Unknown(), {
      minItems: 1,
      maxItems: mostEvents,
      description: 'Each a whole event (see /schemas/events), or the flat form of the public SDKs.',
    }),
    sent_at: Type.Optional(Type.String({ maxLength: 64, description: 'When the batch left its sender, ISO 8601.' })),
    write_key: Type.Optional(
      Type.String({ maxLength: 128, description: 'Instead of the Authorization header, from a page of the shop.' }),
    ),
    consent: Type.Optional(
      Type.Boolean({ description: 'Whether the shopper agreed; false: stored without personal data.' }),
    ),
    dropped: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000,
        description: 'Events the sender had to give up since last time.',
      }),
    ),
  },
  { title: 'EventBatch' },
);
export type EventBatch = Static<typeof EventBatch>;

export const EventReason = Type.Object(
  {
    path: Type.String({ description: 'Where in the event, such as payload.price; empty for all of it.' }),
    code: Type.String({ description: 'What is wrong, for programs; a closed list.' }),
    message: Type.String({ description: 'What to change, for people.' }),
  },
  { title: 'EventReason' },
);
export type EventReason = Static<typeof EventReason>;

export const EventVerdicts = Type.Object(
  {
    success_count: Type.Integer({ description: 'Events taken by this call.' }),
    failed_count: Type.Integer({ description: 'Events refused.' }),
    duplicate_count: Type.Integer({ description: 'Events that were taken before: their id is known.' }),
    failed_events: Type.Array(Type.Unknown(), { description: 'The refused events, as they were sent.' }),
    failures: Type.Array(
      Type.Object({
        index: Type.Integer({ description: 'Place in the batch, from 0.' }),
        event_id: Nullable(Type.String({ description: 'Id of the event, where it has one.' })),
        reasons: Type.Array(EventReason),
      }),
    ),
  },
  { title: 'EventVerdicts' },
);
export type EventVerdicts = Static<typeof EventVerdicts>;

/** Of the answer 422 in strict mode: an error that also says which events were refused. */
export const EventsRefused = Type.Object(
  {
    success: Type.Literal(false),
    message: Type.String(),
    error_code: Type.String(),
    request_id: Type.String(),
    ...EventVerdicts.properties,
  },
  { title: 'EventsRefused' },
);

export const CollectorConfig = Type.Object(
  {
    application_id: Type.String(),
    collector: Type.String({ description: 'Path of the collector below the service’s address.' }),
    write_key: Type.String({
      description: 'For senders that cannot set headers. It can write events and nothing else.',
    }),
    mode: Type.Enum(['live', 'strict']),
    cart_events: Type.Enum(['emitter', 'server'], {
      description: 'server: leave add_to_cart and remove_from_cart to us.',
    }),
    order_events: Type.Enum(['emitter', 'server'], { description: 'server: leave the events of an order to us.' }),
    wishlist_events: Type.Enum(['emitter', 'server'], { description: 'server: leave the events of a wishlist to us.' }),
    consent: Type.Enum(['required', 'not_required'], { description: 'required: send consent: true once you have it.' }),
    limits: Type.Object({
      batch_events: Type.Integer(),
      event_bytes: Type.Integer(),
      batch_bytes: Type.Integer(),
      events_per_minute: Type.Integer(),
    }),
  },
  { title: 'CollectorConfig' },
);
export type CollectorConfig = Static<typeof CollectorConfig>;
