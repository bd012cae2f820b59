/**
 * What an error of the driver or of the server means, and whether the work may run again.
 *
 * A read may always run again. A batch may only when the server said that nothing was written, or when it was never
 * sent; when the connection broke after that, only a read can tell what happened.
 */
import { DatabaseError } from '../database.ts';
import type { FailedAttempt } from './postgres-retry.ts';
import { isGuardMark, type Item } from './postgres-statement.ts';

/** `keep`: the connection is fit for the next caller. */
export type Failure = FailedAttempt & { readonly keep: boolean };

type ServerError = Error & { readonly code: string; readonly routine?: string };

// Errors of the system have a code too (ECONNRESET); SQLSTATE has five digits or capitals, and a severity beside it.
export const isServerError = (error: unknown): error is ServerError =>
  error instanceof Error && 'severity' in error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code));

// Serialization failure, deadlock, lock not available: the transaction was undone and may win next time.
const UNDONE = new Set(['40001', '40P01', '55P03']);
// Shutting down, crashed, starting up, dropped, idle too long, too many connections, a pooler that forgot a statement:
// another connection may serve. So may another one where memory, a limit or the disk failed this one.
const GONE = new Set([
  '57P01',
  '57P02',
  '57P03',
  '57P04',
  '57P05',
  '25P03',
  '53000',
  '53200',
  '53300',
  '53400',
  '26000',
]);
const isGone = (code: string): boolean => GONE.has(code) || code.startsWith('08') || code.startsWith('58');
// A server that was demoted, or set so. The connection goes: the next may lead to the one that took over.
const READ_ONLY = '25006';
const DISK_FULL = '53100';
const CANCELED = '57014';

/** A migration changed the table under the plan that this connection keeps. The statement did not run. */
const isStalePlan = ({ code, routine }: ServerError): boolean =>
  code === '0A000' && routine === 'RevalidateCachedQuery';

const busy = (cause: unknown, again: FailedAttempt['again'], keep: boolean): Failure => ({
  failed: new DatabaseError('busy', undefined, { cause }),
  again,
  keep,
});
const fault = (error: unknown): Failure => ({ failed: error, again: false, keep: true });

const unwritable = (cause: unknown): DatabaseError => new DatabaseError('unwritable', undefined, { cause });
export const isUnwritable = (error: unknown): boolean => error instanceof DatabaseError && error.code === 'unwritable';

const serverFailure = (error: ServerError): Failure => {
  if (UNDONE.has(error.code)) return busy(error, true, true);
  if (isGone(error.code)) return busy(error, true, false);
  if (error.code === READ_ONLY) return { failed: unwritable(error), again: true, keep: false };
  if (error.code === DISK_FULL) return { failed: unwritable(error), again: false, keep: false };
  // Every connection may keep such a plan, and each goes when it is found: no try is used up by that.
  if (isStalePlan(error)) return busy(error, 'at once', false);
  // It had its whole time already: asking for the same again would double the load that made it slow.
  if (error.code === CANCELED) return busy(error, false, true);
  return fault(error);
};

/** No connection was had, so nothing was sent. A wrong password or name is for a person to mend: another try does not. */
export const connectFailure = (error: unknown): Failure => {
  const failure = isServerError(error) ? serverFailure(error) : busy(error, true, false);
  return failure.failed instanceof DatabaseError ? failure : busy(error, false, false);
};

export const readFailure = (error: unknown): Failure => {
  if (!isServerError(error)) {
    return error instanceof RangeError || error instanceof TypeError ? fault(error) : busy(error, true, false);
  }
  const failure = serverFailure(error);
  return isUnwritable(failure.failed) ? busy(error, false, false) : failure; // no room to sort, say
};

export type BatchFailure = {
  readonly error: unknown;
  /** How many statements the server reported complete; the next one is where the error arose. */
  readonly completed: number;
  readonly sent: boolean;
};

export const batchFailure = ({ error, completed, sent }: BatchFailure, items: readonly Item[]): Failure => {
  if (!sent) return busy(error, true, false);
  const unknown = { failed: new DatabaseError('unknown', undefined, { cause: error }), again: false, keep: false };
  // Of class 08 are words of a pooler that lost the server: it cannot know either.
  if (!isServerError(error) || error.code.startsWith('08')) return unknown;
  // The server commits after it reported the last statement complete, and its messages keep their order. So an error
  // before that proves that nothing was written; one behind it does only when the commit itself was refused.
  const item = items[completed];
  if (item === undefined && !error.code.startsWith('23') && !UNDONE.has(error.code)) return unknown;
  const guard = item?.guard?.name;
  if (guard !== undefined && (error.code === '23505' || isGuardMark(error.code, error.message))) {
    return { failed: new DatabaseError('guard', guard, { cause: error }), again: false, keep: true };
  }
  if (error.code === '23505') {
    return { failed: new DatabaseError('unique', undefined, { cause: error }), again: false, keep: true };
  }
  return serverFailure(error);
};
