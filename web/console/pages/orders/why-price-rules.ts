/** A sum of an explanation in columns: what it is, how it came about. What it comes to has a column of its own. Pure. */
import type { ExplainedSum } from '../../../../src/contract/cart/cart-explain-contract.ts';

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

export const titleOf = ({ name }: Pick<ExplainedSum, 'name'>): string => capital(name);

/** The sentence without what the other columns say: “Discount is ₹344.85: 15 % of …” is “15% of …”. */
export const howOf = ({ name, sentence }: Pick<ExplainedSum, 'name' | 'sentence'>): string => {
  const rest = sentence.toLowerCase().startsWith(name.toLowerCase()) ? sentence.slice(name.length) : sentence;
  return capital(rest.replace(/^ is \S+?[:,]? (?=\S)/, '').replace(/^ is .*$/, '')).replaceAll(/(\d) %/g, '$1%');
};
