/** An order as service clients read it: in the types of the SDK's platform models, with who bears what and who did it. Pure. */
import { type Amounts, amountsIn, currencyFields } from '../../shared/amounts.ts';
import type { StaffOrder } from '../../contract/orders/staff-order-contract.ts';
import type { Store } from '../../delivery/store-rules.ts';
import { isoTime } from '../../shared/clock.ts';
import { currencyOf } from '../../shared/currency.ts';
import { toDecimal } from '../../shared/money.ts';
import type { OrderCharge, OrderDocument, OrderLine, OrderShipment, StoredOrder } from '../order-document.ts';
import { staffBreakup } from './order-breakup.ts';
import { remainingUnits, stateOfShipment } from '../goods/unit-rules.ts';
import type { StoredRefund } from '../refunds/refund-store.ts';
import { bagOf, sharedView, shipmentOf, titleOf } from './order-view.ts';
import type { StoredPayment } from '../payment/payment-store.ts';

/** The company's stores as they are now, by uid; one that is gone is missing. */
export type StoresNow = ReadonlyMap<number, Store>;

/** The stores that send these orders. */
export const sendersOf = (orders: readonly StoredOrder[]): readonly number[] => [
  ...new Set(orders.flatMap(({ document }) => document.shipments.map(({ store }) => store.uid))),
];

/** A line has no number of its own, but what was agreed never changes, and so its place stays. */
export const staffBag = (line: OrderLine, order: StoredOrder, amounts: Amounts) => {
  const number = order.document.lines.indexOf(line) + 1;
  const { brand: name, ...bag } = bagOf(line, remainingUnits(order), amounts);
  return {
    ...bag,
    bag_id: number,
    line_number: number,
    ...(line.brandId === undefined ? {} : { brand: { id: line.brandId, brand_name: name } }),
    brand_name: name,
  };
};

type Whereabouts = Pick<
  Store,
  'address' | 'city' | 'state' | 'areaCode' | 'country' | 'phone' | 'contactPerson' | 'meta'
>;
const nowhere: Whereabouts = {
  address: '',
  city: '',
  state: null,
  areaCode: '',
  country: '',
  phone: '',
  contactPerson: '',
  meta: {},
};

/** Name and code are those of the order; where the store is and who answers there is asked for now. */
const senderOf = ({ store, orderType }: OrderShipment, now: Whereabouts = nowhere) => ({
  id: store.uid,
  name: store.name,
  code: store.code,
  store_name: store.name,
  address: now.address,
  city: now.city,
  state: now.state ?? '',
  pincode: now.areaCode,
  country: now.country,
  phone: now.phone,
  contact_person: now.contactPerson,
  fulfillment_channel: orderType,
  meta: now.meta,
});

export const staffShipment = (shipment: OrderShipment, order: StoredOrder, stores: StoresNow) => {
  const { document } = order;
  const state = stateOfShipment(order, shipment.id);
  const amounts = amountsIn(document.currency);
  return {
    ...shipmentOf(shipment, order, amounts),
    shipment_status: state,
    status: { status: state, display_name: titleOf(state), shipment_id: shipment.id },
    fulfilling_store: senderOf(shipment, stores.get(shipment.store.uid)),
    bags: document.lines
      .filter(({ shipmentId }) => shipmentId === shipment.id)
      .map((line) => staffBag(line, order, amounts)),
  };
};

/** Undefined in an order of an earlier version in another currency: its rate was not kept with it. */
const atHome = ({ amount, homeAmount }: OrderCharge, { currency, home }: OrderDocument): number | undefined =>
  currency.code === home.code ? amount : homeAmount;

const staffCharge = (charge: OrderCharge, document: OrderDocument) => {
  const { currency, home } = document;
  const { number } = amountsIn(currency);
  const base = atHome(charge, document);
  return {
    code: charge.code,
    name: charge.name,
    amount: {
      ...(base === undefined ? {} : { base_currency: { value: amountsIn(home).number(base), currency: home.code } }),
      ordering_currency: { value: number(charge.amount), currency: currency.code },
    },
    tax: number(charge.tax),
    distribution_logic: { distribution_level: 'order', distribution: { type: 'single', logic: 'apportion' } },
  };
};

const paymentView = ({ paymentId, outcome, amount, currency, state, receivedAt }: StoredPayment) => ({
  payment_id: paymentId,
  outcome,
  amount: toDecimal(amount, currencyOf(currency).exponent),
  currency,
  state,
  received_on: isoTime(receivedAt),
});

/** `told` is read for a single order only. */
export const staffOrderView = (
  order: StoredOrder,
  stores: StoresNow,
  told?: { readonly payments: readonly StoredPayment[]; readonly refunds: readonly StoredRefund[] },
): StaffOrder => {
  const { document, progress } = order;
  const { number } = amountsIn(document.currency);
  const shared = sharedView(order, told?.refunds);
  return {
    ...shared,
    fynd_order_id: order.id,
    order_date: isoTime(order.createdAt),
    created_ts: isoTime(order.createdAt),
    currency: { ...shared.currency, ...currencyFields(document.currency) },
    breakup_values: staffBreakup(document),
    charges: document.charges.map((charge) => staffCharge(charge, document)),
    shipments: document.shipments.map((shipment) => staffShipment(shipment, order, stores)),
    channel: { id: order.applicationId },
    payment_mode: order.paymentMode,
    total_order_value: number(order.total),
    home_total: amountsIn(document.home).number(document.homeTotal),
    home_currency: document.home.code,
    staff: document.staff,
    customer_details: document.customer,
    funding: document.funding.map(({ source, stage, payer, amount }) => ({
      source: source.kind,
      id: source.id,
      stage,
      payable_category: payer.category,
      payable_by: payer.by,
      amount: number(amount),
    })),
    offers: document.offers.map(({ id, mode, name, code, payer, hash }) => ({
      id,
      mode,
      name,
      code,
      payable_category: payer.category,
      payable_by: payer.by,
      hash,
    })),
    offers_version: document.offersVersion,
    input_hash: document.inputHash,
    ...(told === undefined ? {} : { payments: told.payments.map(paymentView) }),
    events: progress.events.map(({ state, at, by, reason }) => ({
      status: state,
      created_on: isoTime(at),
      by,
      reason,
    })),
  };
};
