/**
 * A database whose reads wait for each other: what is asked for in one turn goes to the server and back together. There a
 * read costs little and the way to it much; an engine without a way has nothing to wait for.
 */
import { type Database, DatabaseError, type Read, type Row, type Value } from './database.ts';

type Waiting = Readonly<{ read: Read; resolve: (rows: readonly Row[]) => void; reject: (error: unknown) => void }>;

/** So that nobody waits for very many others. */
const MOST = 32;
/** A read for more values than this goes alone: whoever has small ones would wait for its answer, too. */
const FEW_VALUES = 64;

export const gatherReads = (db: Database): Database => {
  if (db.engine === 'sqlite') return db;
  let waiting: Waiting[] = [];

  const send = async (asked: readonly Waiting[]): Promise<void> => {
    try {
      const answers = await db.together(asked.map(({ read }) => read));
      for (const [at, { resolve }] of asked.entries()) resolve(answers[at] ?? []);
    } catch (error) {
      // One of them spoils it for all: nobody bears what another asked. For what all suffer from they had their whole time.
      const isOfAll = asked.length === 1 || error instanceof DatabaseError;
      if (isOfAll) for (const { reject } of asked) reject(error);
      else await Promise.all(asked.map((one) => send([one])));
    }
  };
  const sendAll = (): void => {
    const asked = waiting;
    waiting = [];
    for (let at = 0; at < asked.length; at += MOST) void send(asked.slice(at, at + MOST));
  };
  const ask = (sql: string, params: readonly Value[] = []): Promise<readonly Row[]> => {
    if (params.length > FEW_VALUES) return db.all(sql, params);
    return new Promise((resolve, reject) => {
      // After everything that goes on without waiting.
      if (waiting.push({ read: { sql, params }, resolve, reject }) === 1) process.nextTick(sendAll);
    });
  };

  return {
    ...db,
    all: async (sql, params) => (await ask(sql, params)) as never,
    one: async (sql, params) => (await ask(sql, params))[0] as never,
  };
};
