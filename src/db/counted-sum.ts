/** Sums in SQL that JavaScript can count: one beyond that is a figure to be shown, and no reason to answer nothing. */

/** A row counts up to so much, so that ten thousand of them do not pass what either engine adds up. */
const MOST_OF_ROW = 900_000_000_000_000;

/** SQL for the sum of a column, 0 of no rows; at most the greatest number that is exact. */
export const countedSum = (column: string): string => {
  const all = `coalesce(sum(case when ${column} > ${MOST_OF_ROW} then ${MOST_OF_ROW} else ${column} end), 0)`;
  return `cast(case when ${all} > ${Number.MAX_SAFE_INTEGER} then ${Number.MAX_SAFE_INTEGER} else ${all} end as bigint)`;
};
