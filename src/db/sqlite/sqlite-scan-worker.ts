/**
 * Entry of the reader's thread: hands out the chunks of any number of scans, one chunk to a request.
 * Each open scan has a connection of its own, because statements on one connection share the snapshot of the oldest:
 * a scan begun after a write would not see it.
 */
import { type Chunk, type Connection, openConnection } from './sqlite-connection.ts';
import { type Failure, readFailureOf } from './sqlite-failure.ts';
import type { ReadyRead } from './sqlite-statement.ts';
import { serveThread, type Work } from '../answering-thread.ts';

export type ScanRequest =
  | { readonly kind: 'open'; readonly scan: number; readonly read: ReadyRead; readonly chunk: number }
  | { readonly kind: 'next'; readonly scan: number }
  | { readonly kind: 'close'; readonly scan: number };
/** `null` when the scan is at its end. */
export type ScanAnswer = { readonly chunk: Chunk | null } | { readonly failure: Failure };

type Open = { readonly connection: Connection; readonly chunks: Generator<Chunk, void> };

const handOut: Work<ScanRequest, ScanAnswer> = (file) => {
  const scans = new Map<number, Open>();
  let idle: Connection | undefined;

  const takeConnection = (): Connection => {
    const connection = idle ?? openConnection(file, 'reader');
    idle = undefined;
    return connection;
  };
  const end = (scan: number): null => {
    const open = scans.get(scan);
    scans.delete(scan);
    open?.chunks.return();
    if (idle === undefined) idle = open?.connection;
    else open?.connection.close();
    return null;
  };
  const next = (request: ScanRequest): Chunk | null => {
    if (request.kind === 'open') {
      const connection = takeConnection();
      const { sql, values } = request.read;
      scans.set(request.scan, { connection, chunks: connection.chunks(sql, values, request.chunk) });
    }
    const step = request.kind === 'close' ? undefined : scans.get(request.scan)?.chunks.next();
    return step === undefined || step.done === true ? end(request.scan) : step.value;
  };

  return {
    answer: (request) => {
      try {
        return { chunk: next(request) };
      } catch (error) {
        end(request.scan);
        return { failure: readFailureOf(error) };
      }
    },
    close: () => {
      for (const scan of scans.keys()) end(scan);
      idle?.close();
    },
  };
};

serveThread(handOut);
