/** Which words of a catalogue a misspelt one may have meant. Pure. */
import { wordDistance } from '../../shared/texts/nearest-word.ts';

export type Vocabulary = {
  readonly words: readonly string[];
  /** The letters of each word as bits: words that differ in too many letters are told apart without comparing them. */
  readonly letters: Int32Array;
};

const MOST_MEANT = 12;
const LETTER = /[a-z]/;

/** Numbers and codes are not corrected: one digit more is another thing. */
export const isCorrectable = (word: string): boolean => mistakesIn(word) > 0 && !/\p{N}/u.test(word);

/** Mistakes that are forgiven: none in short words, because nearly all of them are near each other. */
const mistakesIn = (word: string): number => {
  if (word.length < 4) return 0;
  return word.length < 8 ? 1 : 2;
};

/** A letter beyond the Latin ones shares a bit with others: it may hide a difference, never make one up. */
const bitOf = (sign: string): number =>
  1 << (LETTER.test(sign) ? sign.charCodeAt(0) - 97 : 26 + ((sign.codePointAt(0) ?? 0) % 6));

export const lettersOf = (word: string): number => {
  let letters = 0;
  for (const sign of word) letters |= bitOf(sign);
  return letters;
};

const bitsIn = (bits: number): number => {
  let [left, count] = [bits, 0];
  for (; left !== 0; count += 1) left &= left - 1;
  return count;
};

export const vocabularyOf = (words: readonly string[], letters = words.map(lettersOf)): Vocabulary => ({
  words,
  letters: Int32Array.from(letters),
});

const WORDS_A_STEP = 1_000;

/**
 * The nearest words there are, all equally near. A word that is still being typed is compared with beginnings, too, but a
 * whole word comes before a beginning. In steps of so many words as it yields: a large catalogue has hundreds of thousands.
 */
export function* wordsMeant(asked: string, { words, letters }: Vocabulary): Generator<number, readonly string[]> {
  if (!isCorrectable(asked)) return [];
  const own = lettersOf(asked);
  let most = mistakesIn(asked);
  let whole: string[] = [];
  let begun: string[] = [];
  const isNearer = (apart: number): boolean => {
    if (apart > most) return false;
    if (apart < most) [whole, begun, most] = [[], [], apart];
    return true;
  };
  for (const [at, word] of words.entries()) {
    if (at > 0 && at % WORDS_A_STEP === 0) yield WORDS_A_STEP;
    // A letter that it has and the word lacks is a mistake each; the rest of a longer word may follow.
    if (bitsIn(own & ~(letters[at] ?? 0)) > most) continue;
    if (isNearer(wordDistance(asked, word, most))) whole.push(word);
    else if (word.length > asked.length && isNearer(wordDistance(asked, word.slice(0, asked.length), most))) {
      begun.push(word);
    }
  }
  return (whole.length > 0 ? whole : begun).slice(0, MOST_MEANT);
}
