/** What of a line over days is drawn. Pure. */

/** The day in progress is no fall: it is drawn once it has come as far as the day before. */
export const drawnUpTo = (values: readonly number[], isInProgress: boolean): (number | null)[] => {
  const [before = 0, today = 0] = values.slice(-2);
  return isInProgress && values.length > 1 && today < before ? [...values.slice(0, -1), null] : [...values];
};
