/**
 * What answers take up that are made and not read yet. Whoever asks for large carts on a thousand connections and reads none of them
 * would have gigabytes of this process: one network address may have so much, all of them together too, and beyond it the answer that
 * waits longest goes.
 */
import type { ServerResponse } from 'node:http';
import { boundsOf, heldBytes } from './held-bytes.ts';

const most = { ofAddress: 67_108_864, ofAll: 536_870_912 };
/** Less is bounded by the connections that one address may have. */
const LEAST_BYTES = 65_536;

/** So many bytes of this answer, for somebody at an address, wait to be read, until what this gives is called. */
export type WaitUnread = (response: ServerResponse, ip: () => string, bytes: number) => () => void;

export const unreadAnswers = (): WaitUnread => {
  const { hold } = heldBytes();
  return (response, ip, bytes) => {
    if (bytes < LEAST_BYTES) return () => undefined;
    const { grow, leave } = hold(boundsOf(ip(), most), () => void response.destroy());
    grow(bytes);
    return leave;
  };
};
