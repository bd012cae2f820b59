/** What an error of SQLite means to the caller, as data that can cross a thread and becomes an Error on the main one. */
import { DatabaseError, type DatabaseErrorCode } from '../database.ts';

/** `fault`: the statement or the file is wrong; trying again does not help. */
export type Failure = { readonly code: DatabaseErrorCode | 'fault'; readonly guard?: string; readonly message: string };

/** Result codes of SQLite that decide what happens next. */
const kinds = {
  busy: 5,
  locked: 6,
  noMemory: 7,
  readOnly: 8,
  io: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const;
export type FailureKind = keyof typeof kinds;
const nameOf = new Map<number, FailureKind>(
  (Object.keys(kinds) as FailureKind[]).map((name): [number, FailureKind] => [kinds[name], name]),
);

/** The extended result code, 0 for an error that is not SQLite's. */
const extended = (error: unknown): number => (error as { errcode?: number } | null)?.errcode ?? 0;
/** The low byte of an extended code says the kind. */
export const kindOf = (error: unknown): FailureKind | undefined => nameOf.get(extended(error) & 0xff);

/** Primary key, unique index, row id. */
const DUPLICATE = new Set([1555, 2067, 2579]);
export const isDuplicate = (error: unknown): boolean => DUPLICATE.has(extended(error));

/** Nothing was written and the cause may pass: a lock, no memory, no file handles left. */
const PASSING = new Set<FailureKind | undefined>(['busy', 'locked', 'noMemory', 'cannotOpen']);
/** Nothing was written, and nothing will be until somebody mends the disk or the file. Reading may go on. */
const UNWRITABLE = new Set<FailureKind | undefined>(['readOnly', 'io', 'full']);
/** The whole transaction is over, or must not be trusted: nobody in the group may be acknowledged. */
const ENDS_GROUP = new Set<FailureKind | undefined>(['noMemory', 'readOnly', 'io', 'corrupt', 'full', 'notADatabase']);

export const isBusy = (error: unknown): boolean => kindOf(error) === 'busy';
export const endsGroup = (error: unknown): boolean => ENDS_GROUP.has(kindOf(error));

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const codeOf = (kind: FailureKind | undefined): Failure['code'] =>
  UNWRITABLE.has(kind) ? 'unwritable' : PASSING.has(kind) ? 'busy' : 'fault';

export const failureOf = (error: unknown): Failure => ({ code: codeOf(kindOf(error)), message: messageOf(error) });

/** Of a read: there is nothing that could have been written. */
export const readFailureOf = (error: unknown): Failure => {
  const { code, message } = failureOf(error);
  return { code: code === 'unwritable' ? 'busy' : code, message };
};

export const errorOf = ({ code, guard, message }: Failure): Error =>
  code === 'fault'
    ? new Error(`SQLite refused the statement: ${message}`)
    : new DatabaseError(code, guard, { cause: new Error(message) });
