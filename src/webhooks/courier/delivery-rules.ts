/**
 * What follows an attempt to deliver. Only 2xx is success. A failure is tried again after a random part of a pause that
 * doubles; after 20 attempts or 48 hours the subscriber is blocked and what is due to him waits. 410 ends the subscription.
 * Pure: `now` and `chance` (0 to 1) are given.
 */
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

export const MOST_ATTEMPTS = 20;
export const LONGEST_MS = 48 * HOUR;
const FIRST_PAUSE_MS = 5 * SECOND;
const LONGEST_PAUSE_MS = 4 * HOUR;
const LEAST_PAUSE_MS = SECOND;
/** A receiver may ask for patience, not for silence. */
const LONGEST_RETRY_AFTER_MS = 12 * HOUR;

export type Attempted = {
  /** Attempts made, this one included. */
  readonly attempts: number;
  /** When the first of them could be made. */
  readonly beganAt: number;
};
export type Outcome =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfterMs: number | null }
  /** No answer: refused by our own guard, not reachable, too slow, cut off. */
  | { readonly kind: 'unreachable'; readonly reason: string };

export type Verdict =
  | { readonly state: 'done' }
  | { readonly state: 'waiting'; readonly dueAt: number }
  /** Given up; its subscriber is told nothing more until somebody looks. */
  | { readonly state: 'failed'; readonly subscriber: 'blocked' }
  | { readonly state: 'failed'; readonly subscriber: 'inactive' };

const ASKS_FOR_PATIENCE: readonly number[] = [429, 503];

/** The full-jitter pause before attempt `attempts + 1`. */
export const pauseAfter = (attempts: number, chance: number): number =>
  Math.max(LEAST_PAUSE_MS, Math.floor(chance * Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS)));

export const afterAttempt = (
  { attempts, beganAt }: Attempted,
  outcome: Outcome,
  now: number,
  chance: number,
): Verdict => {
  if (outcome.kind === 'answered') {
    if (outcome.status >= 200 && outcome.status < 300) return { state: 'done' };
    if (outcome.status === 410) return { state: 'failed', subscriber: 'inactive' };
  }
  const asked =
    outcome.kind === 'answered' && ASKS_FOR_PATIENCE.includes(outcome.status) ? (outcome.retryAfterMs ?? 0) : 0;
  const pause = Math.max(pauseAfter(attempts, chance), Math.min(asked, LONGEST_RETRY_AFTER_MS));
  const isLast = attempts >= MOST_ATTEMPTS || now + pause - beganAt > LONGEST_MS;
  return isLast ? { state: 'failed', subscriber: 'blocked' } : { state: 'waiting', dueAt: now + pause };
};

/** Retry-After in milliseconds: seconds or an HTTP date; null when it says nothing we can read. */
export const retryAfterOf = (header: string | undefined, now: number): number | null => {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * SECOND;
  // Date.parse alone would take many things for a date, such as -5.
  const at = /^[A-Z][a-z]{2}, \d/.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
};
