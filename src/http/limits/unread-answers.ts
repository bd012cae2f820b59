/**
 * What answers take up that are made and not read yet. Whoever asks for large carts on a thousand connections and reads none of them
 * would have gigabytes of this process: one network address may have so much, and beyond it the answer that waits longest goes.
 */
import type { ServerResponse } from 'node:http';

const MOST_BYTES = 67_108_864;
/** Less is bounded by the connections that one address may have. */
const LEAST_BYTES = 65_536;

type Unread = { bytes: number; readonly answers: Map<ServerResponse, number> };
/** This answer of so many bytes, for somebody, waits to be read. */
export type KeepUnread = (response: ServerResponse, of: string, bytes: number) => void;

export const unreadAnswers = (mostBytes = MOST_BYTES): KeepUnread => {
  const unread = new Map<string, Unread>();
  const leave = (of: string, response: ServerResponse): void => {
    const own = unread.get(of);
    const bytes = own?.answers.get(response);
    if (own === undefined || bytes === undefined) return;
    own.answers.delete(response);
    own.bytes -= bytes;
    if (own.answers.size === 0) unread.delete(of);
  };
  return (response, of, bytes) => {
    if (bytes < LEAST_BYTES) return;
    const own = unread.get(of) ?? { bytes: 0, answers: new Map<ServerResponse, number>() };
    unread.set(of, own);
    own.answers.set(response, bytes);
    own.bytes += bytes;
    response.once('close', () => leave(of, response));
    for (const longest of own.answers.keys()) {
      if (own.bytes <= mostBytes || longest === response) return;
      leave(of, longest);
      longest.destroy();
    }
  };
};
