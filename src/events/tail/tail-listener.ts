/** One listener of the live tail: what it has been sent, and when it is let go because it does not keep up. */
import { Readable } from 'node:stream';
import type { TailQuery } from '../../contract/events/tail-contract.ts';
import {
  entryMessage,
  greeting,
  isAfter,
  isWanted,
  noticeMessage,
  type TailEntry,
  type TailKind,
  type TailPlace,
} from './tail-rules.ts';

export type TailListener = {
  readonly query: TailQuery;
  /** What the network reads from. */
  readonly stream: Readable;
  readonly isOpen: () => boolean;
  /** Whether it may still be shown anything. */
  readonly mayStill: () => Promise<boolean>;
  /** Whether it is to be offered what lies there, which it was not before. */
  readonly lacks: (kind: TailKind, place: TailPlace) => boolean;
  /** Sends one that it lacks, if it is wanted. */
  readonly offer: (entry: TailEntry) => void;
  /** From when on it has to be offered what there is. */
  readonly from: () => number;
  /** It has been offered everything before this time, and wants nothing more of it. */
  readonly forgetBefore: (time: number) => void;
  readonly say: (text: string) => void;
  readonly end: (reason: 'too_slow' | 'time_is_up' | 'closing' | 'no_longer_permitted') => void;
};

export const newListener = (
  query: TailQuery,
  since: TailPlace,
  { mostBytes, mayStill }: { readonly mostBytes: number; readonly mayStill: TailListener['mayStill'] },
): TailListener => {
  const stream = new Readable({ read: () => undefined });
  const seen = new Map<string, number>();
  let { receivedAt: from } = since;
  let open = true;
  const isOpen = (): boolean => open && !stream.destroyed;
  const end: TailListener['end'] = (reason) => {
    if (!isOpen()) return;
    open = false;
    stream.push(noticeMessage('end', reason));
    stream.push(null);
  };
  const say = (text: string): void => {
    if (!isOpen()) return;
    stream.push(text);
    // Whoever reads more slowly than events come in would make this process keep them all.
    if (stream.readableLength > mostBytes) end('too_slow');
  };
  say(greeting);
  return {
    query,
    stream,
    isOpen,
    mayStill,
    say,
    end,
    lacks: (kind, place) =>
      isOpen() && place.receivedAt >= from && isAfter(place, since) && !seen.has(`${kind} ${place.id}`),
    offer: (entry) => {
      seen.set(`${entry.kind} ${entry.id}`, entry.receivedAt);
      if (isWanted(query, entry)) say(entryMessage(entry));
    },
    from: () => from,
    forgetBefore: (time) => {
      from = Math.max(from, time);
      for (const [key, receivedAt] of seen) if (receivedAt < time) seen.delete(key);
    },
  };
};
