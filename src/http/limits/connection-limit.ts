/**
 * How many connections there may be at once, and how many of one network address, so that nobody takes them all. Decided when a connection
 * is accepted, before a byte of it is read. A trusted proxy speaks for many and is not counted: it knows its own clients.
 */
import type { Server, Socket } from 'node:net';
import { addressKey, networkKey } from './address-key.ts';

/** `node`: over the limit of all connections together. */
export type OnRefused = (by: 'address' | 'node') => void;
export type ConnectionLimitOptions = {
  /** Not the server's own limit: one worker would hand a connection over it to the next, which would hand it on. */
  readonly most: number;
  readonly perAddress: number;
  readonly isProxy: (address: string) => boolean;
  readonly onRefused: OnRefused;
};
/** A /48 of IPv6 has as many as so many addresses: with the usual limits half of all there are. */
const NETWORK = 2;
export type Connections = { readonly open: () => number };

export const limitConnections = (server: Server, options: ConnectionLimitOptions): Connections => {
  const { most, perAddress, isProxy, onRefused } = options;
  const counts = new Map<string, number>();
  let open = 0;

  const leave = (key: string): void => {
    const left = (counts.get(key) ?? 1) - 1;
    if (left === 0) counts.delete(key);
    else counts.set(key, left);
  };
  /** False when the address has as many as it may. */
  const enter = (socket: Socket): boolean => {
    const { remoteAddress } = socket;
    // Without an address it was closed by its peer before we looked.
    if (remoteAddress === undefined || isProxy(remoteAddress)) return true;
    const network = networkKey(remoteAddress);
    const bounds = [
      { key: addressKey(remoteAddress), bound: perAddress },
      ...(network === undefined ? [] : [{ key: network, bound: NETWORK * perAddress }]),
    ];
    if (bounds.some(({ key, bound }) => (counts.get(key) ?? 0) >= bound)) return false;
    for (const { key } of bounds) counts.set(key, (counts.get(key) ?? 0) + 1);
    socket.once('close', () => {
      for (const { key } of bounds) leave(key);
    });
    return true;
  };

  server.prependListener('connection', (socket: Socket) => {
    const isFull = open >= most;
    if (isFull || !enter(socket)) {
      onRefused(isFull ? 'node' : 'address');
      socket.destroy();
      return;
    }
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
  });
  return { open: () => open };
};
