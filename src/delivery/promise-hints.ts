/**
 * What a delivery partner's own estimate says, sent along with a read: `t1`, `t2`, `t3`, `eta_mins`. It is passed on with
 * every journey of one answer, counts for `rush` alone and is kept nowhere. Nonsense is ignored, zero is an estimate like any other. Pure.
 */
export type Hints = Readonly<{ t1: number | null; t2: number | null; t3: number | null; eta_mins: number | null }>;
export const noHints: Hints = { t1: null, t2: null, t3: null, eta_mins: null };

const minutes = (given: unknown): number | null => {
  const text =
    typeof given === 'number' ? given : typeof given === 'string' && given.trim() !== '' ? Number(given) : NaN;
  return Number.isFinite(text) && text >= 0 ? text : null;
};

/** From the query of a request, whatever it holds. */
export const readHints = (query: Readonly<Record<string, unknown>>): Hints => ({
  t1: minutes(query['t1']),
  t2: minutes(query['t2']),
  t3: minutes(query['t3']),
  eta_mins: minutes(query['eta_mins']),
});

/** `eta_mins`, else the sum of the three legs when all are given. */
export const hintedMinutes = ({ t1, t2, t3, eta_mins }: Hints): number | null => {
  if (eta_mins !== null) return eta_mins;
  return t1 === null || t2 === null || t3 === null ? null : t1 + t2 + t3;
};
