/** Many rows in few statements. Pure. */

/** In sizes that are powers of two, so that a connection has few texts to remember. */
export const inPowers = <T>(rows: readonly T[]): readonly (readonly T[])[] => {
  const parts: (readonly T[])[] = [];
  for (let at = 0; at < rows.length; ) {
    const size = 2 ** Math.floor(Math.log2(Math.min(rows.length - at, 256)));
    parts.push(rows.slice(at, at + size));
    at += size;
  }
  return parts;
};

export const repeated = (count: number, text: string): string => Array<string>(count).fill(text).join(', ');

/** The first and the last of some times, at least one. */
export const timesOf = (times: readonly number[]): readonly [number, number] => [
  Math.min(...times),
  Math.max(...times),
];
