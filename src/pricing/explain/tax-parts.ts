/** What each authority has of a tax. Two of them may give theirs one name: who it is says the name, the jurisdiction and the rate together. Pure. */
import type { TaxPart } from '../money/tax-types.ts';
import type { Book } from './derivation-book.ts';
import type { About, Derivation } from './derivation-types.ts';

type Authority = Omit<TaxPart, 'amount'>;

/** In the order in which the tax lists its parts. */
export type PartNumbers = Authority & { readonly of: Derivation };

/** A word of GST, or one authority. */
export type PartAsked = string | Authority;

export const isPart = ({ name, jurisdiction, rate }: Authority, asked: PartAsked): boolean =>
  typeof asked === 'string'
    ? name === asked
    : name === asked.name && jurisdiction === asked.jurisdiction && rate === asked.rate;

/** As sentences name it. */
export const partName = ({ name, jurisdiction }: Pick<Authority, 'name' | 'jurisdiction'>): string =>
  jurisdiction === undefined ? name : `${name}, ${jurisdiction}`;

/** One number, also where an authority has several parts; undefined: it has none. */
export const onePart = (found: readonly Derivation[], about: About, book: Book): Derivation | undefined =>
  found.length < 2 ? found[0] : book.sum('tax_part', found, about);

export const partsAsked = (parts: readonly PartNumbers[], asked: PartAsked): readonly Derivation[] =>
  parts.filter((part) => isPart(part, asked)).map(({ of }) => of);

/** The words of GST, each with what it is; nothing where there is none of it. */
export const gstNumbers = (parts: readonly PartNumbers[], book: Book): readonly (readonly [string, Derivation])[] =>
  ['cgst', 'sgst', 'igst'].map(
    (name) => [name, onePart(partsAsked(parts, name), { name }, book) ?? book.given('none', 0, { name })] as const,
  );
