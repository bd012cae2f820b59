/** Tries refused events again, by the rules and settings of today. What is taken now is stored; the rest says what is wrong now. */
import type { Node } from '../../applications/node.ts';
import type { Statement } from '../../db/database.ts';
import { type Sender, rowOf, withoutSuppressed } from '../collector/collect-events.ts';
import type { EventKeys } from '../event-keys.ts';
import { type GoodEvent, judgeEvent } from '../collector/event-rules.ts';
import { edgeStatements } from '../event-parts.ts';
import { idsOf, insertEvents } from '../event-store.ts';
import { type PrivacyPolicy, policyOf } from '../privacy/privacy-rules.ts';
import { nextTurn } from '../../shared/slices.ts';
import { dropRefused, type KeptRefusal, keepTried, listRefused, type RefusalFilter } from './refusal-store.ts';

export type RedriveAnswer = {
  readonly stored: number;
  readonly duplicates: number;
  readonly refused: number;
  /** Where the next call goes on. */
  readonly next: readonly [number, string] | undefined;
};

const MOST = 100;
/** Worth a turn of the loop of its own. */
const LARGE = 4_096;

/** What was refused was hashed before it was kept; hashing it again would make a stranger of the shopper. */
const policyForKept = ({ direct, quasi }: PrivacyPolicy): PrivacyPolicy => ({
  direct: direct === 'hash' ? 'keep' : direct,
  quasi: quasi === 'hash' ? 'keep' : quasi,
});

type Tried = { readonly kept: KeptRefusal; readonly good: GoodEvent };

export const redriveEvents = async (
  { db, now }: Node,
  keys: EventKeys,
  sender: Sender,
  {
    filter,
    after,
    told,
  }: {
    readonly filter: RefusalFilter;
    readonly after: readonly [number, string] | undefined;
    /** For the audit. */
    readonly told: Statement;
  },
): Promise<RedriveAnswer> => {
  const { applicationId, settings } = sender;
  const found = await listRefused(db, applicationId, { filter, after, limit: MOST + 1 });
  const page = found.slice(0, MOST);
  const rules = { applicationId, now: now(), strict: settings.mode === 'strict' };
  const taken: Tried[] = [];
  const tried: (readonly Statement[])[] = [];
  for (const kept of page) {
    if (kept.body.length > LARGE) await nextTurn();
    const event: unknown = JSON.parse(kept.body);
    const verdict = judgeEvent(event, rules);
    if ('good' in verdict) taken.push({ kept, good: verdict.good });
    // Of an event that could not be kept there is nothing but the reasons it had.
    else tried.push(keepTried(applicationId, kept.id, event === null ? kept.reasons : verdict.bad.reasons));
  }
  const hash = keys.hashOf(applicationId);
  const [good, ids] = [taken.map((one) => one.good), taken.map(({ kept }) => kept.id)];
  const wanted = await withoutSuppressed(db, applicationId, good, hash);
  const policy = policyForKept(policyOf(settings));
  const rows = new Map(
    wanted.map((one) => [one.envelope.event.id, rowOf(one, sender, { policy, hash, receivedAt: rules.now })]),
  );
  const first = edgeStatements([...rows.values()]);
  const inserts = rows.size === 0 ? [] : [insertEvents([...rows.values()])];
  const drops = ids.length === 0 ? [] : dropRefused(applicationId, ids);
  const inserted = (await db.commit([...first, ...inserts, ...drops, ...tried.flat(), told]))[first.length];
  const stored = inserts.length === 0 || inserted === undefined ? 0 : idsOf(inserted).length;
  const last = page.at(-1);
  return {
    stored,
    duplicates: taken.length - stored,
    refused: tried.length,
    next: found.length > MOST && last !== undefined ? [last.receivedAt, last.id] : undefined,
  };
};
