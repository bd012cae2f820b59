/** Price details of an order as rows that add up to its total. Pure. */
import { amountsIn, currencyFields } from '../../shared/amounts.ts';
import type { Order } from '../../contract/orders/order-contract.ts';
import type { StaffOrder } from '../../contract/orders/staff-order-contract.ts';
import type { Minor } from '../../shared/money.ts';
import type { OrderDocument } from '../order-document.ts';

type Row = readonly [name: string, display: string, value: Minor];
const alwaysShown = new Set(['mrp_total', 'subtotal', 'total']);

/** Whether tax comes on top of the prices; where there is none it makes no difference. */
export const isTaxOnTop = ({ totals }: Pick<OrderDocument, 'totals'>): boolean => totals.vog === totals.goods;

/** Tax that comes on top of the prices; 0 where it is inside them. */
export const taxOnTop = (document: Pick<OrderDocument, 'totals'>): Minor =>
  isTaxOnTop(document) ? document.totals.gst_charges : 0;

const rowsOf = (document: OrderDocument): readonly Row[] => {
  const { totals, charges, tender } = document;
  const points = tender.filter(({ kind }) => kind === 'points');
  const paid = (rows: typeof tender): Minor => rows.reduce((sum, { amount }) => sum - amount, 0);
  const rows: readonly Row[] = [
    ['mrp_total', 'MRP Total', totals.mrp_total],
    ['discount', 'Discount', totals.discount],
    ['subtotal', 'Subtotal', totals.subtotal],
    ['promotion', 'Promotion', totals.promotion],
    ['coupon', 'Coupon', totals.coupon],
    ['gst_charges', 'GST', taxOnTop(document)],
    ...charges.map(({ code, name, amount }): Row => [code, name, amount]),
    ['platform_cash', 'Reward Points', paid(points)],
    ['mop_total', 'Store credit and gift cards', paid(tender.filter((part) => !points.includes(part)))],
    ['total', 'Total', totals.total],
  ];
  return rows.filter(([name, , value]) => value !== 0 || alwaysShown.has(name));
};

/** What each row is of, in the order in which they are shown. */
export const breakupNames = (document: OrderDocument): readonly string[] => rowsOf(document).map(([name]) => name);

export const orderBreakup = (document: OrderDocument): NonNullable<Order['breakup_values']> => {
  const { number } = amountsIn(document.currency);
  const currency = currencyFields(document.currency);
  return rowsOf(document).map(([name, display, value]) => ({ name, display, value: number(value), ...currency }));
};

/** The same with the text that the SDK's platform model wants of a value. */
export const staffBreakup = (document: OrderDocument): NonNullable<StaffOrder['breakup_values']> => {
  const { number, decimal } = amountsIn(document.currency);
  const currency = currencyFields(document.currency);
  return rowsOf(document).map(([name, display, value]) => ({
    name,
    display,
    value: decimal(value),
    amount: number(value),
    ...currency,
  }));
};
