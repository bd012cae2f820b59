/** What of a priced cart is a sale to a consumer over a border within the European Union, and what it counts for. Pure. */
import { type OssBasis, type OssCount, staysWithin, staysWithinPaid } from '../../delivery/oss/oss-rules.ts';
import { toHome } from '../../pricing/money/in-currency.ts';
import type { PricedCart } from '../../pricing/priced-types.ts';
import type { PriceInput } from '../../pricing/pricing-types.ts';
import { type Minor, sum } from '../../shared/money.ts';

export type OssSale = {
  /** Whose rates were taken. */
  readonly basis: OssBasis;
  /** Articles that go over a border. */
  readonly articles: ReadonlySet<string>;
  readonly charges: boolean;
  /** Without tax: in the currency of the cart, and of the application. */
  readonly taxable: Minor;
  readonly sold: Minor;
};

const isAcross = ({ acrossUnion }: { readonly acrossUnion?: unknown }): boolean => acrossUnion !== undefined;

/** Null when nothing of it crosses a border. */
export const ossSale = (
  input: PriceInput,
  { lines, charges }: Pick<PricedCart, 'lines' | 'charges'>,
): OssSale | null => {
  const crossing = lines.filter(({ article }) => isAcross(article));
  const basis = crossing[0]?.article.acrossUnion;
  const charged = isAcross(input.charges) ? charges.filter(({ type }) => type !== 'rounding') : [];
  if (basis === undefined) return null;
  const taxable =
    sum(crossing.map(({ tax }) => tax.taxable)) + sum(charged.map(({ amount, waived, tax }) => amount - waived - tax));
  return {
    basis,
    articles: new Set(crossing.map(({ article }) => article.uid)),
    charges: isAcross(input.charges),
    taxable,
    sold: toHome(taxable, input),
  };
};

/**
 * Whether it may be taxed as it is: a count that it passes the threshold with asks for the rates of the destination. `unless_cheaper`: only
 * together with orders that nobody has paid for; else whoever orders without paying would have what he pays for at rates that cost less.
 */
export const fitsCount = (sale: OssSale | null, count: OssCount | null): 'yes' | 'no' | 'unless_cheaper' => {
  if (sale === null || count === null || sale.basis === 'destination' || staysWithin(count, sale.sold)) return 'yes';
  return staysWithinPaid(count, sale.sold) ? 'unless_cheaper' : 'no';
};
