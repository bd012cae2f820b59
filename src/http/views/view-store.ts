/** Answers as they were sent, by the question; the least recently used leave when they outgrow their room. */
import type { Evidence } from '../../db/prove.ts';
import type { ApplicationCaller } from '../caller.ts';
import type { LoggedRoute } from '../watch/redaction.ts';

export type View = {
  readonly evidence: Evidence;
  /** Outside of this time it is not looked at. */
  readonly since: number;
  readonly until: number;
  readonly caller: ApplicationCaller;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** The same without what is said of a body. */
  readonly bareHeaders: readonly string[];
  readonly tag: string | undefined;
  readonly body: Buffer | undefined;
  readonly operation: string;
  readonly route: LoggedRoute;
};

/** What an entry takes beside its question and its bytes, about. */
const ENTRY_BYTES = 2_000;
const sizeOf = (question: string, { body, headers }: View): number =>
  ENTRY_BYTES + question.length + headers.length * 20 + (body?.byteLength ?? 0);

export type ViewStore = {
  readonly find: (question: string) => View | undefined;
  readonly keep: (question: string, view: View) => void;
  readonly drop: (question: string) => void;
  /** What nobody will be given any more goes, so that nothing of a shopper stays behind. */
  readonly purge: (now: number) => void;
  readonly held: () => { readonly views: number; readonly bytes: number };
};

export const viewStore = (mostBytes: number): ViewStore => {
  const kept = new Map<string, View>();
  let bytes = 0;
  const drop = (question: string): void => {
    const view = kept.get(question);
    if (view === undefined) return;
    bytes -= sizeOf(question, view);
    kept.delete(question);
  };
  return {
    find: (question) => {
      const view = kept.get(question);
      if (view === undefined) return undefined;
      kept.delete(question); // A Map keeps the order of insertion: the first key is the least recently used.
      kept.set(question, view);
      return view;
    },
    keep: (question, view) => {
      drop(question);
      kept.set(question, view);
      bytes += sizeOf(question, view);
      for (const oldest of kept.keys()) {
        if (bytes <= mostBytes) break;
        drop(oldest);
      }
    },
    drop,
    purge: (now) => {
      for (const [question, { until }] of kept) if (now >= until) drop(question);
    },
    held: () => ({ views: kept.size, bytes }),
  };
};
