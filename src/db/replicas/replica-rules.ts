/**
 * How far behind a replica is, by what the primary had written when, and by our own stopwatch alone. A standby says itself when
 * its last transaction was made, but by the clock of another machine; and one that hears nothing more calls itself up to date.
 */

/** At this time the primary had written so much at least. */
export type Mark = { readonly at: number; readonly written: bigint };

/** PostgreSQL's places in its log, `16/B374D848`, as numbers. */
export const writtenIn = (place: string): bigint => {
  const [high = '0', low = '0'] = place.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
};

const MOST_MARKS = 1_000;

/** With one more. A primary that has come less far than it had is another one: nothing of before counts. */
export const withMark = (marks: readonly Mark[], mark: Mark): readonly Mark[] => {
  const last = marks.at(-1);
  if (last === undefined || mark.written < last.written) return [mark];
  const before = mark.written === last.written ? marks.slice(0, -1) : marks;
  return [...before.slice(1 - MOST_MARKS), mark];
};

/** Everything that was acknowledged by then is there; undefined: longer ago than we know. */
export const upToDateAt = (marks: readonly Mark[], replayed: bigint): number | undefined =>
  marks.findLast(({ written }) => written <= replayed)?.at;
