/** Entry of the writer's thread: the same `writeGroup`, on a connection of its own. */
import { openConnection } from './sqlite-connection.ts';
import { serveThread, type Work } from '../answering-thread.ts';
import { type GroupOutcome, type ReadyBatch, writeGroup } from './sqlite-write-group.ts';

const write: Work<readonly ReadyBatch[], GroupOutcome> = (file) => {
  const connection = openConnection(file, 'writer');
  return { answer: (batches) => writeGroup(connection, batches), close: connection.close };
};

serveThread(write);
