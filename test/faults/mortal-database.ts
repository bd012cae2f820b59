/** A node that dies at a moment of its own: before one of its commits, or behind it, when nobody has heard of it yet. */
import { type Database, DatabaseError } from '../../src/db/database.ts';

export type Mortal = {
  readonly db: Database;
  /** Of the commits to come, so many are lived through; the next one kills, `behind` it or before. */
  readonly dieAt: (commits: number, behind: boolean) => void;
  /** Started again. */
  readonly revive: () => void;
};

export const mortalDatabase = (db: Database): Mortal => {
  let left = Number.POSITIVE_INFINITY;
  let isBehind = false;
  let isDead = false;
  const living = (): void => {
    if (isDead) throw new DatabaseError('busy');
  };
  return {
    db: {
      ...db,
      one: async (sql, params) => {
        living();
        return db.one(sql, params);
      },
      all: async (sql, params) => {
        living();
        return db.all(sql, params);
      },
      commit: async (batch) => {
        living();
        left -= 1;
        if (left >= 0) return db.commit(batch);
        isDead = true;
        if (isBehind) await db.commit(batch);
        throw new DatabaseError('unknown');
      },
    },
    dieAt: (commits, behind) => {
      left = commits;
      isBehind = behind;
    },
    revive: () => {
      left = Number.POSITIVE_INFINITY;
      isDead = false;
    },
  };
};
