/** What the doctor asks the database: does it answer, are the tables there, how long does a durable write take, do the keys fit. */
import { existsSync } from 'node:fs';
import type { Finding } from './doctor-finding.ts';
import { replicaChecks } from './doctor-replicas.ts';
import { migrationsFolder } from '../open-node.ts';
import type { Config } from '../../config.ts';
import { WRONG_MS } from '../../db/clock-guard.ts';
import type { Database } from '../../db/database.ts';
import { pendingMigrations } from '../../db/migrate.ts';
import { refuseHalfMoved } from '../../db/move/move-target.ts';
import { openDatabase, sqliteFile } from '../../db/open-database.ts';
import { checkKeyring } from '../../db/sealing/open-keyring.ts';

const PROBES = 20;
const SLOW_MS = 20;
const MOST_SKEW_MS = 2000;

/** With what caused it: that a server refuses the connection, or the password, is what there is to mend. */
const sentence = (error: unknown): string => {
  const sentences: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) sentences.push(at.message);
  return sentences.filter(Boolean).join(': ') || String(error);
};

const tableFinding = async (db: Database): Promise<Finding> => {
  const what = 'tables';
  const { pending, ahead } = await pendingMigrations(db, migrationsFolder);
  if (ahead.length > 0)
    return {
      what,
      verdict: 'warn',
      says: `the database is ahead: ${ahead.join(', ')}`,
      advice: 'A newer version runs or ran here. Upgrade this node.',
    };
  if (pending.length === 0) return { what, verdict: 'ok', says: 'up to date' };
  return {
    what,
    verdict: 'ok',
    says: `${pending.length} migrations to apply; the next start does it, or cartwright migrate`,
  };
};

const keyFinding = async (db: Database, config: Config): Promise<Finding> => {
  const what = 'keys';
  try {
    const keyring = await checkKeyring(db, { keyText: config.key, dataFolder: config.dataFolder });
    const says = keyring === undefined ? 'made at the first start' : `${keyring.source} opens what the database holds`;
    return { what, verdict: 'ok', says };
  } catch (error) {
    return { what, verdict: 'fail', says: sentence(error) };
  }
};

/** Durable writes of one row that is always the same, so that looking leaves nothing behind. */
const diskFinding = async (db: Database): Promise<Finding> => {
  const what = 'durable write';
  const touch = {
    sql: "insert into counter (name, value) values ('doctor', 0) on conflict (name) do update set value = counter.value + 1",
  };
  for (let n = 0; n < PROBES; n += 1) await db.commit([touch]);
  const { commitMs } = db.health();
  const says = `${(commitMs ?? 0).toFixed(2)} ms, median of ${PROBES}`;
  if ((commitMs ?? 0) < SLOW_MS) return { what, verdict: 'ok', says };
  return {
    what,
    verdict: 'warn',
    says,
    advice: 'The disk is slow. Writes share fsyncs, so throughput holds, but each write waits that long.',
  };
};

const skewFinding = async (db: Database): Promise<readonly Finding[]> => {
  if (db.engine !== 'postgres') return [];
  await db.ready();
  const skew = Math.abs(db.health().skewMs);
  if (skew <= MOST_SKEW_MS)
    return [{ what: 'clocks', verdict: 'ok', says: 'this machine and the database server agree' }];
  const far = skew > WRONG_MS;
  return [
    {
      what: 'clocks',
      verdict: far ? 'fail' : 'warn',
      says: `this machine and the database server differ by ${(skew / 1000).toFixed(1)} s`,
      advice: far
        ? 'Run NTP on both. Until then this node removes nothing by time: no unpaid orders, no old carts.'
        : 'Run NTP on both.',
    },
  ];
};

export const databaseChecks = async (config: Config): Promise<readonly Finding[]> => {
  if (config.databaseUrl === undefined && !existsSync(sqliteFile(config.dataFolder))) {
    return [{ what: 'database', verdict: 'ok', says: 'SQLite, made at the first start' }];
  }
  const warnings: Finding[] = [];
  const onWarning = (says: string): void => void warnings.push({ what: 'database', verdict: 'warn', says });
  let db: Database;
  try {
    db = await openDatabase({
      databaseUrl: config.databaseUrl,
      dataFolder: config.dataFolder,
      postgres: { max: 2, prepared: config.preparedStatements, onWarning },
    });
  } catch (error) {
    return [
      {
        what: 'database',
        verdict: 'fail',
        says: sentence(error),
        advice:
          config.databaseUrl === undefined ? 'Check the data folder.' : 'Check DATABASE_URL and that the server runs.',
      },
    ];
  }
  try {
    await refuseHalfMoved(db);
    const tables = await tableFinding(db);
    const opened: Finding = { what: 'database', verdict: 'ok', says: db.engine };
    const ready = tables.says === 'up to date';
    return [
      opened,
      ...warnings,
      tables,
      ...(ready ? [await keyFinding(db, config), await diskFinding(db)] : []),
      ...(await skewFinding(db)),
      ...(await replicaChecks(db, config)),
    ];
  } catch (error) {
    return [{ what: 'database', verdict: 'fail', says: sentence(error) }];
  } finally {
    await db.close();
  }
};
