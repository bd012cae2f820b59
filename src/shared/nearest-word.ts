/** How far two words are apart, and which of some words was meant. Pure. */

/**
 * Letters to add, drop, change or swap with their neighbour until one word is the other; `most` + 1 when it takes more.
 * No letter is changed again after a swap (optimal string alignment).
 */
export const wordDistance = (a: string, b: string, most: number): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let twoAbove: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row];
    let least = row;
    for (let at = 1; at <= b.length; at += 1) {
      const same = a[row - 1] === b[at - 1];
      let cost = Math.min((above[at] ?? 0) + 1, (line[at - 1] ?? 0) + 1, (above[at - 1] ?? 0) + (same ? 0 : 1));
      const swapped = row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1];
      if (swapped) cost = Math.min(cost, (twoAbove[at - 2] ?? 0) + 1);
      line.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    [twoAbove, above] = [above, line];
  }
  return Math.min(above[b.length] ?? most + 1, most + 1);
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
