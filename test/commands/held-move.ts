/** Holds a move in the second page of a table of its target, until it is killed: a moment that no busy machine misses. */
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { PROGRESS } from '../../src/db/move/move-target.ts';
import type { Moment } from './killed-move.ts';

const LOCK = 20_261_118;
/** The first page has so many rows; in the batch of a page the count of rows comes first. */
const FIRST_PAGE = 16;
const LOOK_MS = 20;

const HOLD = `create function held_here() returns trigger language plpgsql as $$
  begin
    if (select copied from ${PROGRESS} where table_name = tg_table_name) > ${FIRST_PAGE} then
      perform pg_advisory_xact_lock_shared(${LOCK});
    end if;
    return null;
  end $$`;
const HELD = `select 1 from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted
  and database = (select oid from pg_database where datname = current_database())`;
const AT_WORK = `select 1 from pg_stat_activity where datname = current_database() and application_name = 'cartwright-move'`;

export const heldAt = async (url: string) => {
  const holder = new Client({ connectionString: url, application_name: 'holder' });
  await holder.connect();
  await holder.query(HOLD);
  const until = async (sql: string, wanted: number, isOver: () => boolean): Promise<void> => {
    while (!isOver() && (await holder.query(sql)).rows.length !== wanted) await pause(LOOK_MS);
  };
  return {
    moment: (table: string): Moment => ({
      before: async () => {
        await holder.query(`select pg_advisory_lock(${LOCK})`);
        await holder.query(
          `create trigger held before insert on ${table} for each statement execute function held_here()`,
        );
      },
      come: (_, hasEnded) => until(HELD, 1, hasEnded),
      // Of a run that was killed the server may still have a batch, which it carries out or gives up once it is let go.
      after: async () => {
        await holder.query(`select pg_advisory_unlock(${LOCK})`);
        await until(AT_WORK, 0, () => false);
        await holder.query(`drop trigger held on ${table}`);
      },
    }),
    end: async () => {
      await holder.query('drop function held_here() cascade');
      await holder.end();
    },
  };
};
