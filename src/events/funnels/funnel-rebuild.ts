/**
 * Makes an application's figures anew from the events that are kept: they are emptied, a new round begins, and every event of an
 * earlier round is given back to be counted, in small steps. Until the counting has caught up, the figures are too low.
 */
import { untilGuardHolds } from '../../db/until-guard-holds.ts';
import type { Database } from '../../db/database.ts';
import { figureTableNames } from './funnel-figures.ts';
import { moveProgress, progressGuard, readProgress } from './funnel-store.ts';

const STEP = 1_000;
const tables = [...figureTableNames, 'funnel_visit', 'funnel_owner', 'funnel_cart', 'funnel_order'];

/** The round that begins with empty tables. */
const beginRound = (db: Database, applicationId: string): Promise<number> =>
  untilGuardHolds(progressGuard, async () => {
    const progress = await readProgress(db, applicationId);
    const round = progress.round + 1;
    await db.commit([
      moveProgress(applicationId, progress, round),
      ...tables.map((table) => ({ sql: `delete from ${table} where application_id = ?`, params: [applicationId] })),
    ]);
    return round;
  });

/** Resolves when every event waits to be counted, with how many there were. */
export const rebuildFigures = async (
  db: Database,
  applicationId: string,
  onStep: (events: number) => void = () => undefined,
): Promise<number> => {
  const round = await beginRound(db, applicationId);
  let after = '';
  let events = 0;
  for (;;) {
    const ids = await db.all<{ id: string }>(
      'select id from event where application_id = ? and id > ? order by id limit ? offset 0',
      [applicationId, after, STEP],
    );
    const last = ids.at(-1)?.id;
    if (last === undefined) return events;
    const [result] = await db.commit([
      {
        sql: `update event set counted = -1 where application_id = ? and id > ? and id <= ? and counted > 0 and counted < ?`,
        params: [applicationId, after, last, round],
      },
    ]);
    events += result?.changes ?? 0;
    after = last;
    onStep(events);
  }
};
