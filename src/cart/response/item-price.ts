/** Prices of a line: of the whole line, of one unit, and of the article, in the application's currency and the answer's. Pure. */
import type { CartProductInfo } from '../../contract/cart/cart-item-contract.ts';
import type { ProductArticle } from '../../contract/cart/cart-product-contract.ts';
import { lineAmount } from '../../pricing/lots.ts';
import type { PricedLine } from '../../pricing/priced-types.ts';
import type { TaxPart } from '../../pricing/money/tax-types.ts';
import type { Currency } from '../../shared/currency.ts';
import { type Minor, portionDown, sum } from '../../shared/money.ts';
import type { PricedView, ViewedLine } from '../price/priced-view.ts';
import { amountsIn, currencyFields } from '../../shared/amounts.ts';

type PriceInfo = NonNullable<CartProductInfo['price']>;
type ArticlePrice = NonNullable<ProductArticle['price']>;

/** The unit price is rounded down; what that loses is `amount_quantity_error`. */
const finalUnit = (line: PricedLine): Minor => portionDown(lineAmount(line), 1, line.quantity);

const lineOrUnit = (line: PricedLine, currency: Currency, scale: 'line' | 'unit'): NonNullable<PriceInfo['base']> => {
  const { number } = amountsIn(currency);
  const times = scale === 'line' ? line.quantity : 1;
  return {
    marked: number(line.marked * times),
    add_on: number(line.start * times),
    effective: number(line.effective * times),
    selling: number(line.selling * times),
    selling_price: number(scale === 'line' ? lineAmount(line) : finalUnit(line)),
    ...currencyFields(currency),
  };
};

const both = <Form>(
  { priced, base }: ViewedLine,
  { currency, home }: PricedView,
  form: (line: PricedLine, currency: Currency) => Form,
) => {
  const converted = priced === null ? {} : form(priced, currency);
  // Without another currency they are one line.
  if (base === priced && home.code === currency.code) return { base: converted, converted };
  return { base: base === null ? {} : form(base, home), converted };
};

export const linePrice = (line: ViewedLine, view: PricedView): PriceInfo =>
  both(line, view, (priced, currency) => lineOrUnit(priced, currency, 'line'));

export const unitPrice = (line: ViewedLine, view: PricedView): PriceInfo =>
  both(line, view, (priced, currency) => lineOrUnit(priced, currency, 'unit'));

export const articlePrice = (line: ViewedLine, view: PricedView): ArticlePrice =>
  both(line, view, ({ effective, marked, selling }, currency) => {
    const { number } = amountsIn(currency);
    return {
      effective: number(effective),
      ...currencyFields(currency),
      marked: number(marked),
      selling: number(selling),
    };
  });

export const amountQuantityError = ({ priced }: ViewedLine, { currency }: PricedView): number =>
  priced === null ? 0 : amountsIn(currency).number(lineAmount(priced) - finalUnit(priced) * priced.quantity);

/** Floored, so that nothing is promised that is not given. */
export const discountText = ({ priced }: ViewedLine): string => {
  if (priced === null || priced.marked === 0) return '';
  const percent = portionDown(priced.marked - priced.effective, 100, priced.marked);
  return percent < 1 ? '' : `${percent}% OFF`;
};

/** The selling price of a unit (ESP), or its MRP where an MRP promotion acts. */
export const promoBasePrice = ({ priced }: ViewedLine, { currency }: PricedView): number =>
  priced === null ? 0 : amountsIn(currency).number(priced.onMarked ? priced.marked : priced.selling);

/** Left out for a line that has no price. The parts are nothing where the places are not known. */
export const lineTax = ({ priced }: ViewedLine, { currency }: PricedView): Pick<CartProductInfo, 'tax'> => {
  if (priced === null) return {};
  const { rate, taxable, tax, parts, exemption } = priced.tax;
  const { acrossUnion: basis } = priced.article;
  const { number } = amountsIn(currency);
  const partOf = (name: TaxPart['name']): number =>
    number(sum(parts.filter((part) => part.name === name).map(({ amount }) => amount)));
  const split = { cgst: partOf('cgst'), sgst: partOf('sgst'), igst: partOf('igst') };
  const levies = parts.flatMap(({ name, jurisdiction, rate: own, amount }) =>
    jurisdiction === undefined ? [] : [{ name, jurisdiction, rate: own / 10_000, amount: number(amount) }],
  );
  const whole = { rate: rate / 10_000, taxable: number(taxable), amount: number(tax), ...split };
  return {
    tax: {
      ...whole,
      ...(levies.length === 0 ? {} : { levies }),
      ...(exemption === undefined ? {} : { exemption }),
      ...(basis === undefined ? {} : { oss_basis: basis }),
    },
  };
};
