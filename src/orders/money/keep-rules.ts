/**
 * What the goods that remain cost where a shop keeps to the prices that were agreed: every unit of a line bears an equal share of
 * it. Shares are rounded on the running total, so that whoever gives back all gets all. Charges stay until nothing is left. Pure.
 */
import { portionDown, sum } from '../../shared/money.ts';
import type { PriceInput } from '../../pricing/pricing-types.ts';
import type { Work } from '../../pricing/work.ts';
import type { OrderLine } from '../order-document.ts';
import type { TaxAmounts } from '../order-figures.ts';
import type { StandingLine } from '../order-progress.ts';
import { earnsLeft, keptLater } from './earned-rules.ts';
import { isAnythingLeft, isOwn, type Remaining, type Repriced } from './reprice-rules.ts';
import { type Agreed, agreedStanding, scaledDiscounts } from './standing-rules.ts';

/** What is left of an amount when so many of its units went back. */
const leftOf = (amount: number, back: number, quantity: number): number => amount - portionDown(amount, back, quantity);

const taxLeft = (amount: number, line: OrderLine, back: number): TaxAmounts => {
  const { tax, quantity } = line;
  const left = (part: number): number => leftOf(part, back, quantity);
  const [cgst, sgst, igst] = [left(tax.cgst), left(tax.sgst), left(tax.igst)];
  const levies = tax.levies?.map((levy) => ({ ...levy, amount: left(levy.amount) }));
  // A tax of a table or a rule that is called like a part of GST stands in both.
  const parts = levies?.map(({ amount: own }) => own) ?? [cgst, sgst, igst];
  const isSplit = levies !== undefined || tax.cgst + tax.sgst + tax.igst !== 0;
  const all = isSplit ? sum(parts) : left(tax.tax);
  const onTop = tax.taxable === line.amount;
  return { taxable: onTop ? amount : amount - all, tax: all, cgst, sgst, igst, ...(levies && { levies }) };
};

const lineLeft = (line: OrderLine, units: number): StandingLine => {
  const { quantity, subtotal, discounts } = line;
  const back = quantity - units;
  const amount = leftOf(line.amount, back, quantity);
  const [below, off] = [
    discounts.filter(({ stage }) => stage === 'unit_price'),
    discounts.filter(({ stage }) => stage !== 'unit_price'),
  ];
  return {
    line: line.identifier,
    units,
    amount,
    tax: taxLeft(amount, line, back),
    discounts: [
      ...scaledDiscounts(below, sum(below.map((one) => leftOf(one.amount, back, quantity)))),
      ...scaledDiscounts(off, (subtotal / quantity) * units - amount),
    ],
  };
};

/** `released`: offers whose use was given back give nothing later any more. */
export function* keptPrices(
  agreed: Agreed,
  input: PriceInput,
  remaining: Remaining,
  released: readonly string[] = [],
): Work<Repriced> {
  const whole = agreedStanding(agreed);
  const isLeft = isAnythingLeft(agreed.lines, remaining);
  const lines = agreed.lines.flatMap((line) => {
    const units = remaining.get(line.identifier) ?? 0;
    return units > 0 ? [lineLeft(line, units)] : [];
  });
  const goods = sum(
    agreed.lines.filter(isOwn).map(({ identifier }) => lines.find(({ line }) => line === identifier)?.amount ?? 0),
  );
  const later = (yield* keptLater(agreed, input, remaining)).filter(({ offerId }) => !released.includes(offerId));
  return {
    standing: {
      lines,
      // A gift that left and stays was brought, too.
      charges: lines.length > 0 ? whole.charges : [],
      waived: lines.length > 0 ? whole.waived : [],
      earns: earnsLeft(agreed, goods, later, input),
    },
    applied: isLeft ? agreed.offers.map(({ id }) => id) : [],
    later,
  };
}
