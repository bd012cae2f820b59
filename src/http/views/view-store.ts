/**
 * Answers as they were sent, or as they would be now, by the question. Those that were asked for once have a part of the room, and
 * leave it in the order in which they came. Those that were asked for again have the rest; of them the eldest leave that were not
 * asked for since they were last passed over: a read marks its answer, and no more, because to move it to the end with each would
 * have the collector go through the whole of the map again and again.
 */
import type { Evidence } from '../../db/prove.ts';
import type { Closer, Witness } from '../../db/witness.ts';
import type { ApplicationCaller } from '../caller.ts';
import type { LoggedRoute } from '../watch/redaction.ts';

export type View = {
  readonly evidence: Evidence;
  /** Outside of this time it is not looked at. */
  readonly since: number;
  readonly until: number;
  readonly caller: ApplicationCaller;
  /** Another takes its place when the answer follows what it shows (follow-figures.ts). */
  shown: Shown;
  readonly operation: string;
  readonly route: LoggedRoute;
};

export type Shown = {
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** The same without what is said of a body. */
  readonly bareHeaders: readonly string[];
  readonly tag: string | undefined;
  readonly body: Buffer | undefined;
  /** How many are still being sent the body, or pack it; undefined: it is not ours alone. It is written into while there are none. */
  readonly readers?: { count: number } | undefined;
  /** The same, packed (packed-body.ts). */
  packed?: Buffer;
};

/** What an entry, and each thing that was read for it, takes beside its texts and bytes, about. */
const ENTRY_BYTES = 1_000;
const WITNESS_BYTES = 200;
/** Its figures, where they stand in the answer, and what is decided by them. */
const FIGURE_BYTES = 60;
const closerBytes = (closer: Closer | undefined): number =>
  closer === undefined ? 0 : closer.said.length + closer.figures.length * FIGURE_BYTES;
const witnessBytes = (witness: Witness): number =>
  WITNESS_BYTES +
  (witness.said?.length ?? 0) +
  (witness.kind === 'read' ? witness.name.length + witness.params.length * 16 : closerBytes(witness.closer));
const sizeOf = (question: string, { shown: { body, packed, headers }, evidence }: View): number =>
  evidence.witnesses.reduce(
    (sum, witness) => sum + witnessBytes(witness),
    ENTRY_BYTES + question.length + headers.length * 20 + (body?.byteLength ?? 0) + (packed?.byteLength ?? 0),
  );

export type ViewStore = {
  readonly find: (question: string) => View | undefined;
  readonly keep: (question: string, view: View) => void;
  readonly drop: (question: string) => void;
  /** What it shows is another now, or there in another form, too; if it is still there, its room is counted anew. */
  readonly grew: (question: string, view: View) => void;
  /** What nobody will be given any more goes, so that nothing of a shopper stays behind. */
  readonly purge: (now: number) => void;
  readonly held: () => { readonly views: number; readonly bytes: number };
};

/** Of the room, for answers that were asked for once: most visitors look at their cart once, and leave nothing lasting behind. */
const ONCE_SHARE = 1 / 4;
/** So many that left are known by name, some thirty bytes each: whoever asks for one of them again asks for it often. */
const MOST_LEFT = 20_000;

/** Short, and of two questions seldom the same; where it is, an answer stays a little longer than it should. */
const nameOf = (question: string): number => {
  let name = 0;
  for (let at = 0; at < question.length; at += 1) name = (Math.imul(name, 31) + question.charCodeAt(at)) | 0;
  return name;
};

type Entry = { readonly view: View; readonly size: number; isAsked: boolean };
/** A Map keeps the order of insertion, and what is put behind is gone through in its turn. */
const newRoom = () => {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  const remove = (question: string): Entry | undefined => {
    const entry = entries.get(question);
    if (entry === undefined) return undefined;
    bytes -= entry.size;
    entries.delete(question);
    return entry;
  };
  const put = (question: string, entry: Entry): void => {
    entries.set(question, entry);
    bytes += entry.size;
  };
  return { entries, remove, put, bytes: () => bytes };
};

export const viewStore = (mostBytes: number): ViewStore => {
  const once = newRoom();
  const often = newRoom();
  /** The first that left first. */
  const left = new Set<number>();

  const leave = (question: string): void => {
    const entry = once.remove(question) ?? often.remove(question);
    if (entry === undefined) return;
    const name = nameOf(question);
    left.delete(name);
    left.add(name);
    if (left.size > MOST_LEFT) left.delete(left.values().next().value ?? name);
  };
  const makeRoom = (): void => {
    for (const eldest of once.entries.keys()) {
      if (once.bytes() <= mostBytes * ONCE_SHARE) break;
      leave(eldest);
    }
    for (const [eldest, entry] of often.entries) {
      if (once.bytes() + often.bytes() <= mostBytes) break;
      if (!entry.isAsked) leave(eldest);
      else {
        entry.isAsked = false;
        often.remove(eldest);
        often.put(eldest, entry);
      }
    }
  };
  const keep = (question: string, view: View): void => {
    const wasOften = often.remove(question) !== undefined || left.delete(nameOf(question));
    once.remove(question);
    (wasOften ? often : once).put(question, { view, size: sizeOf(question, view), isAsked: false });
    makeRoom();
  };
  return {
    find: (question) => {
      const known = often.entries.get(question);
      const entry = known ?? once.remove(question);
      if (entry === undefined) return undefined;
      entry.isAsked = true;
      if (known === undefined) often.put(question, entry);
      return entry.view;
    },
    keep,
    drop: leave,
    grew: (question, view) => {
      const entry = often.entries.get(question) ?? once.entries.get(question);
      if (entry?.view === view) keep(question, view);
    },
    purge: (now) => {
      for (const { entries } of [once, often]) {
        for (const [question, { view }] of entries) if (now >= view.until) leave(question);
      }
    },
    held: () => ({ views: once.entries.size + often.entries.size, bytes: once.bytes() + often.bytes() }),
  };
};
