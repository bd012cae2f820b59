/**
 * A connection that is handed to a worker stays open here until the worker says that it has it. One that dies meanwhile never
 * says so, and `node:cluster` forgets the connection without closing it: its client would wait for ever.
 */
import type { Worker } from 'node:cluster';

type HandedOut = { readonly cmd?: string; readonly seq?: number; readonly ack?: number };
type Connection = { readonly close: () => void };

const isConnection = (handle: unknown): handle is Connection =>
  typeof handle === 'object' && handle !== null && 'close' in handle && typeof handle.close === 'function';

/** Closed rather than handed to another: who died may have read of it already. */
export const closeLostConnections = ({ process: child }: Worker): void => {
  const given = new Map<number, Connection>();
  const send = child.send.bind(child) as (message: HandedOut, ...rest: readonly unknown[]) => boolean;
  const sending = (message: HandedOut, ...rest: readonly unknown[]): boolean => {
    const [handle] = rest;
    if (message.cmd === 'NODE_CLUSTER' && message.seq !== undefined && isConnection(handle)) {
      given.set(message.seq, handle);
    }
    return send(message, ...rest);
  };
  Object.assign(child, { send: sending });
  child.on('internalMessage', ({ cmd, ack }: HandedOut) => {
    if (cmd === 'NODE_CLUSTER' && ack !== undefined) given.delete(ack);
  });
  child.once('exit', () => {
    for (const connection of given.values()) connection.close();
    given.clear();
  });
};
