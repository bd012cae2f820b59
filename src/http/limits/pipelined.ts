/**
 * How many requests a connection may send before it has read the answers. Browsers and proxies wait for each; whoever sends hundreds
 * in one packet has all of them parsed in one turn of the loop, before anybody can be asked to wait for his turn.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const MOST = 16;

/** False: it has sent too many, or was closed because it did, and nothing of this one is to be done. */
export type TakeRequest = (socket: Socket, response: ServerResponse) => boolean;

export const pipelined = (): TakeRequest => {
  const unanswered = new WeakMap<Socket, { count: number }>();
  return (socket, response) => {
    // What came in the same packet is told one by one, also when the connection is closed meanwhile.
    if (socket.destroyed) return false;
    const own = unanswered.get(socket) ?? { count: 0 };
    if (own.count === 0) unanswered.set(socket, own);
    if (own.count >= MOST) {
      socket.destroy();
      return false;
    }
    own.count += 1;
    response.once('close', () => {
      own.count -= 1;
    });
    return true;
  };
};
