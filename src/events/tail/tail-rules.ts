/** Entries of the live tail as server-sent events, and who wants which. Pure. */
import type { TailQuery } from '../../contract/events/tail-contract.ts';

export type TailKind = 'good' | 'bad';
export type TailPlace = { readonly receivedAt: number; readonly id: string };
export type TailEntry = TailPlace & {
  readonly kind: TailKind;
  readonly name: string;
  /** What the listener gets, as JSON. */
  readonly data: string;
};

export const isWanted = ({ kind, name }: TailQuery, entry: TailEntry): boolean =>
  (kind === 'all' || kind === entry.kind) && (name === undefined || name === entry.name);

/** Ids of events come from outside and may have any character in them; a message is made of lines. */
export const entryMessage = ({ kind, receivedAt, id, data }: TailEntry): string =>
  `id: ${receivedAt}.${encodeURIComponent(id)}\nevent: ${kind}\ndata: ${data}\n\n`;

/** Something the tail itself has to say: `skipped` when there was more than it shows, `end` with the reason. */
export const noticeMessage = (event: 'skipped' | 'end', reason: string): string =>
  `event: ${event}\ndata: ${JSON.stringify({ reason })}\n\n`;

export const heartbeat = ': still here\n\n';
export const greeting = 'retry: 2000\n: listening\n\n';

/** Where a listener left off; undefined for what is no id of ours. */
export const placeOf = (lastEventId: string | undefined): TailPlace | undefined => {
  const [, receivedAt, id] = /^(\d{1,15})\.(.+)$/.exec(lastEventId ?? '') ?? [];
  if (receivedAt === undefined || id === undefined) return undefined;
  try {
    return { receivedAt: Number(receivedAt), id: decodeURIComponent(id) };
  } catch {
    return undefined;
  }
};

export const isAfter = (entry: TailPlace, place: TailPlace): boolean =>
  entry.receivedAt === place.receivedAt ? entry.id > place.id : entry.receivedAt > place.receivedAt;
