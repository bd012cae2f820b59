/**
 * A database whose reads wait for each other: what is asked for in one turn goes to the server and back together. There a
 * read costs little and the way to it much; an engine without a way has nothing to wait for.
 */
import type { Database, Read, Row, Value } from './database.ts';

type Waiting = {
  readonly read: Read;
  readonly resolve: (rows: readonly Row[]) => void;
  readonly reject: (error: unknown) => void;
};

export const gatherReads = (db: Database): Database => {
  if (db.engine === 'sqlite') return db;
  let waiting: Waiting[] = [];

  const send = async (): Promise<void> => {
    const asked = waiting;
    waiting = [];
    try {
      const answers = await db.together(asked.map(({ read }) => read));
      for (const [at, { resolve }] of asked.entries()) resolve(answers[at] ?? []);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  };
  const ask = (sql: string, params: readonly Value[] = []): Promise<readonly Row[]> =>
    new Promise((resolve, reject) => {
      // After everything that goes on without waiting.
      if (waiting.push({ read: { sql, params }, resolve, reject }) === 1) process.nextTick(() => void send());
    });

  return {
    ...db,
    all: async (sql, params) => (await ask(sql, params)) as never,
    one: async (sql, params) => (await ask(sql, params))[0] as never,
  };
};
