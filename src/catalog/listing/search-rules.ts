/**
 * What a product is found by. A product has terms: its words (`w:shirt`) and its filters (`brand:12`); a search asks for
 * products that have a word beginning with each word of the question. Folded here, so both engines agree. Pure.
 */
import { normalForm } from '../../shared/texts/normal-form.ts';
import type { ProductDetails } from '../product.ts';

const MOST_WORDS = 64;
const MOST_WORD_LENGTH = 32;
const MOST_ASKED_WORDS = 8;

/** `Crème Brûlée` and `creme brulee` are the same words. */
export const fold = (text: string): string => normalForm(text, 'NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The words of a text, each once. */
export const foldedWords = (text: string): readonly string[] =>
  [...new Set(fold(text).match(/[\p{L}\p{N}]+/gu) ?? [])].map((word) => word.slice(0, MOST_WORD_LENGTH));

/** Every word asked for begins a word of the text. */
export const wordsMatch = (question: string): ((text: string) => boolean) => {
  const asked = foldedWords(question);
  return (text) => {
    const words = foldedWords(text);
    return asked.every((word) => words.some((one) => one.startsWith(word)));
  };
};

const filterKinds = ['brand', 'l1', 'l2', 'l3', 'department', 'tag'] as const;
export type FilterKind = (typeof filterKinds)[number];
export const filterTerm = (kind: FilterKind, value: string | number): string => `${kind}:${value}`;

const named = ({ name }: { readonly name: string }): string => name;

export const productTerms = (product: ProductDetails): readonly string[] => {
  const { name, itemCode, brand, categories, departments, tags } = product;
  const places = categories.flatMap(({ l1, l2, l3 }) => [l1, l2, l3]);
  const texts = [name, brand.name, itemCode ?? '', ...places.map(named), ...departments.map(named), ...tags];
  const words = foldedWords(texts.join(' ')).slice(0, MOST_WORDS);
  return [
    ...new Set([
      ...words.map((word) => `w:${word}`),
      filterTerm('brand', brand.uid),
      ...categories.flatMap(({ l1, l2, l3 }) => [
        filterTerm('l1', l1.uid),
        filterTerm('l2', l2.uid),
        filterTerm('l3', l3.uid),
      ]),
      ...departments.map(({ uid }) => filterTerm('department', uid)),
      ...tags.map((tag) => filterTerm('tag', tag)),
    ]),
  ];
};

/** Terms from `from` up to, and without, `to`; and the word they are for. */
export type TermRange = { readonly word: string; readonly from: string; readonly to: string };

/** Every term that begins with the word: U+10FFFF sorts behind any letter, also in bytes. */
const beginningWith = (word: string): TermRange => ({ word, from: `w:${word}`, to: `w:${word}\u{10FFFF}` });

/** The term of this word alone. */
export const exactly = (word: string): TermRange => ({ word, from: `w:${word}`, to: `w:${word}\u0001` });

/** Undefined when the question has no word in it: then it asks for nothing in particular. */
export const askedWords = (question: string): readonly TermRange[] =>
  foldedWords(question).slice(0, MOST_ASKED_WORDS).map(beginningWith);
