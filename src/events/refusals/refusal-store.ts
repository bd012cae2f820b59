/** Refused events in SQL: kept without personal data, listed, counted, tried again. */
import type { EventReason } from '../../contract/events/event-collector-contract.ts';
import type { All, Database, Row, Statement, Value } from '../../db/database.ts';
import { recordColumns } from '../../db/record-columns.ts';
import { weekOf } from '../event-parts.ts';
import { allRefused, refusedTables } from './refused-tables.ts';

export type Refused = {
  /** Made from the event itself, so one that is sent again and again is kept once. */
  readonly id: string;
  readonly eventId: string | null;
  readonly name: string;
  readonly receivedAt: number;
  readonly userHash: string | null;
  readonly anonymousHash: string | null;
  readonly reasons: readonly EventReason[];
  /** A whole event, redacted. */
  readonly body: string;
};
export type KeptRefusal = Pick<Refused, 'id' | 'eventId' | 'name' | 'receivedAt' | 'reasons' | 'body'> & {
  readonly tries: number;
};

const codesOf = (reasons: readonly EventReason[]): string =>
  ` ${[...new Set(reasons.map(({ code }) => code))].toSorted().join(' ')} `;

const COLUMNS = {
  application_id: 'text',
  id: 'text',
  week_at: 'bigint',
  event_id: 'text',
  name: 'text',
  codes: 'text',
  received_at: 'bigint',
  tries: 'bigint',
  user_hash: 'text',
  anonymous_hash: 'text',
  reasons: 'text',
  body: 'text',
} as const;
const isNew = (table: string): string =>
  `not exists (select 1 from ${table} where ${table}.application_id = ? and ${table}.id = ?)`;
const KEEP = `insert into event_refused (${Object.keys(COLUMNS).join(', ')})
  select ${Object.values(COLUMNS)
    .map((type) => `cast(? as ${type})`)
    .join(', ')}
  where ${refusedTables.map(isNew).join(' and ')} on conflict do nothing`;

/** Unless it is kept, of whichever week. Two that come at once where weeks meet may both be. */
export const keepRefused = (applicationId: string, refused: Refused): Statement => ({
  sql: KEEP,
  params: [
    applicationId,
    refused.id,
    weekOf(refused.receivedAt),
    refused.eventId,
    refused.name,
    codesOf(refused.reasons),
    refused.receivedAt,
    0,
    refused.userHash,
    refused.anonymousHash,
    JSON.stringify(refused.reasons),
    refused.body,
    ...refusedTables.flatMap(() => [applicationId, refused.id]),
  ],
});

export type RefusalFilter = {
  readonly ids?: readonly string[] | undefined;
  readonly code?: string | undefined;
  readonly name?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

type Condition = readonly [sql: string, ...values: readonly Value[]];
const conditionsOf = ({ ids, code, name, from, to }: RefusalFilter): readonly Condition[] => [
  ...(ids === undefined ? [] : [[`id in (${ids.map(() => '?').join(', ')})`, ...ids] as const]),
  ...(code === undefined ? [] : [["codes like ? escape '!'", `% ${code.replaceAll('_', '!_')} %`] as const]),
  ...(name === undefined ? [] : [['name = ?', name] as const]),
  ...(from === undefined ? [] : [['received_at >= ?', from] as const]),
  ...(to === undefined ? [] : [['received_at < ?', to] as const]),
];

const REFUSAL = recordColumns('id, event_id, name, received_at, tries, reasons, body');

type RefusedAsked = {
  readonly filter: RefusalFilter;
  readonly after: readonly [receivedAt: number, id: string] | undefined;
  readonly limit: number;
};

type RefusedRow = Row & Omit<KeptRefusal, 'reasons'> & { readonly reasons: string };

/** The oldest first, beginning after a place. What is rare among many is looked for off the request path. */
export const listRefused = async (
  db: Database,
  applicationId: string,
  { filter, after, limit }: RefusedAsked,
): All<KeptRefusal> => {
  const conditions: readonly Condition[] = [
    ['application_id = ?', applicationId],
    ...conditionsOf(filter),
    ...(after === undefined ? [] : [['(received_at, id) > (?, ?)', ...after] as const]),
  ];
  const sql = `select ${REFUSAL} from ${allRefused('id, event_id, name, codes, received_at, tries, reasons, body')}
     where ${conditions.map(([condition]) => condition).join(' and ')} order by received_at, id limit ? offset 0`;
  const values = [...conditions.flatMap(([, ...given]) => given), limit];
  const mayBeRare = filter.code !== undefined || filter.name !== undefined;
  const rows = mayBeRare
    ? (await Array.fromAsync(db.scan<RefusedRow>(sql, values))).flat()
    : await db.all<RefusedRow>(sql, values);
  return rows.map(({ reasons, ...row }) => ({ ...row, reasons: JSON.parse(reasons) as readonly EventReason[] }));
};

export type RefusalCount = { readonly name: string; readonly code: string; readonly count: number };

/** Anybody may send events of names that he makes up: those that came most often are told, the others count as without a name. */
const MOST_NAMES = 1_000;
/** By name and code; an event with two reasons counts under both. */
export const countRefused = async (db: Database, applicationId: string): All<RefusalCount> => {
  const counts = new Map<string, RefusalCount>();
  const sql = `select name, codes, count(*) as events from ${allRefused('name, codes')} where application_id = ?
    group by name, codes order by events desc, name, codes`;
  for await (const rows of db.scan<{ name: string; codes: string; events: number }>(sql, [applicationId])) {
    for (const { name, codes, events } of rows) {
      for (const code of codes.trim().split(' ')) {
        const own = `${name} ${code}`;
        const isTold = counts.size < MOST_NAMES || counts.has(own);
        const key = isTold ? own : ` ${code}`;
        counts.set(key, { name: isTold ? name : '', code, count: (counts.get(key)?.count ?? 0) + events });
      }
    }
  }
  return [...counts.values()];
};

export const dropRefused = (applicationId: string, ids: readonly string[]): readonly Statement[] =>
  refusedTables.map((table) => ({
    sql: `delete from ${table} where application_id = ? and id in (${ids.map(() => '?').join(', ')})`,
    params: [applicationId, ...ids],
  }));

/** It was tried again in vain: what is wrong with it now. */
export const keepTried = (applicationId: string, id: string, reasons: readonly EventReason[]): readonly Statement[] =>
  refusedTables.map((table) => ({
    sql: `update ${table} set tries = tries + 1, codes = ?, reasons = ? where application_id = ? and id = ?`,
    params: [codesOf(reasons), JSON.stringify(reasons), applicationId, id],
  }));
