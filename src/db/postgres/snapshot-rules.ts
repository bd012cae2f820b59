/** Which transactions can be seen, as PostgreSQL tells it (`pg_current_snapshot`), and which can be seen since. */

export type Snapshot = {
  /** Which server said it: another one that takes over may have lost transactions and numbered others alike. */
  readonly server: string;
  /** All before it have ended. */
  readonly oldest: number;
  /** None from here on can be seen. */
  readonly next: number;
  /** Those between the two that have not ended. */
  readonly running: ReadonlySet<number>;
};

/** `oldest:next:running,running server`; the numbers do not begin again. */
export const snapshotIn = (text: string): Snapshot => {
  const space = text.indexOf(' ');
  const [oldest, next, running = ''] = text.slice(0, space).split(':');
  const numbers = running === '' ? [] : running.split(',').map(Number);
  return { server: text.slice(space + 1), oldest: Number(oldest), next: Number(next), running: new Set(numbers) };
};

export const canSee = ({ oldest, next, running }: Snapshot, transaction: number): boolean =>
  transaction < oldest || (transaction < next && !running.has(transaction));

/** More than these are not looked at one by one. */
const MOST = 10_000;

/** Those that can be seen now and could not before; undefined: nobody can tell. None: it is the same, or an earlier one. */
export const seenSince = (before: Snapshot | undefined, now: Snapshot): readonly number[] | undefined => {
  if (before?.server !== now.server || now.next - before.next > MOST) return undefined;
  const ended = [...before.running].filter((transaction) => canSee(now, transaction));
  for (let transaction = before.next; transaction < now.next; transaction += 1) {
    if (canSee(now, transaction)) ended.push(transaction);
  }
  return ended;
};
