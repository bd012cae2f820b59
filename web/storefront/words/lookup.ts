/** Texts of the shop and sentences of the service in the reader's words, where there are any. Pure. */
import type { OwnWords } from '../../../src/contract/catalog/storefront-contract.ts';
import type { Words } from './english.ts';

const formOf = (sentence: string): RegExp =>
  new RegExp(`^${sentence.replace(/[^\w\s{}]/g, '\\$&').replaceAll('{}', '(.+)')}$`);

export const lookupOf = ({ said, amount }: Pick<Words, 'said' | 'amount'>, its: OwnWords) => {
  const own = new Map(its);
  // The longest first: what says more is meant where both fit.
  const open = its.filter(([text]) => text.includes('{}')).toSorted(([a], [b]) => b.length - a.length);
  const forms = [...open, ...said].map(([text, ours]) => [formOf(text), ours] as const);
  const named = (name = ''): string => own.get(name) ?? name;
  return {
    /** A name that the shop gave something. */
    named,
    /** A sentence, with what it names. */
    said: (sentence = ''): string => {
      for (const [form, ours] of own.has(sentence) ? [] : forms) {
        const parts = form.exec(sentence)?.slice(1);
        if (parts !== undefined) return ours.replaceAll('{}', () => amount(parts.shift() ?? ''));
      }
      return named(sentence);
    },
  };
};
