/** Times as parts of a table: days, or longer spans that begin at multiples of their length. Pure. */
export const DAY_MS = 86_400_000;

export type Part = {
  readonly name: string;
  /** Rows of this time and later, before `until`; undefined where the rest is. */
  readonly until: number | undefined;
};

/** When the day, or the span, of a time begins. */
export const beginOf = (time: number, span = DAY_MS): number => Math.floor(time / span) * span;

/** `webhook_attempt_20261117`. */
export const partName = (table: string, day: number): string =>
  `${table}_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`;

/** The end of a part, from how PostgreSQL tells its bounds: `FOR VALUES FROM ('0') TO ('86400000')`, or `DEFAULT`. */
export const endOf = (bounds: string): number | undefined => {
  const [, until] = /TO \('(\d+)'\)$/.exec(bounds) ?? [];
  return until === undefined ? undefined : Number(until);
};

/** Where parts begin that are not there yet: from the end of what is there, or now, on. */
export const partsToMake = (parts: readonly Part[], now: number, ahead: number, span = DAY_MS): readonly number[] => {
  const made = Math.max(beginOf(now, span), ...parts.map(({ until }) => until ?? 0));
  const last = beginOf(now, span) + ahead * span;
  return Array.from({ length: Math.max(0, (last - made) / span + 1) }, (_, at) => made + at * span);
};

/** Parts in which every row is older. */
export const pastParts = <P extends Part>(parts: readonly P[], before: number): readonly P[] =>
  parts.filter(({ until }) => until !== undefined && until <= before);

/** So far apart are the clock of one node, and a batch that waits, from the clock of another at the most. */
export const EDGE_MS = 600_000;

/** Whether a row of this time may be written while somebody writes one of the part before, or of the next. */
export const isNearEdge = (time: number, span: number): boolean => {
  const after = time - beginOf(time, span);
  return after < EDGE_MS || span - after <= EDGE_MS;
};
