/** Deliveries of webhooks: how a subscriber is doing, what receivers answered, sending again, secrets, the ping. */
import { type Static, Type } from 'typebox';
import { CursorPage, CursorQuery } from '../cursor-page-contract.ts';
import { DateTime, Nullable } from '../primitives.ts';

const eventId = Type.String({ minLength: 1, maxLength: 128 });
const applicationId = Type.String({ minLength: 1, maxLength: 64 });
const state = Type.Enum(['waiting', 'done', 'failed']);

export const DeliveryStatus = Type.Object(
  {
    id: Type.Integer(),
    delivery_state: Type.Enum(['active', 'inactive', 'blocked']),
    waiting: Type.Integer({ description: 'Events that wait to be delivered, counted up to 10,000.' }),
    failed: Type.Integer({ description: 'Events that were given up, counted up to 10,000.' }),
    done: Type.Integer({ description: 'Events that were delivered within 30 days, counted up to 10,000.' }),
    next_due_on: Nullable(Type.String({ format: 'date-time', description: 'When the next of them is tried.' })),
    last_attempt: Nullable(
      Type.Object({
        attempted_on: DateTime,
        outcome: Type.String({ description: 'answered, or why no answer came.' }),
        status: Nullable(Type.Integer({ description: 'Of the answer.' })),
      }),
    ),
    live_secrets: Type.Integer({ description: 'Secrets that sign deliveries at the moment.' }),
  },
  { title: 'WebhookDeliveryStatus' },
);
export type DeliveryStatus = Static<typeof DeliveryStatus>;

export const DeliveryQuery = Type.Object({
  ...CursorQuery.properties,
  state: Type.Optional(Type.Enum(['waiting', 'done', 'failed'], { description: 'All when left out.' })),
});
export const Deliveries = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          event_id: eventId,
          application_id: applicationId,
          state,
          attempts: Type.Integer({ description: 'Since it began, or began anew.' }),
          began_on: DateTime,
          due_on: Nullable(Type.String({ format: 'date-time', description: 'While it waits.' })),
          modified_on: DateTime,
        },
        { title: 'WebhookDelivery' },
      ),
    ),
    page: CursorPage,
  },
  { title: 'WebhookDeliveries' },
);

export const AttemptQuery = CursorQuery;
export const Attempts = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          event_id: eventId,
          application_id: applicationId,
          attempted_on: DateTime,
          outcome: Type.String({ description: 'answered, or why no answer came.' }),
          status: Nullable(Type.Integer()),
          took_ms: Type.Integer(),
          answer: Type.String({ description: 'The beginning of what the receiver said.' }),
        },
        { title: 'WebhookAttempt' },
      ),
    ),
    page: CursorPage,
  },
  { title: 'WebhookAttempts' },
);

const time = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }));
export const ReplayRequest = Type.Object(
  {
    event_id: Type.Optional(eventId),
    from: time('Events received from then on, also before the subscriber was there.'),
    to: time('Events received before then; now when left out.'),
    failed_since: time('Deliveries that were given up from then on; those that wait are not among them.'),
  },
  { title: 'WebhookReplay', description: 'What to send again: one event_id, or from (and to), or failed_since.' },
);
export type ReplayRequest = Static<typeof ReplayRequest>;
export const ReplayQuery = Type.Object({ page_id: CursorQuery.properties.page_id });
export const Replayed = Type.Object(
  {
    queued: Type.Integer({ description: 'Events that wait for delivery again.' }),
    has_more: Type.Boolean({ description: 'Whether there are more than one call takes.' }),
    next: Nullable(Type.String({ description: 'Send it as page_id, with the same body, to go on.' })),
  },
  { title: 'WebhookReplayed' },
);
export type Replayed = Static<typeof Replayed>;

export const RetryRequest = Type.Object(
  {
    event_id: Type.Optional(eventId),
    state: Type.Optional(
      Type.Enum(['failed', 'waiting'], { description: 'Without event_id: which of them; failed when left out.' }),
    ),
  },
  { title: 'WebhookRetry', additionalProperties: false },
);
export type RetryRequest = Static<typeof RetryRequest>;
export const Retried = Type.Object(
  {
    queued: Type.Integer({ description: 'Deliveries that are due now.' }),
    has_more: Type.Boolean({ description: 'Whether there are more than one call takes.' }),
  },
  { title: 'WebhookRetried' },
);
export type Retried = Static<typeof Retried>;

export const SecretRotation = Type.Object(
  {
    secret: Type.Optional(Type.String({ minLength: 16, maxLength: 256, description: 'One is made when left out.' })),
    overlap_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        description: 'For how long the secrets before it go on signing; 24 when left out.',
      }),
    ),
  },
  { title: 'WebhookSecretRotation' },
);
export const RotatedSecret = Type.Object(
  {
    secret: Type.Optional(Type.String({ description: 'When it was made here; shown this once.' })),
    live_secrets: Type.Integer(),
  },
  { title: 'WebhookRotatedSecret' },
);

export const Ping = Type.Object(
  {
    id: Type.Optional(Type.Integer({ minimum: 1, description: 'Of a subscriber: his address, headers and secrets.' })),
    webhook_url: Type.Optional(Type.String({ minLength: 1, maxLength: 2048 })),
    auth_meta: Type.Optional(
      Type.Object({
        type: Type.Optional(Type.String({ maxLength: 32 })),
        secret: Type.Optional(Type.String({ minLength: 16, maxLength: 256 })),
      }),
    ),
  },
  { title: 'WebhookPing', description: 'Whom to send a test event: a subscriber by id, or an address.' },
);
export type Ping = Static<typeof Ping>;
export const Pinged = Type.Object(
  {
    status: Type.Enum(['success', 'failure']),
    code: Type.Optional(Type.Integer({ description: 'Status of its answer; left out when none came.' })),
    message: Type.String(),
  },
  { title: 'WebhookPinged' },
);
export type Pinged = Static<typeof Pinged>;
