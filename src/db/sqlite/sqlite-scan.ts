/**
 * Rows in chunks from a reader's thread, so that a statement whose cost grows with a table holds up no request.
 * The next chunk is read when it is asked for; leaving the loop early ends the read.
 */
import { DatabaseError, type Row } from '../database.ts';
import { type Chunk, namedRows } from './sqlite-connection.ts';
import { errorOf } from './sqlite-failure.ts';
import type { ScanAnswer, ScanRequest } from './sqlite-scan-worker.ts';
import type { ReadyRead } from './sqlite-statement.ts';
import { startThread, type Thread } from '../answering-thread.ts';

const CHUNK_ROWS = 500;
const ENTRY = new URL('./sqlite-scan-worker.ts', import.meta.url);

type ReaderThread = Thread<ScanRequest, ScanAnswer>;

/** A read that was not answered may always be tried again. */
const noThread = (cause: unknown): never => {
  throw new DatabaseError('busy', undefined, { cause });
};

const ask = async (reader: ReaderThread, request: ScanRequest): Promise<Chunk | null> => {
  const answer = await reader.ask(request).catch(noThread);
  if ('failure' in answer) throw errorOf(answer.failure);
  return answer.chunk;
};

export const tableScanner = (file: string) => {
  let starting: Promise<ReaderThread> | undefined;
  let reader: ReaderThread | undefined;
  let opened = 0;

  const running = async (): Promise<ReaderThread> => {
    if (reader?.alive() === true) return reader;
    starting ??= startThread<ScanRequest, ScanAnswer>(ENTRY, file).finally(() => {
      starting = undefined;
    });
    reader = await starting;
    return reader;
  };

  return {
    scan: async function* scan(read: ReadyRead): AsyncGenerator<readonly Row[], void> {
      const thread = await running().catch(noThread);
      opened += 1;
      const id = opened;
      let atEnd = false;
      try {
        let chunk = await ask(thread, { kind: 'open', scan: id, read, chunk: CHUNK_ROWS });
        while (chunk !== null) {
          yield namedRows(chunk);
          chunk = await ask(thread, { kind: 'next', scan: id });
        }
        atEnd = true;
      } finally {
        // A thread that is gone has nothing left to close.
        if (!atEnd && thread.alive()) await ask(thread, { kind: 'close', scan: id });
      }
    },
    stop: async (): Promise<void> => {
      await starting?.catch(() => undefined);
      await reader?.stop();
    },
  };
};
