/**
 * Events that an operation of ours makes, written in the operation's own batch: either both are there or neither is. The id
 * of such an event comes from what happened, so an operation that is carried out again does not tell it twice. Personal data
 * is treated as the application wants it, as in events that come from outside.
 */
import { hash as digest } from 'node:crypto';
import type { TObject } from 'typebox';
import type { EventSettings } from '../contract/applications/event-settings-contract.ts';
import type { Statement } from '../db/database.ts';
import { guestName, type HashText } from '../privacy/person-names.ts';
import type { EventKeys } from './event-keys.ts';
import { edgeStatements, isUnknown, isUntold } from './event-parts.ts';
import { nobodyListens } from './event-store.ts';
import { findKind } from './collector/event-schemas.ts';
import type { Shape } from './collector/event-shape.ts';
import { keepsAll, nothingPersonal, policyOf, type PrivacyPolicy, withPrivacy } from './privacy/privacy-rules.ts';

type EventPayload = { readonly [key: string]: unknown };

export type OutgoingEvent = {
  readonly id: string;
  readonly applicationId: string;
  readonly companyId: number;
  readonly category: string;
  readonly name: string;
  readonly type: string;
  readonly version: string;
  /** When it happened. */
  readonly at: number;
  /** Of the request that made it happen. */
  readonly traceId: string;
  readonly userId: string | null;
  readonly anonymousId: string | null;
  /** Receivers can put events with the same key in order, by their sequence: a cart and its version. */
  readonly sequenceKey: string | null;
  readonly sequence: number | null;
  readonly payload: EventPayload;
  /** Where personal data stands in the payload, for events that are not among the interface's. */
  readonly shape?: TObject | undefined;
};

const slugOf = ({ category, name, type, version }: OutgoingEvent): string => `${category}/${name}/${type}/v${version}`;

/** What receivers get. Clicks have the interface's members alone; other categories also say whose they are. */
const envelopeOf = (event: OutgoingEvent) => ({
  application_id: event.applicationId,
  ...(event.category === 'click' ? {} : { company_id: event.companyId }),
  contains: Object.keys(event.payload),
  event: {
    category: event.category,
    created_timestamp: event.at,
    id: event.id,
    name: event.name,
    trace_id: [event.traceId],
    type: event.type,
    version: event.version,
  },
  payload: event.payload,
});

/** Nothing is written of a shopper who is suppressed; `subjects` are the hashes by which he would be. */
const insert = (event: OutgoingEvent, receivedAt: number, subjects: readonly string[]): Statement => ({
  sql: `insert into event (application_id, id, company_id, slug, happened_at, received_at, user_id, anonymous_id,
      sequence_key, sequence, flags, body, spread)
    select ?, ?, cast(? as bigint), ?, cast(? as bigint), cast(? as bigint), ?, ?, ?, cast(? as bigint), '', ?, ${nobodyListens}
    where not exists (select 1 from event_suppression where application_id = ? and subject in (?, ?))
      and ${isUnknown('?', '?', 'cast(? as bigint)')} and ${isUntold('?', '?')}
    on conflict do nothing`,
  params: [
    event.applicationId,
    event.id,
    event.companyId,
    slugOf(event),
    event.at,
    receivedAt,
    event.userId,
    event.anonymousId,
    event.sequenceKey,
    event.sequence,
    JSON.stringify(envelopeOf(event)),
    event.companyId,
    event.applicationId,
    subjects[0] ?? '',
    subjects[1] ?? '',
    event.applicationId,
    event.id,
    receivedAt,
    event.applicationId,
    event.id,
  ],
});

const edges = (events: readonly OutgoingEvent[], receivedAt: number): readonly Statement[] =>
  edgeStatements(events.map(({ applicationId, id }) => ({ applicationId, id, receivedAt })));

/** For events that say nothing about a person; `openOutbox` is for those that do. */
export const outboxStatements = (events: readonly OutgoingEvent[], receivedAt: number): readonly Statement[] => [
  ...edges(events, receivedAt),
  ...events.map((event) => insert(event, receivedAt, [])),
];

export type Outbox = {
  /** `agreed`: whether the shopper lets personal data be kept, where the application asks him. */
  readonly statements: (
    settings: EventSettings,
    events: readonly OutgoingEvent[],
    told: { readonly receivedAt: number; readonly agreed: boolean },
  ) => readonly Statement[];
  /** An id of a shopper that says nothing about the one it was made from. */
  readonly pseudonym: (applicationId: string, id: string) => string;
};

/** The same parts give the same id: a UUID of version 8, which is for names that a program makes by its own rule. */
export const derivedEventId = (...parts: readonly string[]): string => {
  const bytes = digest('sha256', JSON.stringify(parts), 'buffer').subarray(0, 16);
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

/** As the payload has it. */
const treatedId = (id: string | null, { quasi }: PrivacyPolicy, hash: HashText): string | null => {
  if (id === null || quasi === 'drop') return null;
  return quasi === 'hash' ? hash(id) : id;
};

export const openOutbox = (keys: EventKeys): Outbox => ({
  statements: (settings, events, { receivedAt, agreed }) => {
    const policy = agreed || settings.consent === 'not_required' ? policyOf(settings) : nothingPersonal;
    const inserts = events.map((event) => {
      const hash = keys.hashOf(event.applicationId);
      const subjects = [event.userId, event.anonymousId].flatMap((id) => (id === null ? [] : [hash(id)]));
      const shape = (event.shape as Shape | undefined) ?? findKind(event.name)?.payload;
      if (shape === undefined || keepsAll(policy)) return insert(event, receivedAt, subjects);
      const payload = withPrivacy(shape, event.payload, policy, hash);
      const [userId, anonymousId] = [event.userId, event.anonymousId].map((id) => treatedId(id, policy, hash));
      return insert(
        { ...event, payload, userId: userId ?? null, anonymousId: anonymousId ?? null },
        receivedAt,
        subjects,
      );
    });
    return [...edges(events, receivedAt), ...inserts];
  },
  pseudonym: (applicationId, id) => guestName(id, keys.hashOf(applicationId)),
});
