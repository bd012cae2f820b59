/** The shared SQL as PostgreSQL takes it: numbered places, guards that raise on the server, names for what runs often. */
import type { Guard, Statement, Value } from '../database.ts';
import { wireValues, type WireValue } from './postgres-values.ts';
import { checkCount, parameterCount, refuseSeveral, refuseTransaction, refuseWrite, yieldsRows } from '../sql-text.ts';
import { boundedCache } from '../bounded-cache.ts';

/** `?` becomes `$1`, `$2` … outside strings, quoted names and comments. */
export const numbered = (sql: string): string => {
  let count = 0;
  return sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\?/g, (token) => {
    if (token !== '?') return token;
    count += 1;
    return `$${count}`;
  });
};

// Asking for a setting whose name no setting can have is an error that nothing else in a statement and no value can
// cause, unlike a division by zero or a failed cast. It needs no function of ours on the server.
const MARK = 'cartwright: guard did not hold';
const raise = `length(current_setting('${MARK}'))`;

export const isGuardMark = (code: string | undefined, message: string): boolean =>
  code === '42704' && message.includes(MARK);

/**
 * The statement with its promise, as one statement. Rows come with the count in front, and a statement that touched
 * nothing yields one row of nulls (the left join), so that the check is evaluated whatever the plan.
 */
export const guardedText = (sql: string, rows: number): string => {
  if (!Number.isSafeInteger(rows) || rows < 0) throw new TypeError(`A guard promises a count of rows, not ${rows}.`);
  const check = `case when count(*) = ${rows} then count(*) else ${raise} end as touched`;
  return yieldsRows(sql)
    ? `with guarded as (${numbered(sql)}\n), held as (select ${check} from guarded) select held.touched, guarded.* from held left join guarded on true`
    : `with guarded as (${numbered(sql)}\nreturning 1) select ${check} from guarded`;
};

type Prepared = {
  readonly text: string;
  readonly places: number;
  readonly rows: boolean;
  /** Under which a connection keeps the parsed statement; none for a text that was seen only once. */
  readonly name: string | undefined;
};
export type Item = { readonly prepared: Prepared; readonly values: WireValue[]; readonly guard: Guard | undefined };
export type Statements = {
  readonly forRead: (sql: string, params?: readonly Value[]) => Item;
  readonly forBatch: (statement: Statement) => Item;
};

const TEXTS_KEPT = 2000;
const NAMES = 500;

/**
 * A text is checked and rewritten once. It earns a name when it runs for the second time, and a process gives at most
 * 500 of them: statements that run once, or whose text grows with a list, cannot fill the memory of the server.
 * Behind a pooler that gives every transaction another connection nothing has a name.
 */
export const statementCache = (named: boolean): Statements => {
  const names = new Map<string, string>();
  const nameFor = (text: string): string | undefined => {
    const known = names.get(text);
    if (!named || known !== undefined || names.size >= NAMES) return known;
    const name = `cartwright_${names.size}`;
    names.set(text, name);
    return name;
  };
  const kept = (sql: string, refuse: (sql: string) => void, text: string, rows = yieldsRows(sql)) => {
    refuseSeveral(sql);
    refuse(sql);
    const unnamed: Prepared = { text, places: parameterCount(sql), rows, name: undefined };
    return { latest: unnamed, uses: 0 };
  };
  const reads = boundedCache(TEXTS_KEPT, (sql) => kept(sql, refuseWrite, numbered(sql), true));
  const writes = boundedCache(TEXTS_KEPT, (sql) => kept(sql, refuseTransaction, numbered(sql)));
  const guarded = boundedCache(TEXTS_KEPT, (key) => {
    const sql = key.slice(key.indexOf(' ') + 1);
    return kept(sql, refuseTransaction, guardedText(sql, Number(key.slice(0, key.indexOf(' ')))));
  });
  const item = (entry: ReturnType<typeof kept>, params: readonly Value[], guard: Guard | undefined): Item => {
    entry.uses += 1;
    if (entry.uses === 2) entry.latest = { ...entry.latest, name: nameFor(entry.latest.text) };
    checkCount(params, entry.latest.places);
    return { prepared: entry.latest, values: wireValues(params), guard };
  };
  return {
    forRead: (sql, params = []) => item(reads(sql), params, undefined),
    forBatch: ({ sql, params = [], guard }) =>
      item(guard === undefined ? writes(sql) : guarded(`${guard.rows} ${sql}`), params, guard),
  };
};
