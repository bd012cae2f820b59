/** Imports are kept for a month behind their end, with their file and verdicts; what never came in whole goes within a day. */
import type { Database } from '../../db/database.ts';
import { type Bounds, sweepByStatements } from '../../db/sweep.ts';
import { removeImports } from './import-store.ts';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 30;

export const sweepImports = (db: Database, now: number, bounds: Bounds = { size: 5, steps: 20 }): Promise<number> =>
  sweepByStatements(
    db,
    (limit) =>
      removeImports(
        `select id from import_job where state not in ('waiting', 'running') and modified_at < ?
          and (modified_at < ? or due_at = 0) order by modified_at limit ?`,
        [now - DAY_MS, now - KEPT_DAYS * DAY_MS, limit],
      ),
    bounds,
  );
