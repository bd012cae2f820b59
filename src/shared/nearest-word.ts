/** How far two words are apart, and which of some words was meant. Pure. */

const cell = (line: readonly number[], at: number): number => line[at] ?? Infinity;

/** Distances of the first `row` letters of one word to every beginning of the other, from the two lines above. */
const lineOf = (
  [a, b]: readonly [string, string],
  row: number,
  above: readonly number[],
  twoAbove: readonly number[],
): readonly number[] => {
  const line = [row];
  for (let at = 1; at <= b.length; at += 1) {
    const change = a[row - 1] === b[at - 1] ? 0 : 1;
    const swapped = at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1];
    const swap = swapped ? cell(twoAbove, at - 2) + 1 : Infinity;
    line.push(Math.min(cell(above, at) + 1, cell(line, at - 1) + 1, cell(above, at - 1) + change, swap));
  }
  return line;
};

/**
 * Letters to add, drop, change or swap with their neighbour until one word is the other; `most` + 1 when it takes more.
 * No letter is changed again after a swap (optimal string alignment).
 */
export const wordDistance = (a: string, b: string, most: number): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let twoAbove: readonly number[] = [];
  let above: readonly number[] = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row += 1) {
    const line = lineOf([a, b], row, above, twoAbove);
    if (Math.min(...line) > most) return most + 1;
    [twoAbove, above] = [above, line];
  }
  return Math.min(cell(above, b.length), most + 1);
};

/** The word that was probably meant: one that begins like it, else the one with the fewest different letters. */
export const nearestWord = (given: string, words: readonly string[]): string | undefined => {
  const asked = given.toLowerCase();
  const begins = words.find((word) => asked.length > 1 && (word.startsWith(asked) || asked.startsWith(word)));
  const most = Math.max(1, Math.floor(asked.length / 3));
  const [near] = words
    .map((word) => ({ word, apart: wordDistance(asked, word.toLowerCase(), most) }))
    .filter(({ apart }) => apart <= most)
    .toSorted((one, other) => one.apart - other.apart);
  return near?.apart === 0 ? near.word : (begins ?? near?.word);
};
