/** What an order counts for as a sale over a border of the European Union, now, and the statements that keep the count. */
import type { PricedView } from '../../cart/price/priced-view.ts';
import type { Statement } from '../../db/database.ts';
import { type OssCount, staysWithin, yearAt } from '../../delivery/oss/oss-rules.ts';
import { countSale, moveSale, type OssMove, type OssYear } from '../../delivery/oss/oss-statements.ts';
import { type Minor, portion, sum } from '../../shared/money.ts';
import { CASH_ROUNDING } from '../answer/order-tax.ts';
import { standingOf } from '../money/standing-rules.ts';
import type { OrderDocument, StoredOrder } from '../order-document.ts';
import { isOver } from '../order-life.ts';

/** As it is ordered. */
export const ossOf = (
  { oss: { sale }, now, application }: PricedView,
  lines: OrderDocument['lines'],
): Pick<OrderDocument, 'oss'> => {
  if (sale === null) return {};
  const { basis, charges, taxable, sold, articles } = sale;
  const crossing = lines.filter(({ articleUid }) => articles.has(articleUid)).map(({ identifier }) => identifier);
  return {
    oss: { year: yearAt(application.time_zone, now), basis, charges, taxable, sold, lines: crossing, apart: true },
  };
};

/** What is left of it without tax, in the application's currency at the rate of the order. */
const soldNow = (order: StoredOrder): Minor => {
  const { oss } = order.document;
  if (oss === undefined || isOver(order) || oss.taxable === 0) return 0;
  const crossing = new Set(oss.lines);
  const { lines, charges } = standingOf(order);
  const left =
    sum(lines.map(({ line, tax }) => (crossing.has(line) ? tax.taxable : 0))) +
    sum(charges.map(({ code, tax }) => (oss.charges && code !== CASH_ROUNDING ? tax.taxable : 0)));
  return portion(oss.sold, left, oss.taxable, 'half_up');
};

const yearOf = ({ companyId, document: { home } }: StoredOrder, year: number): OssYear => ({
  companyId,
  year,
  currency: home.code,
});

/** What it counts for. Orders of earlier versions counted as paid from the beginning. */
const countedNow = (order: StoredOrder): OssMove => {
  const sold = soldNow(order);
  const isUnpaid = order.state === 'awaiting_payment' && order.document.oss?.apart === true;
  return { sold, unpaid: isUnpaid ? sold : 0 };
};

/** Guard `oss_sales` for a sale at the rates of its origin, where a count says how far that goes. */
export const countOss = (order: StoredOrder, count: OssCount | null): readonly Statement[] => {
  const { oss } = order.document;
  if (oss === undefined) return [];
  const within =
    count === null || oss.basis !== 'origin'
      ? null
      : { threshold: count.threshold, paidOnly: !staysWithin(count, oss.sold) };
  return [countSale(yearOf(order, oss.year), countedNow(order), within)];
};

export const moveOss = (before: StoredOrder, after: StoredOrder): readonly Statement[] => {
  const { oss } = before.document;
  if (oss === undefined) return [];
  const [was, is] = [countedNow(before), countedNow(after)];
  return moveSale(yearOf(before, oss.year), { sold: is.sold - was.sold, unpaid: is.unpaid - was.unpaid });
};
