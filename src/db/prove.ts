/**
 * Whether what witnesses said still holds. All who ask in one turn of the event loop are answered by one look: reads that are
 * alike are made once, rows that are looked up by key are looked up together. Where the database knows which tables were
 * written since the last look (SQLite), only witnesses of those are asked at all.
 */
import type { Clock } from '../shared/clock.ts';
import type { Database, Value } from './database.ts';
import { gatherReads } from './gather-reads.ts';
import { witnessMemory } from './witness-memory.ts';
import {
  atLook,
  figuresIn,
  type Follow,
  isSameFigures,
  isTimed,
  keyRead,
  type KeyedRead,
  type ReadWitness,
  saidBy,
  seenNow,
  tablesRead,
  type Witness,
} from './witness.ts';

export type Evidence = {
  witnesses: readonly Witness[];
  /** When it was last seen to hold, in the count of `Database.changes`. */
  stamp: number;
  /** Whether some of it has to be asked again whatever was written. */
  readonly isTimed: boolean;
  /** Left out: whatever changes makes it false. */
  follow?: Follow;
};
export const evidenceOf = (witnesses: readonly Witness[], stamp: number): Evidence => ({
  witnesses,
  stamp,
  isTimed: witnesses.some(isTimed),
});
type Prove = (evidence: Evidence, answer: (holds: boolean) => void) => void;
export type Prover = {
  readonly prove: Prove;
  /** For evidence that is about to be gathered. */
  readonly stamp: () => number;
};

type Asking = Readonly<{
  evidence: Evidence;
  answer: (holds: boolean) => void;
  /** All of them as they were when it was asked: another look may put others in their place meanwhile. */
  witnesses: readonly Witness[];
  doubtful: readonly Witness[];
}>;
const MOST_KEYS = 512;
/** After what is at hand; not in line with long work, for what is answered here is short. */
const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const STUCK_MS = 20;
const nothing: readonly Witness[] = [];
const hasCloser = (witness: Witness): boolean => witness.kind === 'keyed' && witness.closer !== undefined;

const portions = function* <T>(all: Iterable<T>): Generator<T[]> {
  let portion: T[] = [];
  for (const one of all) {
    portion.push(one);
    if (portion.length < MOST_KEYS) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
};

/** What one look has to find out. */
const newLook = () => {
  const reads = new Map<string, ReadWitness>();
  const keyed = new Map<KeyedRead, Map<Value, Set<Value>>>();
  const askKey = (of: KeyedRead, scope: Value, key: Value): void => {
    const scopes = keyed.get(of) ?? new Map<Value, Set<Value>>();
    keyed.set(of, scopes);
    const keys = scopes.get(scope) ?? new Set<Value>();
    scopes.set(scope, keys);
    keys.add(key);
  };
  return {
    reads,
    keyed,
    ask: (witness: Witness): void => {
      if (witness.kind === 'read') reads.set(witness.name, witness);
      else askKey(witness.of, witness.scope, witness.key);
    },
  };
};
type Look = ReturnType<typeof newLook>;

type SaysNow = (witness: Witness) => string | undefined;
/** Says what a witness says now. `db` is one that gathers: however much is asked, it is one way there and back. */
const carryOut = async (db: Database, { reads, keyed }: Look, now: number): Promise<SaysNow> => {
  const said = new Map<string, string>();
  const found = new Map<KeyedRead, Map<Value, Map<Value, string>>>();
  const readOne = async ({ name, sql, params }: ReadWitness): Promise<void> => {
    const values = params.map((value) => (value === atLook ? now : value));
    said.set(name, saidBy(await db.all(sql, values)));
  };
  const lookUp = async (of: KeyedRead, scope: Value, keys: readonly Value[]): Promise<void> => {
    const scopes = found.get(of) ?? new Map<Value, Map<Value, string>>();
    found.set(of, scopes);
    const all = scopes.get(scope) ?? new Map<Value, string>();
    scopes.set(scope, all);
    for (const [key, text] of await of.look(db, scope, keys)) all.set(key, text);
  };
  await Promise.all([
    ...[...reads.values()].map(readOne),
    ...[...keyed].flatMap(([of, scopes]) =>
      [...scopes].flatMap(([scope, keys]) => [...portions(keys)].map((portion) => lookUp(of, scope, portion))),
    ),
  ]);
  return (witness) =>
    witness.kind === 'read' ? said.get(witness.name) : found.get(witness.of)?.get(witness.scope)?.get(witness.key);
};

export const openProver = (db: Database, clock: Clock): Prover => {
  const { changes } = db;
  const confirm = changes?.confirm;
  const gathering = gatherReads(db);
  /** A look is for all who came while the one before it was made; but nobody waits long for one that is stuck. */
  let lookingSince: number | undefined;
  let waiting: { readonly evidence: Evidence; readonly answer: (holds: boolean) => void }[] = [];

  const memory = changes && witnessMemory(changes);

  /** Whether it says the same without a look; undefined: nobody knows. */
  const saysSame = (witness: Witness): boolean | undefined => {
    const known = memory?.now(witness);
    return known && known.said === witness.said;
  };
  /** Whether a row that is known to have changed settles it: the part that was read of it may be the same, or it may be newer. */
  const isFinal = (witness: Witness): boolean => confirm === undefined && !hasCloser(witness);

  /** What has to be looked at; undefined when it is known that something of it changed. */
  const doubted = ({ witnesses, stamp, isTimed: hasTimed }: Evidence, now: number): readonly Witness[] | undefined => {
    if (changes === undefined) return witnesses;
    if (stamp === now) return hasTimed ? witnesses.filter(isTimed) : nothing;
    let doubtful: Witness[] | undefined;
    for (const witness of witnesses) {
      if (!changes.touched(tablesRead(witness), stamp, keyRead(witness)) && !(hasTimed && isTimed(witness))) continue;
      const same = saysSame(witness);
      if (same === true) continue;
      if (same === false && isFinal(witness)) return undefined;
      (doubtful ??= []).push(witness);
    }
    return doubtful ?? nothing;
  };

  /** Rows changed: it still holds if what was read of each of them did not, or if its holder can follow what moved. */
  const lookCloser = async ({ evidence, answer, ...asked }: Asking, saysNow: SaysNow, stamp: number): Promise<void> => {
    const { witnesses, doubtful } = asked;
    const now = new Map<Witness, Witness>();
    try {
      const seen = await Promise.all(doubtful.map((witness) => seenNow(witness, saysNow(witness))));
      for (const [at, one] of seen.entries()) if (one !== undefined) now.set(doubtful[at] ?? one, one);
    } catch {
      // As below.
    }
    const moved = witnesses.map((witness) => now.get(witness) ?? witness);
    const holds =
      now.size === doubtful.length &&
      (isSameFigures(evidence.witnesses, moved) || evidence.follow?.(figuresIn(moved)) === true);
    if (holds) {
      evidence.witnesses = moved;
      evidence.stamp = stamp;
    }
    answer(holds);
  };

  const answerAll = (asking: readonly Asking[], saysNow: SaysNow, stamp: number): void => {
    for (const one of asking) {
      const { evidence, answer, doubtful } = one;
      const changed = doubtful.filter((witness) => {
        const said = saysNow(witness);
        memory?.told(witness, said, stamp);
        return said !== witness.said;
      });
      if (changed.length === 0) evidence.stamp = stamp;
      if (changed.length > 0 && changed.every(hasCloser)) void lookCloser(one, saysNow, stamp);
      else answer(changed.length === 0);
    }
  };

  /** Whoever came meanwhile is looked after; true: their look is on its way. */
  const lookOn = (began: number): boolean => {
    if (lookingSince !== began) return false;
    lookingSince = undefined;
    if (waiting.length === 0) return false;
    turn();
    return lookingSince !== undefined;
  };

  const lookFor = (asking: readonly Asking[]): Promise<SaysNow> => {
    const look = newLook();
    for (const { doubtful } of asking) for (const witness of doubtful) look.ask(witness);
    return carryOut(gathering, look, clock());
  };
  /** With what is in doubt only now, of what nobody has asked for. */
  const doubtedNow = (one: Asking, stamp: number): Asking => {
    const asked = new Set(one.doubtful);
    const late = one.witnesses.filter(
      (witness) => !asked.has(witness) && changes?.touched(tablesRead(witness), stamp, keyRead(witness)) === true,
    );
    return late.length === 0 ? one : { ...one, doubtful: late };
  };
  /** What is doubted is asked for, together with what was written until now; what is to be doubted by that is asked for, too. */
  const lookAtOnce = async (
    asking: readonly Asking[],
    stamp: number,
  ): Promise<readonly [readonly Asking[], SaysNow]> => {
    const [saysFirst] = await Promise.all([lookFor(asking), confirm?.(gathering)]);
    if (confirm === undefined || changes?.stamp() === stamp) return [asking, saysFirst];
    const doubted = asking.map((one) => doubtedNow(one, stamp));
    const again = doubted.filter((one, at) => one !== asking[at]);
    if (again.length === 0) return [asking, saysFirst];
    const saysThen = await lookFor(again);
    const late = new Set(again.flatMap(({ doubtful }) => doubtful));
    const all = asking.map((one, at) =>
      one === doubted[at] ? one : { ...one, doubtful: [...one.doubtful, ...(doubted[at]?.doubtful ?? [])] },
    );
    return [all, (witness) => (late.has(witness) ? saysThen : saysFirst)(witness)];
  };

  const lookAt = async (asking: readonly Asking[], stamp: number): Promise<void> => {
    const began = performance.now();
    lookingSince = began;
    let looked: Awaited<ReturnType<typeof lookAtOnce>>;
    try {
      looked = await lookAtOnce(asking, stamp);
    } catch {
      // Who cannot be told is not told that it holds: whoever makes the answer anew meets the same trouble, and says so.
      for (const { answer } of asking) answer(false);
      lookOn(began);
      return;
    }
    // A server elsewhere looks for the next ones while these are answered; an engine in this process does one after the other.
    if (confirm !== undefined && lookOn(began)) await soon();
    answerAll(...looked, stamp);
    lookOn(began);
  };

  /** Whoever comes until it is known what was written waits, too: to know it spares looks. */
  const turnWhen = async (settled: Promise<void>): Promise<void> => {
    const began = performance.now();
    lookingSince = began;
    await settled;
    if (lookingSince !== began) return;
    lookingSince = undefined;
    lookAtAll(changes?.stamp() ?? 0);
  };

  const turn = (): void => {
    if (lookingSince !== undefined && performance.now() - lookingSince < STUCK_MS) return;
    const stamp = changes?.stamp() ?? 0;
    const settled = changes?.settled();
    if (settled === undefined) lookAtAll(stamp);
    else void turnWhen(settled);
  };

  /** `stamp` is from before anything is looked at: what changes during the look is doubted by the next. */
  const lookAtAll = (stamp: number): void => {
    const asked = waiting;
    waiting = [];
    const open: Asking[] = [];
    for (const { evidence, answer } of asked) {
      const doubtful = doubted(evidence, stamp);
      if (doubtful === undefined) {
        answer(false);
        continue;
      }
      if (doubtful.length > 0 || confirm !== undefined) {
        open.push({ evidence, answer, witnesses: evidence.witnesses, doubtful });
        continue;
      }
      evidence.stamp = stamp;
      answer(true);
    }
    if (open.length > 0) void lookAt(open, stamp);
  };

  return {
    prove: (evidence, answer) => {
      waiting.push({ evidence, answer });
      if (waiting.length === 1 || lookingSince !== undefined) setImmediate(turn);
    },
    stamp: () => changes?.stamp() ?? 0,
  };
};
