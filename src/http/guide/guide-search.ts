/** Which pages of the guide have the words that were asked for, and the sentence of each that says most about them. Pure. */
import type { GuidePage } from './guide-pages.ts';

const LONGEST = 220;

/** Whole words: what is cut in two reads as a misprint. */
const cutAround = (sentence: string, word: string): string => {
  if (sentence.length <= LONGEST) return sentence;
  const at = Math.max(0, sentence.toLowerCase().indexOf(word) - LONGEST / 3);
  const from = at === 0 ? 0 : sentence.indexOf(' ', at) + 1;
  const rest = sentence.slice(from);
  const cut = rest.length <= LONGEST ? rest : `${rest.slice(0, LONGEST).replace(/\s\S*$/, '')}…`;
  return from === 0 ? cut : `…${cut}`;
};

/** The first of those with most of the words, words before addresses and names of files; what a page begins with, where none has any: then they stand in code or a table. */
const excerptOf = ({ sentences }: GuidePage, words: readonly string[]): string => {
  const counted = sentences.map((sentence) => {
    const small = sentence.toLowerCase();
    const has = words.filter((word) => small.includes(word));
    return { sentence, has, weight: has.length === 0 ? 0 : has.length * 2 - (/\w\/|\/\w/.test(sentence) ? 1 : 0) };
  });
  const none = { sentence: sentences[0] ?? '', has: [] as readonly string[], weight: 0 };
  const best = counted.reduce((most, one) => (one.weight > most.weight ? one : most), none);
  return cutAround(best.sentence, best.has[0] ?? '');
};

/** More often than this is often enough: who asks for one letter does not have all of its places counted. */
const MOST_COUNTED = 50;
const timesIn = (text: string, word: string): number => {
  let times = 0;
  for (let at = text.indexOf(word); at >= 0 && times < MOST_COUNTED; at = text.indexOf(word, at + word.length))
    times += 1;
  return times;
};

export type Found = { readonly page: GuidePage; readonly excerpt: string };
const MOST_FOUND = 20;

/** The words of a question, each once. */
export const askedFor = (question: string): readonly string[] =>
  [...new Set(question.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, 8);

/** Pages that have all the words; those that have them in their title first, then those that have them most often. */
export const searchGuide = (pages: readonly GuidePage[], question: string): readonly Found[] => {
  const words = askedFor(question);
  if (words.length === 0) return [];
  return pages
    .map((page) => {
      const counts = words.map((word) => timesIn(page.small, word));
      const titled = words.filter((word) => page.title.toLowerCase().includes(word)).length;
      const weight = counts.includes(0) ? 0 : titled * 1_000 + counts.reduce((sum, count) => sum + count, 0);
      return { page, weight };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, MOST_FOUND)
    .map(({ page }) => ({ page, excerpt: excerptOf(page, words) }));
};
