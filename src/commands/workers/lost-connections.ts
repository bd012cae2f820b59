/**
 * A connection that is handed to a worker stays open here until the worker says that it has it. One that dies meanwhile never
 * says so, and one that has closed its door says no: `node:cluster` forgets the first connection without closing it, and keeps the
 * second for a worker that will never come when there is no other. Their clients would wait for as long as we live.
 */
import type { Worker } from 'node:cluster';

type Internal = {
  readonly cmd?: string;
  readonly seq?: number;
  readonly ack?: number;
  readonly accepted?: boolean;
  readonly act?: string;
};
type Connection = { readonly close: () => void };
/** What of a worker is needed. */
type HandedTo = Pick<Worker, 'on'> & { readonly process: Pick<Worker['process'], 'send' | 'on' | 'once'> };

const isConnection = (handle: unknown): handle is Connection =>
  typeof handle === 'object' && handle !== null && 'close' in handle && typeof handle.close === 'function';

/** Closed rather than handed to another: who died may have read of it already. */
export const closingLostConnections = (): ((worker: HandedTo) => void) => {
  /** Those whose door is open. */
  const open = new Set<HandedTo>();
  return (worker) => {
    const { process: child } = worker;
    const given = new Map<number, Connection>();
    const send = child.send.bind(child) as (message: Internal, ...rest: readonly unknown[]) => boolean;
    const sending = (message: Internal, ...rest: readonly unknown[]): boolean => {
      const [handle] = rest;
      if (message.cmd === 'NODE_CLUSTER' && message.seq !== undefined && isConnection(handle)) {
        given.set(message.seq, handle);
      }
      return send(message, ...rest);
    };
    Object.assign(child, { send: sending });
    worker.on('listening', () => void open.add(worker));
    child.on('internalMessage', ({ cmd, ack, accepted, act }: Internal) => {
      if (cmd !== 'NODE_CLUSTER') return;
      if (act === 'close') open.delete(worker);
      if (ack === undefined) return;
      const refused = accepted === false ? given.get(ack) : undefined;
      given.delete(ack);
      // Where another door is open it is handed on; nobody comes to this one any more.
      if (open.size === 0) refused?.close();
    });
    child.once('exit', () => {
      open.delete(worker);
      for (const connection of given.values()) connection.close();
      given.clear();
    });
  };
};
