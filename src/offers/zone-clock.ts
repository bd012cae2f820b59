/**
 * Days and minutes on the wall of an IANA time zone, and the instants they are. Pure.
 *
 * A wall time that the clocks skip is the moment they jump; one that they repeat is its first pass. So every wall time
 * happens exactly once, and a later one is never an earlier instant.
 */
export const MINUTE = 60_000;
export const DAY = 1_440 * MINUTE;
/** More than any zone differs from UTC, less than two changes of one zone's clocks are apart. */
const REACH = 15 * 60 * MINUTE;

const MOST_DAYS_KEPT = 4_000;

type Zone = { readonly format: Intl.DateTimeFormat; readonly offsets: Map<number, number> };
const zones = new Map<string, Zone>();
const zoneOf = (zone: string): Zone => {
  const known = zones.get(zone);
  if (known !== undefined) return known;
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...numeric, second: 'numeric' });
  const made = { format, offsets: new Map<number, number>() };
  zones.set(zone, made);
  return made;
};

/** Milliseconds the wall clock is ahead of UTC. Most days have one answer, which is kept: Intl is slow to ask. */
const offsetAt = (zone: string, at: number): number => {
  const { format, offsets } = zoneOf(zone);
  const day = Math.floor(at / DAY);
  const kept = offsets.get(day);
  if (kept !== undefined) return kept;
  const begins = askIntl(format, day * DAY);
  if (begins !== askIntl(format, (day + 1) * DAY)) return askIntl(format, at);
  if (offsets.size >= MOST_DAYS_KEPT) offsets.clear();
  offsets.set(day, begins);
  return begins;
};
const askIntl = (format: Intl.DateTimeFormat, at: number): number => {
  const field: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(at)) field[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = field;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
};

/** Days since 1970-01-01 on the wall calendar at this instant. */
export const dayOf = (zone: string, at: number): number => Math.floor((at + offsetAt(zone, at)) / DAY);

/** The instant at which the wall clock shows this minute of this day. */
export const instantOf = (zone: string, day: number, minute: number): number => {
  const wall = day * DAY + minute * MINUTE;
  const [before, after] = [offsetAt(zone, wall - REACH), offsetAt(zone, wall + REACH)];
  if (before === after) return wall - before;
  const candidates = [wall - before, wall - after].filter((at) => at + offsetAt(zone, at) === wall);
  return candidates.length > 0 ? Math.min(...candidates) : jump(zone, wall - after, wall - before);
};

/** The first instant of the new offset, between two instants that have different ones. */
const jump = (zone: string, from: number, to: number): number => {
  const old = offsetAt(zone, from);
  let [early, late] = [from, to];
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (offsetAt(zone, middle) === old) early = middle;
    else late = middle;
  }
  return late;
};
