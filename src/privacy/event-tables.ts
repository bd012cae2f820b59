/** Tables that hold what shoppers did: they can be forgotten alone, and are with everything else. Deliveries go with their events. */
import { type PersonalTable, signed, type Way } from './personal-table.ts';

const withEvent: readonly Way[] = [{ by: 'parent', parent: 'event', column: 'event_id' }];

/** About a cart or an order, where somebody is named. */
const bySequence = (sign: 'sequence' | 'order_subject') =>
  signed('sequence_key', sign, '(user_id is not null or anonymous_id is not null)');

const forgotten = { rows: 'go', events: true } as const;

export const eventTables = {
  // The line first: who is about to write what came of a delivery holds it, and what he wrote is found by those below.
  webhook_delivery: {
    holds: 'Which receiver an event goes to.',
    ...forgotten,
    id: 'subscriber_id application_id event_id',
    ways: withEvent,
    plain: 'subscriber_id application_id state attempts began_at due_at modified_at',
    key: 'event_id claim',
  },
  webhook_settled: {
    holds: 'Which receiver an event went to.',
    ...forgotten,
    id: 'subscriber_id application_id event_id settled_at',
    ways: withEvent,
    plain: 'subscriber_id application_id settled_at state attempts began_at',
    key: 'event_id',
  },
  webhook_attempt: {
    holds: 'What receivers of an event answered.',
    ...forgotten,
    id: 'subscriber_id application_id event_id attempted_at claim',
    ways: withEvent,
    plain: 'subscriber_id application_id attempted_at outcome status took_ms',
    key: 'event_id claim',
    told: 'answer',
  },
  event_sink_queue: {
    holds: 'Which events still go elsewhere.',
    ...forgotten,
    id: 'sink application_id event_id',
    ways: withEvent,
    plain: 'sink application_id due_at',
    key: 'event_id claim',
  },
  event_seen: {
    holds: 'Ids of events that are kept, so that a repeat is known.',
    ...forgotten,
    id: 'application_id id',
    ways: [{ by: 'parent', parent: 'event', column: 'id' }],
    plain: 'application_id received_at',
    key: 'id',
  },
  event: {
    holds: 'What shoppers did, as pages and operations tell it.',
    ...forgotten,
    keeps:
      'Goes by itself after `events.kept_days`. What orders tell to receivers names nobody and stays as long, without the carrier and the number of a parcel.',
    // In an order that no index of the whole application has: they are found by whose they are, or what they are about.
    id: 'application_id sequence_key id',
    ways: [
      signed('user_id', 'user_sign'),
      signed('anonymous_id', 'anonymous_sign', 'user_id is null'),
      bySequence('sequence'),
    ],
    meanwhile: [bySequence('order_subject')],
    kept: {
      ways: [signed('sequence_key', 'order_subject', 'user_id is null and anonymous_id is null')],
      members: {
        body: {
          'payload.order.parcels.*.carrier': { value: '' },
          'payload.order.parcels.*.tracking_number': { value: '' },
        },
      },
    },
    plain: 'application_id company_id slug happened_at received_at sequence flags spread counted',
    key: 'id sequence_key',
    shopper: 'user_id anonymous_id',
    told: 'body',
  },
  event_refusal: {
    holds: 'Events that nodes of the release before refused, without personal data.',
    ...forgotten,
    keeps: 'Goes by itself after `events.refused_kept_days`.',
    id: 'application_id id',
    ways: [signed('user_hash', 'user_sign'), signed('anonymous_hash', 'anonymous_sign')],
    plain: 'application_id name codes received_at tries reasons body',
    key: 'id event_id user_hash anonymous_hash',
  },
  funnel_visit: {
    holds: 'On which days somebody came, and how far he went.',
    ...forgotten,
    id: 'application_id actor day',
    ways: [signed('actor', 'actor'), signed('person', 'actor')],
    plain: 'application_id day steps',
    shopper: 'actor person',
  },
  funnel_owner: {
    holds: 'Which visitor became which customer.',
    ...forgotten,
    id: 'application_id anonymous_id',
    ways: [signed('anonymous_id', 'anonymous_sign'), signed('user_id', 'user_sign')],
    plain: 'application_id happened_at',
    key: 'event_id',
    shopper: 'anonymous_id user_id',
  },
  // Last: an erasure counts places, and nodes of the release before, which do not know this one, go on with it by that count.
  event_refused: {
    holds: 'Events that were refused, without personal data.',
    ...forgotten,
    keeps: 'Goes by itself after `events.refused_kept_days`.',
    id: 'application_id id week_at',
    ways: [signed('user_hash', 'user_sign'), signed('anonymous_hash', 'anonymous_sign')],
    plain: 'application_id week_at name codes received_at tries reasons body',
    key: 'id event_id user_hash anonymous_hash',
  },
} as const satisfies Readonly<Record<string, PersonalTable>>;
