/** An order as its shopper reads it. Who bears a discount and who took a step is for service clients only. Pure. */
import { type Amounts, amountsIn } from '../../shared/amounts.ts';
import type { Order } from '../../contract/orders/order-contract.ts';
import type { OrderSettings } from '../../contract/applications/order-settings-contract.ts';
import { isoTime } from '../../shared/clock.ts';
import { sum } from '../../shared/money.ts';
import { orderBreakup } from './order-breakup.ts';
import type { OrderAddress, OrderLine, OrderShipment, StoredOrder } from '../order-document.ts';
import type { OrderTender, TaxAmounts } from '../order-figures.ts';
import { type Counted, remainingUnits, stateOfShipment } from '../goods/unit-rules.ts';
import { customerMayCancel } from '../order-life.ts';
import type { StoredRefund } from '../refunds/refund-store.ts';
import { goodsView } from './goods-view.ts';
import { percentOf, taxView } from './levy-view.ts';

type RatedTax = TaxAmounts & Partial<Pick<OrderLine['tax'], 'exemption'>> & { readonly rate: number };

const vatView = ({ state, checkedAt, consultation }: NonNullable<StoredOrder['document']['vatCheck']>) => ({
  state,
  checked_on: checkedAt === null ? null : isoTime(checkedAt),
  consultation_number: consultation,
});

const ratedTaxView = ({ rate, exemption, ...tax }: RatedTax, amounts: Amounts) => ({
  rate: percentOf(rate),
  ...taxView(tax, amounts),
  ...(exemption && { exemption }),
});

/** What promotions, adjustments and gifts took off a line, and what its coupon did. */
export const takenOff = ({
  discounts,
}: Pick<OrderLine, 'discounts'>): { readonly promotion: number; readonly coupon: number } => {
  const of = (stages: readonly string[]): number =>
    sum(discounts.filter(({ stage }) => stages.includes(stage)).map(({ amount }) => amount));
  return { promotion: of(['promotion', 'gift', 'adjustment']), coupon: of(['coupon']) };
};

export const bagOf = (line: OrderLine, remaining: Counted, amounts: Amounts) => {
  const { number } = amounts;
  const { promotion, coupon } = takenOff(line);
  return {
    identifier: line.identifier,
    item_id: line.itemId,
    item_size: line.size,
    size_name: line.sizeName ?? line.size,
    article_id: line.articleUid,
    name: line.name,
    brand: line.brand,
    seller_id: line.seller.uid,
    seller_name: line.seller.name,
    seller_identifier: line.sellerIdentifier,
    ean: line.ean,
    hsn_code: line.hsn,
    quantity: line.quantity,
    given_back: line.quantity - (remaining.get(line.identifier) ?? 0),
    parent: line.parent,
    is_gift: line.giftOf !== null,
    price_marked: number(line.unit.marked),
    price_effective: number(line.unit.effective),
    subtotal: number(line.subtotal),
    promotion: number(promotion),
    coupon: number(coupon),
    amount: number(line.amount),
    tax: ratedTaxView(line.tax, amounts),
    gift_message: line.wrap,
    meta: line.meta,
    _custom_json: line.customJson,
  };
};

export const titleOf = (state: string): string => `${state.charAt(0).toUpperCase()}${state.slice(1).replace('_', ' ')}`;

const statusOf = (state: string) => ({ title: titleOf(state), value: state });

export const shipmentOf = (shipment: OrderShipment, order: StoredOrder, amounts: Amounts) => ({
  shipment_id: shipment.id,
  order_id: order.id,
  order_type: shipment.orderType,
  journey: shipment.journey,
  over_counter: shipment.overCounter,
  ...(shipment.method === undefined ? {} : { shipping_method: shipment.method }),
  shipment_status: statusOf(stateOfShipment(order, shipment.id)),
  promise: {
    min: shipment.promise === null ? null : isoTime(shipment.promise.min),
    max: shipment.promise === null ? null : isoTime(shipment.promise.max),
  },
  fulfilling_store: { id: shipment.store.uid, name: shipment.store.name, code: shipment.store.code },
  total_items: shipment.units,
  total: amounts.number(shipment.amount),
  bags: order.document.lines
    .filter(({ shipmentId }) => shipmentId === shipment.id)
    .map((line) => bagOf(line, remainingUnits(order), amounts)),
});

const addressView = (address: OrderAddress | null): Readonly<Record<string, unknown>> | null =>
  address === null ? null : { ...address.fields, ...(address.id === null ? {} : { id: address.id }) };

export const totalsOf = (
  totals: StoredOrder['document']['totals'],
  { number }: Amounts,
): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(totals).map(([name, value]) => [name, number(value ?? 0)]));

/** Its balance is kept in the application's currency, whatever the order's. */
export const isMoneyBalance = ({ kind }: OrderTender): boolean => kind === 'store_credit' || kind === 'gift_card';

/** What everybody who may read the order sees. */
export const sharedView = (
  order: StoredOrder,
  refunds?: readonly StoredRefund[],
): Omit<Order, 'events' | 'can_cancel' | 'returnable' | 'cancellable' | 'cancel_leaves'> => {
  const { document, progress } = order;
  const amounts = amountsIn(document.currency);
  const { number } = amounts;
  const created = isoTime(order.createdAt);
  return {
    order_id: order.id,
    status: order.state,
    order_created_time: created,
    order_created_ts: created,
    modified_on: isoTime(order.modifiedAt),
    payment_expires_at: order.expiresAt === null ? null : isoTime(order.expiresAt),
    cart_id: document.cartId,
    user_info: {
      user_id: order.owner.kind === 'customer' ? order.owner.id : null,
      is_anonymous: order.owner.kind === 'anonymous',
    },
    delivery_address: addressView(document.delivery),
    billing_address: addressView(document.billing),
    payment: {
      mode: order.paymentMode,
      payment_identifier: document.payment?.identifier ?? null,
      aggregator: document.payment?.aggregator ?? null,
      merchant_code: document.payment?.merchantCode ?? null,
      payment_id: progress.paymentId,
    },
    currency: { code: document.currency.code, symbol: document.currency.symbol },
    order_value: number(order.total),
    breakup_values: orderBreakup(document),
    totals: totalsOf(document.totals, amounts),
    charges: document.charges.map(({ code, name, amount, tax }) => ({
      code,
      name,
      amount: number(amount),
      tax: number(tax),
    })),
    tender: document.tender.map((part) => ({
      kind: part.kind,
      id: part.account,
      amount: number(part.amount),
      points: part.kind === 'points' ? part.spent : null,
      home_amount: isMoneyBalance(part) ? amountsIn(document.home).number(part.spent) : null,
    })),
    tax_summary: document.tax.map((row) => ({ on: row.on, hsn_code: row.hsn, ...ratedTaxView(row, amounts) })),
    coupon_code: document.couponCode,
    ...(document.couponCodes === undefined ? {} : { coupon_codes: document.couponCodes }),
    gstin: document.meta.gstin,
    ...(typeof document.meta.vatId === 'string' ? { vat_id: document.meta.vatId } : {}),
    ...(document.vatCheck && { vat_check: vatView(document.vatCheck) }),
    ...(document.oss && { oss_basis: document.oss.basis }),
    ship_to_gstin: document.meta.shipToGstin,
    comment: document.meta.comment,
    custom_meta: document.meta.custom,
    order_tags: document.tags,
    total_shipments_in_order: document.shipments.length,
    shipments: document.shipments.map((shipment) => shipmentOf(shipment, order, amounts)),
    ...goodsView(order, refunds),
    bags_for_reorder: document.lines
      .filter(({ giftOf, parent }) => giftOf === null && parent === null)
      .map(({ itemId, size, quantity, seller, storeId }) => ({
        item_id: itemId,
        item_size: size,
        quantity,
        seller_id: seller.uid,
        store_id: storeId,
      })),
  };
};

export const orderView = (order: StoredOrder, settings: OrderSettings, refunds?: readonly StoredRefund[]): Order => ({
  ...sharedView(order, refunds),
  can_cancel: customerMayCancel(order, settings),
  events: order.progress.events.map(({ state, at, reason }) => ({ status: state, created_on: isoTime(at), reason })),
});
