/** Tables that hold what shoppers did: they can be forgotten alone, and are with everything else. Deliveries go with their events. */
import type { PersonalTable, Way } from './personal-table.ts';

const withEvent: readonly Way[] = [{ by: 'parent', parent: 'event', column: 'event_id' }];

export const eventTables = {
  webhook_attempt: {
    holds: 'What receivers of an event answered.',
    rows: 'go',
    id: 'subscriber_id application_id event_id attempted_at claim',
    ways: withEvent,
    events: true,
    plain: 'subscriber_id application_id attempted_at outcome status took_ms',
    key: 'event_id claim',
    told: 'answer',
  },
  webhook_delivery: {
    holds: 'Which receiver an event goes to.',
    rows: 'go',
    id: 'subscriber_id application_id event_id',
    ways: withEvent,
    events: true,
    plain: 'subscriber_id application_id state attempts began_at due_at modified_at',
    key: 'event_id claim',
  },
  event_sink_queue: {
    holds: 'Which events still go elsewhere.',
    rows: 'go',
    id: 'sink application_id event_id',
    ways: withEvent,
    events: true,
    plain: 'sink application_id due_at',
    key: 'event_id claim',
  },
  event: {
    holds: 'What shoppers did, as pages and operations tell it.',
    rows: 'go',
    keeps: 'Goes by itself after `events.kept_days`. What orders tell to receivers names nobody and stays as long.',
    id: 'application_id id',
    ways: [
      { by: 'sign', column: 'user_id', sign: 'user_sign' },
      { by: 'sign', column: 'anonymous_id', sign: 'anonymous_sign', and: 'user_id is null' },
      {
        by: 'sign',
        column: 'sequence_key',
        sign: 'sequence',
        and: '(user_id is not null or anonymous_id is not null)',
      },
    ],
    events: true,
    plain: 'application_id company_id slug happened_at received_at sequence flags spread counted',
    key: 'id sequence_key',
    shopper: 'user_id anonymous_id',
    told: 'body',
  },
  event_refusal: {
    holds: 'Events that were refused, without personal data.',
    rows: 'go',
    keeps: 'Goes by itself after `events.refused_kept_days`.',
    id: 'application_id id',
    ways: [
      { by: 'sign', column: 'user_hash', sign: 'user_sign' },
      { by: 'sign', column: 'anonymous_hash', sign: 'anonymous_sign' },
    ],
    events: true,
    plain: 'application_id name codes received_at tries reasons body',
    key: 'id event_id user_hash anonymous_hash',
  },
  funnel_visit: {
    holds: 'On which days somebody came, and how far he went.',
    rows: 'go',
    id: 'application_id actor day',
    ways: [
      { by: 'sign', column: 'actor', sign: 'actor' },
      { by: 'sign', column: 'person', sign: 'actor' },
    ],
    events: true,
    plain: 'application_id day steps',
    shopper: 'actor person',
  },
  funnel_owner: {
    holds: 'Which visitor became which customer.',
    rows: 'go',
    id: 'application_id anonymous_id',
    ways: [
      { by: 'sign', column: 'anonymous_id', sign: 'anonymous_sign' },
      { by: 'sign', column: 'user_id', sign: 'user_sign' },
    ],
    events: true,
    plain: 'application_id happened_at',
    key: 'event_id',
    shopper: 'anonymous_id user_id',
  },
} as const satisfies Readonly<Record<string, PersonalTable>>;
