/** What happens to the goods of an order, as it is read: parcels, returns, refunds. Pure. */
import type { OrderRefundView } from '../../contract/orders/order-goods-contract.ts';
import { type Amounts, amountsIn } from '../../shared/amounts.ts';
import { isoTime } from '../../shared/clock.ts';
import { currencyOf } from '../../shared/currency.ts';
import { sum } from '../../shared/money.ts';
import { parcelsOf } from '../goods/unit-rules.ts';
import { moneyKept, refundedOf } from '../money/paid-rules.ts';
import { grossOf, standingOf } from '../money/standing-rules.ts';
import type { StoredOrder } from '../order-document.ts';
import type { OrderReturn, Parcel, RefundPart, Settlement, Units } from '../order-progress.ts';
import type { StoredRefund } from '../refunds/refund-store.ts';
import { taxView } from './levy-view.ts';
import { isTaxOnTop } from './order-breakup.ts';

export const unitsView = (items: readonly Units[]) =>
  items.map(({ line, units }) => ({ identifier: line, quantity: units }));

const parcelView = ({ id, shipmentId, state, items, ...parcel }: Parcel) => ({
  parcel_id: id,
  shipment_id: shipmentId,
  status: state,
  carrier: parcel.carrier,
  tracking_number: parcel.trackingNumber,
  tracking_url: parcel.trackingUrl,
  shipped_on: isoTime(parcel.shippedAt),
  delivered_on: parcel.deliveredAt === null ? null : isoTime(parcel.deliveredAt),
  items: unitsView(items),
});

export const returnView = ({
  id,
  state,
  items,
  reason,
  answer,
  requestedAt,
  modifiedAt,
  settlementId,
}: OrderReturn) => ({
  return_id: id,
  status: state,
  items: unitsView(items),
  reason,
  answer,
  requested_on: isoTime(requestedAt),
  modified_on: isoTime(modifiedAt),
  refund_id: settlementId,
});

const partView = ({ kind, account, amount, spent }: RefundPart, { number }: Amounts, home: Amounts) => ({
  kind,
  id: account,
  amount: number(amount),
  points: kind === 'points' ? spent : null,
  home_amount: kind === 'store_credit' || kind === 'gift_card' ? home.number(spent) : null,
});

/** What is sent back as money. */
const moneyIn = ({ parts }: Pick<Settlement, 'parts'>): number =>
  sum(parts.filter(({ kind }) => kind === 'payment').map(({ amount }) => amount));

/** `refund` is its money, if any is to be sent. */
export const settlementView = (
  { document }: StoredOrder,
  settlement: Settlement,
  refund: StoredRefund | undefined,
): OrderRefundView => {
  const amounts = amountsIn(document.currency);
  const { number } = amounts;
  const home = amountsIn(document.home);
  const onTop = isTaxOnTop(document);
  return {
    refund_id: settlement.id,
    status: refund?.state ?? (moneyIn(settlement) === 0 ? 'done' : 'due'),
    cause: settlement.cause,
    return_id: settlement.returnId,
    reason: settlement.reason,
    created_on: isoTime(settlement.at),
    modified_on: isoTime(refund?.modifiedAt ?? settlement.at),
    amount: number(settlement.amount),
    payment_amount: number(moneyIn(settlement)),
    currency: document.currency.code,
    payment_id: refund?.paymentId ?? null,
    reference: refund?.reference ?? null,
    lines: settlement.lines.map(({ line, units, amount, tax }) => ({
      identifier: line,
      quantity: units,
      amount: number(onTop ? amount + tax.tax : amount),
      ...taxView(tax, amounts),
    })),
    charges: settlement.charges.map(({ code, name, amount, tax }) => ({
      code,
      name,
      amount: number(amount),
      ...taxView(tax, amounts),
    })),
    parts: settlement.parts.map((part) => partView(part, amounts, home)),
  };
};

/** Of a payment that the order could not keep. */
const strayView = (refund: StoredRefund): OrderRefundView => {
  const { number } = amountsIn(currencyOf(refund.currency));
  return {
    refund_id: refund.id,
    status: refund.state,
    cause: refund.cause,
    return_id: null,
    reason: '',
    created_on: isoTime(refund.createdAt),
    modified_on: isoTime(refund.modifiedAt),
    amount: number(refund.amount),
    payment_amount: number(refund.amount),
    currency: refund.currency,
    payment_id: refund.paymentId,
    reference: refund.reference,
    lines: [],
    charges: [],
    parts: [{ kind: 'payment', id: '', amount: number(refund.amount), points: null, home_amount: null }],
  };
};

const refundsView = (order: StoredOrder, refunds: readonly StoredRefund[]): readonly OrderRefundView[] => {
  const settlements = order.progress.settlements ?? [];
  const known = new Set(settlements.map(({ id }) => id));
  return [
    ...settlements.map((one) =>
      settlementView(
        order,
        one,
        refunds.find(({ id }) => id === one.id),
      ),
    ),
    ...refunds.filter(({ id }) => !known.has(id)).map(strayView),
  ];
};

/** `refunds` are read for a single order only. */
export const goodsView = (order: StoredOrder, refunds: readonly StoredRefund[] | undefined) => {
  const { number } = amountsIn(order.document.currency);
  return {
    parcels: parcelsOf(order).map(parcelView),
    returns: (order.progress.returns ?? []).map(returnView),
    refunded_amount: number(refundedOf(order)),
    amount_to_collect: number(order.paymentMode === 'COD' ? moneyKept(order).uncollected : 0),
    current_value: number(grossOf(standingOf(order), isTaxOnTop(order.document))),
    ...(refunds === undefined ? {} : { refunds: [...refundsView(order, refunds)] }),
  };
};
