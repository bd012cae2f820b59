/** Whether an event can be taken, and everything that is wrong with one that cannot. Pure; time is an argument. */
import type { EventReason } from '../../contract/events/event-collector-contract.ts';
import { maximumProblems } from '../../http/requests/validation-messages.ts';
import { reason } from './event-codes.ts';
import { type EventKind, findKind } from './event-schemas.ts';
import { type Difference, differences, isObject, type Json } from './event-shape.ts';
import { flatPath, isFlat, ownCasing, wholeEvent } from './flat-event-rules.ts';

export type EventRules = { readonly applicationId: string; readonly now: number; readonly strict: boolean };
/** A whole event that has the form its schema asks for. */
type Envelope = {
  readonly application_id: string;
  readonly contains: readonly string[];
  readonly event: {
    readonly id: string;
    readonly created_timestamp: number;
    readonly name: string;
    readonly [key: string]: unknown;
  };
  readonly payload: Json;
};
type Flag = 'clock_ahead' | 'clock_behind' | 'fields_dropped' | 'no_consent';
export type GoodEvent = {
  readonly kind: EventKind;
  readonly envelope: Envelope;
  readonly flags: readonly Flag[];
  /** Fields that the schema does not have and that were left out. */
  readonly dropped: number;
};
export type BadEvent = {
  /** As a whole event, where it is an object at all. */
  readonly whole: Json | null;
  readonly eventId: string | null;
  readonly name: string;
  readonly reasons: readonly EventReason[];
};
export type Verdict = { readonly good: GoodEvent } | { readonly bad: BadEvent };

const MINUTE = 60_000;
const DAY = 86_400_000;
const EARLIEST = Date.UTC(2000, 0, 1);
const LONGEST_ID = 128;
const LONGEST_OWNER = 256;

const clockProblem = (at: number, now: number): readonly EventReason[] =>
  at > now + DAY || at < EARLIEST ? [reason('event.created_timestamp', 'event_clock')] : [];

const clockFlags = (at: number, now: number): readonly Flag[] => {
  if (at > now + 5 * MINUTE) return ['clock_ahead'];
  return at < now - 7 * DAY ? ['clock_behind'] : [];
};

const containsProblem = ({ contains, payload }: Json): readonly EventReason[] => {
  if (!Array.isArray(contains) || !isObject(payload)) return [];
  const keys = Object.keys(payload);
  // Senders list the keys as they stand there; only another order has to be looked up.
  if (contains.length === keys.length && keys.every((key, at) => contains[at] === key)) return [];
  const named = new Set<unknown>(contains);
  const exact = contains.length === keys.length && named.size === keys.length && keys.every((key) => named.has(key));
  return exact ? [] : [reason('contains', 'event_contains')];
};

const applicationProblem = (given: unknown, applicationId: string): readonly EventReason[] =>
  [given].flat().every((one) => one === applicationId || typeof one !== 'string')
    ? []
    : [reason('application_id', 'event_application')];

/** As `derivedEventId` makes them. Whoever sent one that an operation is about to tell would keep receivers from hearing of it. */
const OF_OURS = /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const idProblem = (event: unknown): readonly EventReason[] => {
  const id = isObject(event) ? event['id'] : undefined;
  return typeof id === 'string' && OF_OURS.test(id) ? [reason('event.id', 'event_id')] : [];
};

/** Columns with an index hold so much and no more, whatever counts as a character elsewhere. */
const isIndexable = ({ event, payload }: Envelope): boolean =>
  event.id.length <= LONGEST_ID &&
  [payload['user_id'], payload['anonymous_id']].every((id) => typeof id !== 'string' || id.length <= LONGEST_OWNER);

const eventKind = (event: unknown): EventKind | EventReason => {
  if (event === undefined) return reason('event', 'event_field_missing');
  if (!isObject(event)) return reason('event', 'event_field_type', 'Must be an object.');
  const { name } = event;
  if (name === undefined) return reason('event.name', 'event_field_missing');
  if (typeof name !== 'string') return reason('event.name', 'event_field_type', 'Must be text.');
  return findKind(name) ?? reason('event.name', 'event_unknown');
};

/** What goes of a value, by the step to it: null, or what goes of the member there. */
type Leaving = Map<string | number, Leaving | null>;

const leavingOf = (unknown: readonly Difference[]): Leaving => {
  const all: Leaving = new Map();
  for (const { steps } of unknown) {
    let here = all;
    for (const step of steps.slice(0, -1)) {
      const inner: Leaving = here.get(step) ?? new Map();
      here.set(step, inner);
      here = inner;
    }
    here.set(steps.at(-1) ?? '', null);
  }
  return all;
};

/** A copy without these, made once: a copy for each of thousands took seconds. */
const without = (value: unknown, leaving: Leaving): unknown => {
  const left = (step: string | number, member: unknown): unknown => {
    const inner = leaving.get(step);
    return inner ? without(member, inner) : member;
  };
  if (Array.isArray(value)) return value.map((entry, at) => left(at, entry));
  if (!isObject(value)) return value;
  const stays = Object.entries(value).filter(([name]) => leaving.get(name) !== null);
  return Object.fromEntries(stays.map(([name, member]) => [name, left(name, member)]));
};

const withoutUnknown = (whole: Json, unknown: readonly Difference[]): Json => {
  const left = without(whole, leavingOf(unknown)) as Json;
  return isObject(left['payload']) ? { ...left, contains: Object.keys(left['payload']) } : left;
};

const withOwnCasing = (sent: Json): Json => {
  const { payload } = sent;
  if (!isObject(payload) || !isObject(payload['context'])) return sent;
  const { context } = payload;
  const device = context['device'];
  if (!('user_agent' in context) && !(isObject(device) && 'is_mobile' in device)) return sent;
  return { ...sent, payload: { ...payload, context: ownCasing(context) } };
};

const idOf = (event: unknown): string | null => {
  const id = isObject(event) ? event['id'] : undefined;
  return typeof id === 'string' && id.length <= LONGEST_ID ? id : null;
};

/** Everything that is wrong, and what is left when unknown fields are left out. */
const examine = (whole: Json, kind: EventKind, strict: boolean) => {
  if (kind.fits(whole) && isIndexable(whole as Envelope)) return { left: whole, dropped: 0, reasons: [] };
  const found = differences(kind.shape, whole, []);
  const unknown = found.filter(({ kind: what }) => what === 'unknown');
  const refused = strict ? found : found.filter(({ kind: what }) => what === 'wrong');
  return {
    left: unknown.length === 0 ? whole : withoutUnknown(whole, unknown),
    dropped: unknown.length,
    reasons: refused.map((one) => one.reason),
  };
};

const judge = (whole: Json, { applicationId, now, strict }: EventRules): Verdict => {
  const { event } = whole;
  const name = isObject(event) && typeof event['name'] === 'string' ? event['name'] : '';
  const kind = eventKind(event);
  const bad = (reasons: readonly EventReason[]): Verdict => ({ bad: { whole, eventId: idOf(event), name, reasons } });
  if ('code' in kind) return bad([kind]);
  const { left, dropped, reasons: shape } = examine(whole, kind, strict);
  const at = isObject(event) ? event['created_timestamp'] : undefined;
  const reasons = [
    ...shape,
    ...idProblem(event),
    ...containsProblem(whole),
    ...applicationProblem(whole['application_id'], applicationId),
    ...(Number.isInteger(at) ? clockProblem(at as number, now) : []),
  ];
  if (reasons.length > 0) return bad(reasons.slice(0, maximumProblems));
  const envelope = (
    left['application_id'] === applicationId ? left : { ...left, application_id: applicationId }
  ) as Envelope;
  const flags = clockFlags(envelope.event.created_timestamp, now);
  return { good: { kind, envelope, dropped, flags: dropped === 0 ? flags : [...flags, 'fields_dropped'] } };
};

export const judgeEvent = (sent: unknown, rules: EventRules): Verdict => {
  if (!isObject(sent)) {
    return {
      bad: {
        whole: null,
        eventId: null,
        name: '',
        reasons: [reason('', 'event_field_type', 'An event is an object.')],
      },
    };
  }
  if (!isFlat(sent)) return judge(withOwnCasing(sent), rules);
  const verdict = judge(wholeEvent(sent, rules.applicationId), rules);
  if ('good' in verdict) return verdict;
  const reasons = verdict.bad.reasons.map((one) => ({ ...one, path: flatPath(one.path) }));
  return { bad: { ...verdict.bad, reasons } };
};
