/** Entry of the writer's thread: the same `writeGroup`, on a connection of its own. */
import { openConnection } from './sqlite-connection.ts';
import { serveThread, type Work } from '../answering-thread.ts';
import { writeGroup } from './sqlite-write-group.ts';
import type { AskedWriter, WriterAnswer } from './sqlite-writer.ts';

const write: Work<AskedWriter, WriterAnswer> = (file) => {
  const connection = openConnection(file, 'writer');
  let seen: unknown;
  /** Since it was asked last. What was before the first time nobody here can say. */
  const othersWrote = (): boolean => {
    const before = seen;
    seen = connection.one('pragma data_version', [])?.['data_version'];
    return seen !== before;
  };
  return {
    answer: (asked) =>
      asked.asks === 'others' ? { kind: 'others', wrote: othersWrote() } : writeGroup(connection, asked.batches),
    close: connection.close,
  };
};

serveThread(write);
