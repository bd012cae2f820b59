/**
 * Answers as they were sent, or as they would be now, by the question. When they outgrow their room the eldest leave that were not
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

export const viewStore = (mostBytes: number): ViewStore => {
  const kept = new Map<string, { readonly view: View; readonly size: number; isAsked: boolean }>();
  let bytes = 0;
  const drop = (question: string): void => {
    const entry = kept.get(question);
    if (entry === undefined) return;
    bytes -= entry.size;
    kept.delete(question);
  };
  const keep = (question: string, view: View): void => {
    drop(question);
    const size = sizeOf(question, view);
    kept.set(question, { view, size, isAsked: false });
    bytes += size;
    // A Map keeps the order of insertion, and what is put behind is gone through in its turn.
    for (const [eldest, entry] of kept) {
      if (bytes <= mostBytes) break;
      if (!entry.isAsked) drop(eldest);
      else {
        entry.isAsked = false;
        kept.delete(eldest);
        kept.set(eldest, entry);
      }
    }
  };
  return {
    find: (question) => {
      const entry = kept.get(question);
      if (entry === undefined) return undefined;
      entry.isAsked = true;
      return entry.view;
    },
    keep,
    drop,
    grew: (question, view) => {
      if (kept.get(question)?.view === view) keep(question, view);
    },
    purge: (now) => {
      for (const [question, { view }] of kept) if (now >= view.until) drop(question);
    },
    held: () => ({ views: kept.size, bytes }),
  };
};
