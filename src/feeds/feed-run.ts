/**
 * Feeds rows of a kind into the database: in batches, one durable write each, with a verdict for every row in the order
 * in which they came. Holds one batch at a time; asks for the next row only when the batch before is written.
 */
import { countAnew, tablesFilled } from '../db/postgres/count-anew.ts';
import { DatabaseError, type Statement } from '../db/database.ts';
import { errorTable } from '../shared/error-table.ts';
import { Refusal } from '../shared/errors.ts';
import { strictRowCheck } from './feed-check.ts';
import { importedElsewhere } from './feed-progress.ts';
import type { Feed, FeedContext, FeedKind, RowProblem, Verdict } from './feed-kind.ts';
import { parseStrictJson } from '../http/requests/strict-json.ts';
import { type Place, type RawRow, REFUSED_BECAUSE } from './feed-rows.ts';

/** A row as its source read it: a value, or why there is none. */
export type FeedRow = { readonly line: number; readonly next: number; readonly size: number } & (
  | { readonly value: unknown }
  | { readonly problem: RowProblem }
);
export type Fed = { readonly verdicts: readonly Verdict[]; readonly place: Place };
export type FeedOptions = {
  /** Statements that tell how far the feed has come; they ride in the batch of the rows. */
  readonly alongside?: (fed: Fed) => readonly Statement[];
};

/** 200 articles hold up the event loop for about 3 ms on SQLite. */
export const batchRows = 200;
const BATCH_BYTES = 1_048_576;

/** JSON bytes as rows of a feed. */
export async function* jsonRows(raw: AsyncIterable<RawRow>): AsyncGenerator<FeedRow, void> {
  for await (const { line, next, bytes } of raw) {
    if (bytes === undefined) yield { line, next, size: 0, problem: tooLarge };
    else yield { line, next, size: bytes.length, ...parsed(bytes) };
  }
}
export const tooLarge: RowProblem = { field: '', message: errorTable.row_too_large.message, code: 'row_too_large' };
const parsed = (bytes: Uint8Array): { readonly value: unknown } | { readonly problem: RowProblem } => {
  try {
    return { value: withoutReason(parseStrictJson(bytes)) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [detail] = error.options.details ?? [];
    return {
      problem: { field: detail?.field ?? '', message: (detail?.message ?? error.message).replace('body', 'row') },
    };
  }
};

/** A refused row that was mended comes with the reason it was refused for. */
const withoutReason = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, REFUSED_BECAUSE)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== REFUSED_BECAUSE));
};

type Entry = {
  readonly line: number;
  /** Where the row behind it begins. */
  readonly next: number;
  readonly key: string | null;
  readonly row: never;
  readonly problem: RowProblem | undefined;
  readonly warning?: RowProblem | undefined;
};

/** Of what a row says of itself, so many signs are told: it may be as long as the row. */
const MOST_TOLD = 256;
/** By itself: a report is held while ten thousand rows are read, and a part of a text keeps all of it. */
const copied = (text: string): string => Buffer.from(text).toString();

const verdictOf = ({ line, key: named, problem, warning }: Entry): Verdict => {
  const said = problem ?? warning;
  const key = named === null ? null : copied(named.slice(0, MOST_TOLD));
  const message = copied(said?.message ?? '');
  const field = said === undefined ? null : copied(said.field.slice(0, MOST_TOLD));
  return problem === undefined
    ? { line, key, success: true, message, field, error_code: null }
    : { line, key, success: false, message, field, error_code: problem.code ?? 'row_invalid' };
};
/** The key came before in this feed. */
export const repeated: RowProblem = { field: '', message: errorTable.row_repeated.message, code: 'row_repeated' };
const taken: RowProblem = { field: '', message: 'Another row holds a value of this one that must be unique.' };

/** The entries of a batch with the problems that only the database can tell. */
const judged = async (kind: FeedKind, entries: readonly Entry[], context: FeedContext): Promise<readonly Entry[]> => {
  const keys = entries.flatMap(({ key, problem }) => (key === null || problem !== undefined ? [] : [key]));
  const written = keys.length === 0 || kind.written === undefined ? undefined : await kind.written(keys, context);
  const unrepeated = entries.map((entry) =>
    entry.problem === undefined && entry.key !== null && written?.has(entry.key) === true
      ? { ...entry, problem: repeated }
      : entry,
  );
  const good = unrepeated.filter(({ problem }) => problem === undefined);
  if (kind.check === undefined || good.length === 0) return unrepeated;
  const problems = await kind.check(
    good.map(({ row }) => row),
    context,
  );
  const found = new Map(good.map((entry, index) => [entry, problems[index]]));
  return unrepeated.map((entry) => {
    const problem = found.get(entry);
    return problem?.isWarning ? { ...entry, warning: problem } : { ...entry, problem: entry.problem ?? problem };
  });
};

const statementsOf = (kind: FeedKind, entries: readonly Entry[], context: FeedContext): readonly Statement[] => {
  const rows = entries.filter(({ problem }) => problem === undefined).map(({ row }) => row);
  if (rows.length === 0) return [];
  const { before = [], after = [] } = kind.around?.(rows, context) ?? {};
  return [...before, ...rows.flatMap((row) => kind.statements(row, context)), ...after];
};

/** A row that clashes with another one; not a place in a file that somebody else moved on. */
const isConflict = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === 'unique' || (error.code === 'guard' && !importedElsewhere(error)));

const fedOf = (entries: readonly Entry[], place: Place): Fed => ({ verdicts: entries.map(verdictOf), place });

type Writing = {
  readonly context: FeedContext;
  readonly alongside: (fed: Fed) => readonly Statement[];
  /** Those that were filled. */
  readonly tables: Set<string>;
};

const writtenAlone = async (kind: FeedKind, entry: Entry, { context, alongside }: Writing): Promise<Fed> => {
  const place: Place = { line: entry.line, position: entry.next };
  const commit = async (entries: readonly Entry[]): Promise<Fed> => {
    const fed = fedOf(entries, place);
    await context.db.commit([...statementsOf(kind, entries, context), ...alongside(fed)]);
    return fed;
  };
  try {
    return await commit([entry]);
  } catch (error) {
    if (!isConflict(error)) throw error;
    return commit([{ ...entry, problem: taken }]);
  }
};

/**
 * Two rows that want the same unique value spoil their batch; written one by one, only the later of them is refused. Each is
 * then told of alone: how far the feed has come is written with every row, so that none is ever fed twice.
 */
async function* writeBatch(
  kind: FeedKind,
  entries: readonly Entry[],
  place: Place,
  writing: Writing,
): AsyncGenerator<Fed, void> {
  const { context, alongside, tables } = writing;
  const found = await judged(kind, entries, context);
  const fed = fedOf(found, place);
  const statements = statementsOf(kind, found, context);
  if (tables.size === 0) for (const table of tablesFilled(statements)) tables.add(table);
  try {
    await context.db.commit([...statements, ...alongside(fed)]);
  } catch (error) {
    if (!isConflict(error)) throw error;
    for (const entry of found) yield await writtenAlone(kind, entry, writing);
    return;
  }
  yield fed;
}

/** Reads one row as far as it can be without the database. */
const entryOf = (kind: FeedKind, problemIn: ReturnType<typeof strictRowCheck>) => {
  return (read: FeedRow): Entry => {
    const { line, next } = read;
    if ('problem' in read) return { line, next, key: null, row: undefined as never, problem: read.problem };
    const row = read.value as never;
    const problem = problemIn(row);
    return { line, next, key: problem === undefined ? kind.key(row) : readableKey(kind, row), row, problem };
  };
};
const readableKey = (kind: FeedKind, row: never): string | null => {
  try {
    const key: unknown = kind.key(row);
    return typeof key === 'string' && !key.includes('undefined') ? key : null;
  } catch {
    return null; // a row without its form may have no key either
  }
};

/** The rows that will be written together. */
const openBatch = () => {
  const entries: Entry[] = [];
  const keys = new Set<string>();
  let size = 0;
  let place: Place | undefined;
  return {
    entries,
    place: (): Place | undefined => place,
    has: ({ key, problem }: Entry): boolean => problem === undefined && key !== null && keys.has(key),
    isFull: (): boolean => entries.length >= batchRows || size >= BATCH_BYTES,
    add: (entry: Entry, row: FeedRow): void => {
      entries.push(entry);
      if (entry.key !== null && entry.problem === undefined) keys.add(entry.key);
      size += row.size;
      place = { line: row.line, position: row.next };
    },
  };
};

/** A feed that fills tables tells so: what is asked next is planned by it. It is no reason to fail. */
const tellRows = ({ db }: Feed, tables: ReadonlySet<string>, fed: number): Promise<void> =>
  fed < batchRows ? Promise.resolve() : countAnew(db, [...tables], fed).catch(() => undefined);

/** Yields after every batch that is on disk. Throws what ends the whole feed; rows yielded before stay written. */
export async function* runFeed(
  kind: FeedKind,
  rows: AsyncIterable<FeedRow>,
  feed: Feed,
  { alongside = () => [] }: FeedOptions = {},
): AsyncGenerator<Fed, void> {
  const read = entryOf(kind, strictRowCheck(kind.schema));
  let batch = openBatch();
  let fed = 0;
  const tables = new Set<string>();
  const written = async function* written(): AsyncGenerator<Fed, void> {
    const { entries, place } = batch;
    const at = place();
    batch = openBatch();
    if (at === undefined) return;
    yield* writeBatch(kind, entries, at, { context: { ...feed, fed }, alongside, tables });
    fed += entries.length;
  };
  for await (const row of rows) {
    const entry = read(row);
    const again = batch.has(entry);
    if (again && kind.repeats === 'newer') yield* written();
    batch.add(again && kind.repeats === 'refused' ? { ...entry, problem: repeated } : entry, row);
    if (batch.isFull()) yield* written();
  }
  yield* written();
  await tellRows(feed, tables, fed);
}
