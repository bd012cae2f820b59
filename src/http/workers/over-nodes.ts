/**
 * What workers tell each other of what they counted, told to the other nodes too, so that a limit is that of all of them. What is
 * told may be lost: then a caller may do a little more than he should, for a minute.
 */
import type { Peers } from './peers.ts';

/** As `db/postgres/postgres-channel.ts` opens one. */
export type NodeChannel = {
  readonly tell: (text: string) => void;
  readonly hear: (listener: (text: string) => void) => void;
};
type Counts = readonly (readonly [key: string, count: number])[];
type Told = { readonly topic: string; readonly counts: Counts };

const isCount = (entry: unknown): boolean =>
  Array.isArray(entry) && typeof entry[0] === 'string' && Number.isSafeInteger(entry[1]);

/** Whoever may use the database may speak on its channels: what is no count of ours is passed over. */
const toldIn = (text: string): Told | undefined => {
  try {
    const { topic, counts } = JSON.parse(text) as Partial<Told>;
    return typeof topic === 'string' && Array.isArray(counts) && counts.every(isCount) ? { topic, counts } : undefined;
  } catch {
    return undefined;
  }
};

const mostFirst = (counts: Counts): Counts => counts.toSorted(([, a], [, b]) => b - a);

/** In pieces that fit; so many keys in a tenth of a second that they fill more than a few are not worth more. */
const MOST_PIECES = 4;
const piecesOf = (topic: string, counts: Counts, mostBytes: number): readonly string[] => {
  const pieces: string[] = [];
  let piece: (readonly [string, number])[] = [];
  let bytes = 0;
  const close = (): void => {
    if (piece.length > 0) pieces.push(JSON.stringify({ topic, counts: piece } satisfies Told));
    piece = [];
    bytes = topic.length;
  };
  for (const one of mostFirst(counts)) {
    const size = Buffer.byteLength(JSON.stringify(one)) + 32;
    if (bytes + size > mostBytes) close();
    if (pieces.length >= MOST_PIECES) break;
    piece.push(one);
    bytes += size;
  }
  close();
  return pieces.slice(0, MOST_PIECES);
};

/**
 * For the first worker of a node: what it and the others counted goes out, and what comes in it tells the others. They hear of it
 * as of anything that a worker counted.
 */
export const overNodes = (peers: Peers | undefined, channel: NodeChannel, mostBytes: number): Peers => {
  const listeners = new Map<string, (message: unknown, from: number) => void>();
  const tellNodes = (topic: string, counts: unknown): void => {
    for (const piece of piecesOf(topic, counts as Counts, mostBytes)) channel.tell(piece);
  };
  channel.hear((text) => {
    const told = toldIn(text);
    if (told === undefined) return;
    listeners.get(told.topic)?.(told.counts, 0);
    peers?.tell(told.topic, told.counts);
  });
  return {
    number: peers?.number ?? 1,
    count: peers?.count ?? 1,
    hasOtherNodes: true,
    tell: (topic, message) => {
      peers?.tell(topic, message);
      tellNodes(topic, message);
    },
    hear: (topic, listener) => {
      listeners.set(topic, listener);
      peers?.hear(topic, (message, from) => {
        listener(message, from);
        tellNodes(topic, message);
      });
    },
    state: () => peers?.state() ?? { serving: 1, restarts: 0 },
  };
};
