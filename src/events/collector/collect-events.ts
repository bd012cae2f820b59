/**
 * A batch from its sender to the disk. Every event is judged by itself; the good ones are stored as the application wants
 * personal data to be stored, the bad ones are kept aside, and the answer tells what became of each.
 */
import type { EventReason, EventVerdicts } from '../../contract/events/event-collector-contract.ts';
import { eventBytes } from '../../contract/events/event-collector-contract.ts';
import type { EventSettings } from '../../contract/applications/event-settings-contract.ts';
import type { Database } from '../../db/database.ts';
import { type Checks, jsonProblem } from '../../http/requests/strict-json.ts';
import type { HashText } from '../../privacy/person-names.ts';
import { reason } from './event-codes.ts';
import type { Intake } from './event-intake.ts';
import type { EventKeys } from '../event-keys.ts';
import { type BadEvent, type GoodEvent, judgeEvent, type Verdict } from './event-rules.ts';
import { type EventRow, readSuppressed, suppressesAnybody } from '../event-store.ts';
import { isObject } from './event-shape.ts';
import { keepsAll, nothingPersonal, type PrivacyPolicy, policyOf, withPrivacy } from '../privacy/privacy-rules.ts';
import { inSlices } from '../../shared/slices.ts';
import { refusedEvent } from '../refusals/refuse-event.ts';
import { keepRefused } from '../refusals/refusal-store.ts';

/** What is counted, one by one; a drop is never silent. */
type EventCounts = {
  readonly outcome: (what: 'stored' | 'duplicate' | 'refused' | 'suppressed', by: number) => void;
  readonly refusal: (code: string) => void;
  readonly droppedFields: (by: number) => void;
};
export type Collector = Readonly<{ db: Database; keys: EventKeys; intake: Intake; counts: EventCounts }>;
export type Sender = { readonly applicationId: string; readonly companyId: number; readonly settings: EventSettings };
export type SentBatch = {
  readonly events: readonly unknown[];
  /** Of the whole body; when that is small, no event of it can be too large. */
  readonly bytes: number;
  readonly checks: Checks;
  /** Undefined: the sender does not say. */
  readonly consent: boolean | undefined;
};

const isGood = (verdict: Verdict): verdict is { readonly good: GoodEvent } => 'good' in verdict;

const bad = (sent: unknown, reasons: readonly EventReason[]): Verdict => {
  const header = isObject(sent) ? sent['event'] : undefined;
  const { name, id } = isObject(header) ? header : {};
  const eventId = typeof id === 'string' ? id : null;
  return { bad: { whole: null, eventId, name: typeof name === 'string' ? name : '', reasons } };
};

/** So many of the events as are looked at in one turn of the loop: about as much as one large event. */
const aTurn = ({ events, bytes }: SentBatch): number => Math.max(1, Math.floor((events.length * eventBytes) / bytes));

const judgeAll = (sent: SentBatch, sender: Sender, now: number): Promise<readonly Verdict[]> => {
  const { events, bytes, checks } = sent;
  const rules = { applicationId: sender.applicationId, now, strict: sender.settings.mode === 'strict' };
  const isPlain = !checks.texts && !checks.names;
  return inSlices(events, aTurn(sent), (event) => {
    if (bytes <= eventBytes && isPlain) {
      const verdict = judgeEvent(event, rules);
      // What fits a schema that leaves nothing open nests no deeper than the schema does.
      if (isGood(verdict) && verdict.good.envelope === event && verdict.good.kind.isClosed) return verdict;
    }
    const problem = jsonProblem(event, checks);
    if (problem !== undefined) return bad(event, [reason(problem.field, 'event_field_type', problem.message)]);
    if (bytes > eventBytes && Buffer.byteLength(JSON.stringify(event)) > eventBytes) {
      return bad(event, [reason('', 'event_too_large')]);
    }
    return judgeEvent(event, rules);
  });
};

const idOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The row as it will be stored, and nothing of the event beside it. */
export const rowOf = (
  { kind, envelope, flags }: GoodEvent,
  { applicationId, companyId }: Sender,
  {
    policy,
    hash,
    receivedAt,
  }: { readonly policy: PrivacyPolicy; readonly hash: HashText; readonly receivedAt: number },
): EventRow => {
  const payload = keepsAll(policy) ? envelope.payload : withPrivacy(kind.payload, envelope.payload, policy, hash);
  const stored = payload === envelope.payload ? envelope : { ...envelope, contains: Object.keys(payload), payload };
  return {
    applicationId,
    id: envelope.event.id,
    companyId,
    slug: kind.slug,
    happenedAt: envelope.event.created_timestamp,
    receivedAt,
    userId: idOf(payload['user_id']),
    anonymousId: idOf(payload['anonymous_id']),
    flags: flags.join(' '),
    body: JSON.stringify(stored),
    payload,
  };
};

const subjectsOf = ({ envelope: { payload } }: GoodEvent): readonly string[] =>
  [idOf(payload['user_id']), idOf(payload['anonymous_id'])].filter((id) => id !== null);

/** Leaves out the events of shoppers who want nothing kept; an event tried again names them by the hash already. */
export const withoutSuppressed = async (
  db: Database,
  applicationId: string,
  good: readonly GoodEvent[],
  hash: HashText,
): Promise<readonly GoodEvent[]> => {
  if (good.length === 0 || !(await suppressesAnybody(db, applicationId))) return good;
  const forms = new Map([...new Set(good.flatMap(subjectsOf))].map((id) => [id, [id, hash(id)]]));
  const suppressed = await readSuppressed(db, applicationId, [...forms.values()].flat());
  return good.filter((event) => !subjectsOf(event).some((id) => forms.get(id)?.some((form) => suppressed.has(form))));
};

const privacyOf = (settings: EventSettings, consent: boolean | undefined): PrivacyPolicy =>
  (consent ?? settings.consent === 'not_required') ? policyOf(settings) : nothingPersonal;

const failuresOf = (verdicts: readonly Verdict[]): readonly (BadEvent & { readonly index: number })[] =>
  verdicts.flatMap((verdict, index) => (isGood(verdict) ? [] : [{ index, ...verdict.bad }]));

const countAll = (counts: EventCounts, good: readonly GoodEvent[], failures: readonly BadEvent[]): void => {
  for (const { dropped } of good) if (dropped > 0) counts.droppedFields(dropped);
  for (const { reasons } of failures) counts.refusal(reasons[0]?.code ?? 'event_field_type');
};

export const collectEvents = async (
  { db, keys, intake, counts }: Collector,
  sender: Sender,
  sent: SentBatch,
  now: number,
): Promise<EventVerdicts> => {
  const hash = keys.hashOf(sender.applicationId);
  const verdicts = await judgeAll(sent, sender, now);
  const judged = verdicts.filter(isGood).map(({ good }) => good);
  const good = await withoutSuppressed(db, sender.applicationId, judged, hash);
  const policy = privacyOf(sender.settings, sent.consent);
  const agreed = policy !== nothingPersonal;
  const rows = good.map((event) =>
    rowOf(agreed ? event : { ...event, flags: [...event.flags, 'no_consent'] }, sender, {
      policy,
      hash,
      receivedAt: now,
    }),
  );
  const failures = failuresOf(verdicts);
  const refused = await inSlices(failures, aTurn(sent), (failure) =>
    keepRefused(sender.applicationId, refusedEvent(failure, now, hash)),
  );
  const fresh = rows.length + refused.length === 0 ? [] : await intake(rows, refused);
  const stored = fresh.filter(Boolean).length;
  const suppressed = judged.length - good.length;
  counts.outcome('stored', stored);
  counts.outcome('duplicate', rows.length - stored);
  counts.outcome('refused', failures.length);
  counts.outcome('suppressed', suppressed);
  countAll(counts, judged, failures);
  return {
    success_count: stored + suppressed,
    failed_count: failures.length,
    duplicate_count: rows.length - stored,
    // What nests without end could not be written into an answer either.
    failed_events: failures.map(({ index }) => {
      const event = sent.events[index];
      return jsonProblem(event, sent.checks) === undefined ? event : null;
    }),
    failures: failures.map(({ index, eventId, reasons }) => ({ index, event_id: eventId, reasons: [...reasons] })),
  };
};
