/** How far two words are apart, and which of some words was meant. Pure. */

/** Three lines of the table of distances that are filled in turn: of this letter, of the one before, and of the one before that. */
type Lines = readonly [Uint16Array, Uint16Array, Uint16Array];

const cell = (line: Uint16Array, at: number): number => line[at] ?? 0;

/** Distances of the first `row` letters of one word to every beginning of the other; returns the least of them. */
const fillLine = (a: string, b: string, row: number, [line, above, twoAbove]: Lines): number => {
  line[0] = row;
  let least = row;
  for (let at = 1; at <= b.length; at += 1) {
    const sign = a.charCodeAt(row - 1);
    const change = cell(above, at - 1) + (sign === b.charCodeAt(at - 1) ? 0 : 1);
    let cost = Math.min(cell(above, at) + 1, cell(line, at - 1) + 1, change);
    const swapped =
      row > 1 && at > 1 && sign === b.charCodeAt(at - 2) && a.charCodeAt(row - 2) === b.charCodeAt(at - 1);
    if (swapped) cost = Math.min(cost, cell(twoAbove, at - 2) + 1);
    line[at] = cost;
    if (cost < least) least = cost;
  }
  return least;
};

/**
 * Letters to add, drop, change or swap with their neighbour until one word is the other; `most` + 1 when it takes more.
 * No letter is changed again after a swap (optimal string alignment).
 */
export const wordDistance = (a: string, b: string, most: number): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  const [first, second, third] = [0, 1, 2].map(() => new Uint16Array(b.length + 1));
  let lines = [first, second, third] as unknown as Lines;
  for (let at = 0; at <= b.length; at += 1) lines[1][at] = at;
  for (let row = 1; row <= a.length; row += 1) {
    if (fillLine(a, b, row, lines) > most) return most + 1;
    lines = [lines[2], lines[0], lines[1]];
  }
  return Math.min(lines[1][b.length] ?? most + 1, most + 1);
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
