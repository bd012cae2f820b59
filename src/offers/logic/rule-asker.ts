/**
 * Asks rules of the merchant's own. What a rule said to a question counts for a while, for everybody who asks the same; those who
 * ask at once share one call. A rule that is late or fails leaves its carts with what its fallback says, and is left alone when it
 * goes on failing. Nothing here throws because of a rule, and nothing waits longer than a rule's time.
 */
import { createHash } from 'node:crypto';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Node } from '../../applications/node.ts';
import type { Reach } from '../../http/outgoing/check-address.ts';
import { whileOutside } from '../../http/outgoing/while-outside.ts';
import { sharedLoads } from '../../shared/shared-load.ts';
import { uuid7 } from '../../shared/identifiers.ts';
import { callRule } from './call-rule.ts';
import { readRuleReceiver } from './change-custom-rule.ts';
import type { CustomRule } from './custom-rule.ts';
import { moduleOwner, readModule } from './custom-rule-store.ts';
import type { Ran } from './module-types.ts';
import { type RuleGate, ruleGate } from './rule-gate.ts';
import type { ModuleOwner, ModuleRunner } from './run-modules.ts';

/** A question as text, and how its answer is read; undefined: it cannot be used. */
export type RuleQuestion<T> = { readonly text: string; readonly read: (answer: unknown) => T | undefined };
/** `isTurnedAway`: nobody asked the rule, because others ask too much or the cart is too large. */
type Missed = { readonly kind: 'late' | 'failed'; readonly reason: string; readonly isTurnedAway?: true };
export type RuleAnswer<T> =
  | { readonly kind: 'answered'; readonly value: T; readonly until: number }
  | (Missed & { readonly until: number });
/** `by`: who asks, by a name that tells him from others; left out: somebody of the shop. */
export type AskRule = <T>(
  applicationId: string,
  rule: CustomRule,
  question: RuleQuestion<T>,
  by?: string,
) => Promise<RuleAnswer<T>>;
export type RuleAsker = { readonly ask: AskRule; readonly close: () => Promise<void> };

export type AskerParts = {
  readonly node: Pick<Node, 'db' | 'keyring' | 'now' | 'random'>;
  readonly reach: Reach;
  readonly modules: ModuleRunner;
  readonly onAsked?: (runs: string, outcome: string) => void;
};

/** For how long nobody tries again after no answer came. */
const MISSED_MS = 2000;
/** Longer than a rule may take with its turn and its module's compilation: for what is not the rule's fault. */
const STUCK_MS = 10_000;
const MOST_QUESTION = 1_048_576;
/** Answers that are kept, in number and in characters, and rules that are watched. */
const most = { kept: 2000, keptText: 16_000_000, gates: 1000 } as const;

type Said = {
  /** The last good answer. */
  readonly good?: { readonly value: unknown; readonly at: number };
  readonly missed?: Missed & { readonly until: number };
};

/** The newest of so many, and of so much. */
const bounded = <Value>(most: number, mostSize = Number.POSITIVE_INFINITY) => {
  const kept = new Map<string, { readonly value: Value; readonly size: number }>();
  let all = 0;
  const drop = (key: string): void => {
    all -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  };
  return {
    get: (key: string): Value | undefined => kept.get(key)?.value,
    set: (key: string, value: Value, size = kept.get(key)?.size ?? 0): void => {
      drop(key);
      for (const oldest of kept.keys()) {
        if (kept.size < most && all + size <= mostSize) break;
        drop(oldest);
      }
      kept.set(key, { value, size });
      all += size;
    },
  };
};

/** What a rule said; undefined: it is no JSON. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

export const ruleAsker = ({ node, reach, modules, onAsked }: AskerParts): RuleAsker => {
  const kept = bounded<Said>(most.kept, most.keptText);
  const gates = bounded<RuleGate>(most.gates);
  const owners = bounded<ModuleOwner>(most.gates);
  const shared = sharedLoads<RuleAnswer<unknown>>({ what: 'custom rules', deadlineMs: STUCK_MS });
  const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };

  const gateOf = (applicationId: string, { code, version }: CustomRule): RuleGate => {
    const key = `${applicationId}/${code}/${version}`;
    const gate = gates.get(key) ?? ruleGate();
    gates.set(key, gate);
    return gate;
  };

  /** Whose an application is never changes. */
  const ownerOf = async (applicationId: string): Promise<ModuleOwner> => {
    const owner = owners.get(applicationId) ?? (await moduleOwner(node.db, applicationId));
    owners.set(applicationId, owner);
    return owner;
  };

  const run = async (applicationId: string, rule: CustomRule, body: string): Promise<Ran> => {
    const { code, moduleHash: hash, timeMs } = rule;
    if (hash !== null) {
      const module = { hash, load: () => readModule(node.db, applicationId, hash) };
      return modules.run(await ownerOf(applicationId), module, body, timeMs);
    }
    const receiver = await readRuleReceiver(node, applicationId, code);
    if (receiver === undefined) return { kind: 'failed', reason: 'it has no address' };
    const now = node.now();
    return callRule(reach, agents, { ...receiver, id: uuid7(now, node.random), body, timeMs, now });
  };

  const attempt = async <T>(
    applicationId: string,
    rule: CustomRule,
    { text, read }: RuleQuestion<T>,
    by: string | undefined,
  ) => {
    if (text.length > MOST_QUESTION) {
      return { kind: 'failed', reason: 'the cart is too large to be told', isTurnedAway: true } as const;
    }
    const gate = gateOf(applicationId, rule);
    const entry = await gate.enter(node.now, rule.timeMs, by);
    if (entry === 'busy') return { kind: 'late', reason: 'it is asked too often', isTurnedAway: true } as const;
    if (entry === 'broken') return { kind: 'late', reason: 'it failed before' } as const;
    let isGood = false;
    try {
      const ran = await run(applicationId, rule, text);
      if (ran.kind === 'late') return { kind: 'late', reason: 'it did not answer in time' } as const;
      if (ran.kind === 'failed') return ran;
      const value = read(parsed(ran.text));
      if (value === undefined) return { kind: 'failed', reason: 'its answer cannot be used' } as const;
      isGood = true;
      return { kind: 'answered', value, size: ran.text.length } as const;
    } catch (error) {
      return { kind: 'failed', reason: String(error).slice(0, 200) } as const;
    } finally {
      gate.end(node.now(), isGood, by);
    }
  };

  const asked = async <T>(
    key: string,
    rule: CustomRule,
    attempted: ReturnType<typeof attempt<T>>,
  ): Promise<RuleAnswer<T>> => {
    const result = await attempted;
    onAsked?.(rule.runs, result.kind);
    const now = node.now();
    if (result.kind === 'answered') {
      const { kind, value, size } = result;
      kept.set(key, { good: { value, at: now } }, size);
      return { kind, value, until: now + rule.keepSeconds * 1000 };
    }
    const good = kept.get(key)?.good;
    const missed: NonNullable<Said['missed']> = { ...result, until: now + MISSED_MS };
    // Whoever is turned away learnt nothing of the rule: the next who asks the same may be let in.
    if (missed.isTurnedAway !== true) kept.set(key, { ...(good && { good }), missed });
    return fallenBack(rule, good as { readonly value: T; readonly at: number } | undefined, missed, now);
  };

  return {
    ask: <T>(
      applicationId: string,
      rule: CustomRule,
      question: RuleQuestion<T>,
      by?: string,
    ): Promise<RuleAnswer<T>> => {
      const now = node.now();
      const key = createHash('sha256')
        .update(JSON.stringify([applicationId, rule.code, rule.version]))
        .update(question.text)
        .digest('base64url');
      const { good, missed } = (kept.get(key) ?? {}) as Said & { readonly good?: { value: T; at: number } };
      const fresh = good === undefined ? 0 : good.at + rule.keepSeconds * 1000;
      if (good !== undefined && missed === undefined && now < fresh) {
        return Promise.resolve({ kind: 'answered', value: good.value, until: fresh });
      }
      if (missed !== undefined && now < missed.until) return Promise.resolve(fallenBack(rule, good, missed, now));
      // Who has as much of the rule as he may is turned away alone: others who ask the same do not share that.
      const isAlone = !gateOf(applicationId, rule).hasRoomFor(now, by);
      const asking = whileOutside(() =>
        shared(isAlone ? `${key} ${by}` : key, () => asked(key, rule, attempt(applicationId, rule, question, by))),
      );
      return asking.catch(stuck(now)) as Promise<RuleAnswer<T>>;
    },
    close: async () => {
      agents.http.destroy();
      agents.https.destroy();
      await modules.close();
    },
  };
};

const stuck = (now: number) => (): RuleAnswer<never> => ({
  kind: 'late',
  reason: 'nobody could ask it',
  isTurnedAway: true,
  until: now + MISSED_MS,
});

const MINUTE = 60_000;
/** What a cart has where no answer came: the last good one, where the rule says so and it is not too old. */
const fallenBack = <T>(
  { fallback, lastMinutes }: CustomRule,
  good: { readonly value: T; readonly at: number } | undefined,
  missed: NonNullable<Said['missed']>,
  now: number,
): RuleAnswer<T> =>
  fallback === 'last' && good !== undefined && now < good.at + lastMinutes * MINUTE
    ? { kind: 'answered', value: good.value, until: missed.until }
    : missed;
