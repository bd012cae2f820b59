/** What service clients send and get about refused events, erasures and suppressed shoppers. */
import { type Static, Type } from 'typebox';
import { ApplicationPath } from '../applications/application-admin-contract.ts';
import { cursorList, CursorQuery } from '../cursor-page-contract.ts';
import { EventReason } from './event-collector-contract.ts';
import { DateTime, Nullable } from '../primitives.ts';

const code = Type.String({ maxLength: 64, pattern: '^[a-z_]+$', description: 'Such as event_contains.' });
const name = Type.String({ maxLength: 64, description: 'Name of the event.' });
const filter = {
  reason: Type.Optional(code),
  name: Type.Optional(name),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Received from then on.' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Received before then.' })),
};

export const RefusedQuery = Type.Object({ ...CursorQuery.properties, ...filter });
export type RefusedQuery = Static<typeof RefusedQuery>;

const RefusedEvent = Type.Object(
  {
    id: Type.String(),
    event_id: Nullable(Type.String()),
    name: Type.String(),
    received_on: DateTime,
    tries: Type.Integer({ description: 'How often it was tried again in vain.' }),
    reasons: Type.Array(EventReason),
    event: Type.Unknown({ description: 'What was sent, without personal data.' }),
  },
  { title: 'RefusedEvent' },
);
export const RefusedEvents = cursorList('RefusedEvents', RefusedEvent);
export const RefusedCounts = Type.Object(
  {
    items: Type.Array(
      Type.Object({ name: Type.String(), reason: Type.String(), count: Type.Integer() }, { title: 'RefusedCount' }),
    ),
  },
  { title: 'RefusedCounts' },
);

export const Redrive = Type.Object(
  {
    ids: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 100 })),
    ...filter,
  },
  { title: 'EventRedrive', description: 'Which refused events to try again; of those a filter finds, the oldest.' },
);
export type Redrive = Static<typeof Redrive>;
export const Redriven = Type.Object(
  {
    stored: Type.Integer({ description: 'Taken now.' }),
    duplicates: Type.Integer({ description: 'Known by now, and no longer kept as refused.' }),
    refused: Type.Integer({ description: 'Refused again.' }),
    has_more: Type.Boolean({ description: 'Whether the filter finds more than one call tries.' }),
    next: Nullable(Type.String({ description: 'Send it as page_id to try the next ones.' })),
  },
  { title: 'EventsRedriven' },
);
export const RedriveQuery = Type.Object({ page_id: CursorQuery.properties.page_id });

export const Erasure = Type.Object(
  {
    user_id: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
    anonymous_id: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
    suppress: Type.Optional(
      Type.Boolean({ description: 'Whether nothing is to be kept of this shopper from now on; false when left out.' }),
    ),
  },
  { title: 'EventErasure', description: 'Whose events to erase: give user_id, anonymous_id or both.' },
);
export type Erasure = Static<typeof Erasure>;
export const ErasurePath = Type.Object({ ...ApplicationPath.properties, erasure_id: Type.String({ maxLength: 64 }) });
export const ErasureReceipt = Type.Object(
  {
    id: Type.String(),
    subject: Type.String({ description: 'Of whom, as a keyed hash.' }),
    created_on: DateTime,
    state: Type.Enum(['running', 'waiting', 'done'], {
      description: 'running: it goes on by itself; waiting: all is gone but what orders on their way still need.',
    }),
    erased: Nullable(
      Type.Unsafe<Readonly<Record<string, number>>>({
        type: 'object',
        additionalProperties: { type: 'integer' },
        description: 'Records that went or name him no more, by table; null while it is running.',
      }),
    ),
  },
  { title: 'ErasureReceipt' },
);
export type ErasureReceipt = Static<typeof ErasureReceipt>;

export const Shopper = Type.Object(
  {
    user_id: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
    anonymous_id: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  },
  { title: 'EventShopper', description: 'Give user_id, anonymous_id or both.' },
);
export const Suppressed = Type.Object(
  { suppressed: Type.Boolean({ description: 'Whether events of this shopper are left out.' }) },
  { title: 'EventSuppression' },
);
