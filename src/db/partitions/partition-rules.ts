/** Days as parts of a table. Pure. */
export const DAY_MS = 86_400_000;

export type DayPart = {
  readonly name: string;
  /** Rows of this time and later, before `until`; undefined where the rest is. */
  readonly until: number | undefined;
};

export const dayOf = (time: number): number => Math.floor(time / DAY_MS) * DAY_MS;

/** `webhook_attempt_20261117`. */
export const partName = (table: string, day: number): string =>
  `${table}_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`;

/** The end of a part, from how PostgreSQL tells its bounds: `FOR VALUES FROM ('0') TO ('86400000')`, or `DEFAULT`. */
export const endOf = (bounds: string): number | undefined => {
  const [, until] = /TO \('(\d+)'\)$/.exec(bounds) ?? [];
  return until === undefined ? undefined : Number(until);
};

/** Days that have no part yet: from the end of what is there, or today, on. */
export const daysToMake = (parts: readonly DayPart[], now: number, ahead: number): readonly number[] => {
  const made = Math.max(dayOf(now), ...parts.map(({ until }) => until ?? 0));
  const last = dayOf(now) + ahead * DAY_MS;
  return Array.from({ length: Math.max(0, (last - made) / DAY_MS + 1) }, (_, at) => made + at * DAY_MS);
};

/** Parts in which every row is older. */
export const pastParts = (parts: readonly DayPart[], before: number): readonly DayPart[] =>
  parts.filter(({ until }) => until !== undefined && until <= before);
