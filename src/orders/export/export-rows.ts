/**
 * An order as rows for accounting: one for each line, one for each charge, for delivery that was waived, and for what paid
 * beside the payment. The amounts of these rows add up to its total, their tax to its tax. What was given back follows in rows
 * with the id of the refund, which add up to what is paid no more. Pure.
 */
import { amountsIn } from '../../shared/amounts.ts';
import { isoTime } from '../../shared/clock.ts';
import { type Minor, sum } from '../../shared/money.ts';
import { isTaxOnTop, taxOnTop } from '../answer/order-breakup.ts';
import type { OrderLine, StoredOrder } from '../order-document.ts';
import type { Discount, TaxAmounts } from '../order-figures.ts';
import type { RefundPart, Settlement } from '../order-progress.ts';
import { chargeTaxed } from '../answer/order-tax.ts';
import { percentOf } from '../answer/levy-view.ts';
import { isMoneyBalance, takenOff } from '../answer/order-view.ts';

const columns = [
  'order_id',
  'status',
  'created_at',
  'application_id',
  'user_id',
  'payment_mode',
  'payment_id',
  'currency',
  'row_type',
  'reference',
  'shipment_id',
  'store_id',
  'seller_id',
  'item_id',
  'size',
  'article_id',
  'name',
  'hsn_code',
  'quantity',
  'subtotal',
  'promotion',
  'coupon',
  'funded_by_seller',
  'funded_by_fynd',
  'funded_by_marketplace',
  'funded_by_other',
  'taxable',
  'tax_rate',
  'cgst',
  'sgst',
  'igst',
  'tax',
  'amount',
  'home_amount',
  'points',
  'order_total',
  'refund_id',
  'tax_levies',
] as const;
export type ExportColumn = (typeof columns)[number];
export const exportColumns: readonly ExportColumn[] = columns;
/** Amounts are decimal text, exact in the order's currency; `home_amount` in the application's. */
export type ExportRow = Readonly<Record<ExportColumn, string | number | null>>;

type Own = Partial<ExportRow> & Pick<ExportRow, 'row_type' | 'reference' | 'amount'>;

const payers = ['seller', 'fynd', 'marketplace'];

const fundedBy = (discounts: readonly Discount[], decimal: (amount: Minor) => string) => {
  const of = (test: (category: string) => boolean): string =>
    decimal(sum(discounts.filter(({ payer }) => test(payer.category)).map(({ amount }) => amount)));
  return {
    funded_by_seller: of((category) => category === 'seller'),
    funded_by_fynd: of((category) => category === 'fynd'),
    funded_by_marketplace: of((category) => category === 'marketplace'),
    funded_by_other: of((category) => !payers.includes(category)),
  };
};

const taxColumns = ({ taxable, tax, cgst, sgst, igst, levies }: TaxAmounts, decimal: (amount: Minor) => string) => ({
  taxable: decimal(taxable),
  cgst: decimal(cgst),
  sgst: decimal(sgst),
  igst: decimal(igst),
  tax: decimal(tax),
  ...(levies && {
    tax_levies: levies
      .map(
        ({ name, jurisdiction, rate, amount }) => `${name}, ${jurisdiction}, ${percentOf(rate)} %: ${decimal(amount)}`,
      )
      .join('; '),
  }),
});

const goodsColumns = (line: OrderLine) => ({
  shipment_id: line.shipmentId,
  store_id: line.storeId,
  seller_id: line.seller.uid,
  item_id: line.itemId,
  size: line.size,
  article_id: line.articleUid,
  name: line.name,
  hsn_code: line.hsn,
});

const lineRow = (line: OrderLine, onTop: boolean, decimal: (amount: Minor) => string): Own => {
  const { promotion, coupon } = takenOff(line);
  const { tax } = line;
  return {
    ...goodsColumns(line),
    row_type: 'line',
    reference: line.identifier,
    quantity: line.quantity,
    subtotal: decimal(line.subtotal),
    promotion: decimal(promotion),
    coupon: decimal(coupon),
    ...fundedBy(
      line.discounts.filter(({ stage }) => stage !== 'unit_price'),
      decimal,
    ),
    tax_rate: percentOf(tax.rate),
    ...taxColumns(tax, decimal),
    amount: decimal(onTop ? line.amount + tax.tax : line.amount),
  };
};

const restRows = ({ document }: StoredOrder, decimal: (amount: Minor) => string): readonly Own[] => {
  const { charges, tender, funding } = document;
  return [
    ...charges.map(
      (charge): Own => ({
        row_type: 'charge',
        reference: charge.code,
        name: charge.name,
        tax_rate: percentOf(charge.taxRate),
        ...taxColumns(chargeTaxed(charge), decimal),
        amount: decimal(charge.amount),
      }),
    ),
    ...funding
      .filter(({ stage }) => stage === 'shipping')
      .map(
        (waived): Own => ({
          row_type: 'waived_delivery',
          reference: waived.source.id,
          promotion: decimal(waived.amount),
          ...fundedBy([waived], decimal),
          amount: decimal(-waived.amount),
        }),
      ),
    ...tender.map((part): Own => {
      const { kind, account, amount, spent } = part;
      return {
        row_type: 'tender',
        reference: account === '' ? kind : `${kind}/${account}`,
        amount: decimal(-amount),
        home_amount: isMoneyBalance(part) ? amountsIn(document.home).decimal(-spent) : null,
        points: kind === 'points' ? -spent : null,
      };
    }),
  ];
};

/** The same columns with the signs turned: goods and charges below zero, what goes back to a balance above it. */
const refundRows = (
  { document }: StoredOrder,
  { id, lines, charges, waived, parts }: Settlement,
  decimal: (amount: Minor) => string,
): readonly Own[] => {
  const back = (amount: Minor): string => decimal(0 - amount);
  const byLine = new Map(document.lines.map((line) => [line.identifier, line]));
  const onTop = isTaxOnTop(document);
  const isBalance = ({ kind }: RefundPart): boolean => kind !== 'payment' && kind !== 'uncollected';
  return [
    ...lines.map(({ line, units, amount, tax, discounts }): Own => {
      const agreed = byLine.get(line);
      const off = discounts.filter(({ stage }) => stage !== 'unit_price');
      const { promotion, coupon } = takenOff({ discounts });
      return {
        ...(agreed === undefined ? {} : goodsColumns(agreed)),
        row_type: 'refund_line',
        reference: line,
        refund_id: id,
        quantity: 0 - units,
        subtotal: back(amount + sum(off.map((one) => one.amount))),
        promotion: back(promotion),
        coupon: back(coupon),
        ...fundedBy(off, back),
        tax_rate: agreed === undefined ? null : percentOf(agreed.tax.rate),
        ...taxColumns(tax, back),
        amount: back(onTop ? amount + tax.tax : amount),
      };
    }),
    ...charges.map(
      ({ code, name, rate, amount, tax }): Own => ({
        row_type: 'refund_charge',
        reference: code,
        refund_id: id,
        name,
        tax_rate: percentOf(rate),
        ...taxColumns(tax, back),
        amount: back(amount),
      }),
    ),
    // The charge stands here with what was waived taken off: this row says only who bore it.
    ...waived.map(
      (one): Own => ({
        row_type: 'refund_waived_delivery',
        reference: one.source.id,
        refund_id: id,
        promotion: back(one.amount),
        ...fundedBy([one], back),
        amount: back(0),
      }),
    ),
    ...parts.filter(isBalance).map(
      ({ kind, account, amount, spent }): Own => ({
        row_type: 'refund_tender',
        reference: account === '' ? kind : `${kind}/${account}`,
        refund_id: id,
        amount: decimal(amount),
        home_amount: kind === 'store_credit' || kind === 'gift_card' ? amountsIn(document.home).decimal(spent) : null,
        points: kind === 'points' ? spent : null,
      }),
    ),
  ];
};

const empty = Object.fromEntries(columns.map((column) => [column, null])) as ExportRow;

export const exportRows = (order: StoredOrder): readonly ExportRow[] => {
  const { document, owner, progress } = order;
  const { decimal } = amountsIn(document.currency);
  const onTop = taxOnTop(document) > 0;
  const shared = {
    order_id: order.id,
    status: order.state,
    created_at: isoTime(order.createdAt),
    application_id: order.applicationId,
    user_id: owner.kind === 'customer' ? owner.id : null,
    payment_mode: order.paymentMode,
    payment_id: progress.paymentId,
    currency: document.currency.code,
    order_total: decimal(order.total),
  };
  const own = [
    ...document.lines.map((line) => lineRow(line, onTop, decimal)),
    ...restRows(order, decimal),
    ...(progress.settlements ?? []).flatMap((one) => refundRows(order, one, decimal)),
  ];
  return own.map((row) => ({ ...empty, ...shared, ...row }));
};
