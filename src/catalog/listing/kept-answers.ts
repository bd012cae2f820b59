/**
 * Answers by their question, each with every version it was made from: one of other versions takes its place, so that what
 * nobody can ask for any more holds no memory. The least recently used leave when the answers outgrow their room. One that is
 * being made is awaited.
 */
import { LOAD_DEADLINE_MS, type OnLate, sharedLoads } from '../../shared/shared-load.ts';

export type KeptAnswer = {
  /** Stands for question and version outside. */
  readonly tag: string;
  /** Whether it is there, and nothing has to be made for it. */
  readonly isMade: () => boolean;
  readonly body: (make: () => Promise<Uint8Array>) => Promise<Uint8Array>;
};

/** In memory of its own: a small text made by `Buffer.from` lies in a slab with others and would keep all of it. */
const owned = (bytes: Uint8Array): Uint8Array =>
  bytes.buffer.byteLength === bytes.byteLength ? bytes : Buffer.from(new Uint8Array(bytes).buffer);

/** What an entry takes beside its question, its version and its bytes, about: also one to which there is no answer. */
const ENTRY_BYTES = 1_000;

type Entry = KeptAnswer & { readonly version: string; size: number; bytes: Uint8Array | undefined };

export const keptAnswers = (
  mostBytes: number,
  tagOf: (question: string, version: string) => string,
  onLate?: OnLate,
) => {
  const kept = new Map<string, Entry>();
  const shared = sharedLoads<Uint8Array>({ what: 'catalogue answers', deadlineMs: LOAD_DEADLINE_MS, onLate });
  let held = 0;

  const drop = (question: string): void => {
    held -= kept.get(question)?.size ?? 0;
    kept.delete(question);
  };
  const grow = (question: string, entry: Entry, size: number): void => {
    if (kept.get(question) !== entry) return;
    entry.size += size;
    held += size;
    for (const oldest of kept.keys()) {
      if (held <= mostBytes) break;
      drop(oldest);
    }
  };

  const open = (question: string, version: string): Entry => {
    const entry: Entry = {
      tag: tagOf(question, version),
      version,
      size: 0,
      bytes: undefined,
      isMade: () => entry.bytes !== undefined,
      body: async (make) =>
        entry.bytes ??
        shared(JSON.stringify([question, version]), async () => {
          const bytes = owned(await make());
          if (entry.bytes === undefined) grow(question, entry, bytes.buffer.byteLength);
          entry.bytes = bytes;
          return bytes;
        }),
    };
    return entry;
  };

  return (question: string, version: string): KeptAnswer => {
    const known = kept.get(question);
    if (known?.version === version) {
      kept.delete(question);
      kept.set(question, known); // A Map keeps the order of insertion: the first is the least recently used.
      return known;
    }
    drop(question);
    const entry = open(question, version);
    kept.set(question, entry);
    grow(question, entry, ENTRY_BYTES + question.length + version.length);
    return entry;
  };
};
