/** Shipments and lines as service clients read them by themselves, in the types of the SDK's platform models. Pure. */
import type {
  DetailedShipment,
  ListedShipment,
  StaffShipmentBag,
  StaffShipmentDetailBag,
} from '../../contract/orders/staff-shipment-contract.ts';
import { type Amounts, amountsIn, currencyFields } from '../../shared/amounts.ts';
import { isoTime } from '../../shared/clock.ts';
import { sum } from '../../shared/money.ts';
import { ownEntry } from '../../shared/own-entry.ts';
import { percentOf } from '../answer/levy-view.ts';
import { titleOf } from '../answer/order-view.ts';
import { staffBag, staffShipment, type StoresNow } from '../answer/staff-order-view.ts';
import { remainingUnits, returnableUnits, stateOfShipment, unsentUnits } from '../goods/unit-rules.ts';
import type { OrderAddress, OrderLine, OrderShipment, StoredOrder } from '../order-document.ts';
import { isOver } from '../order-life.ts';
import { bagName, happeningsTo, linesIn, parcelsIn } from './shipment-rules.ts';
import { pricesOf } from './shipment-view.ts';

const staffPrices = (lines: readonly OrderLine[], amounts: Amounts) => {
  const prices = pricesOf(lines, amounts);
  return {
    ...prices,
    coupon_effective_discount: prices.coupon_value,
    discount: amounts.number(sum(lines.flatMap(({ discounts }) => discounts.map(({ amount }) => amount)))),
    value_of_good: amounts.number(sum(lines.map(({ tax }) => tax.taxable))),
  };
};

const gstOf = ({ tax, hsn, amount }: OrderLine, { number }: Amounts) => ({
  value_of_good: number(tax.taxable),
  gst_fee: number(tax.tax),
  gst_tax_percentage: percentOf(tax.rate),
  cgst_gst_fee: number(tax.cgst),
  sgst_gst_fee: number(tax.sgst),
  igst_gst_fee: number(tax.igst),
  hsn_code: hsn ?? '',
  brand_calculated_amount: number(amount),
  tax_collected_at_source: 0,
});

const breakupOf = (line: OrderLine, amounts: Amounts) => ({
  ...staffPrices([line], amounts),
  ...gstOf(line, amounts),
  item_name: line.name,
  size: line.size,
  total_units: line.quantity,
  identifiers: { ean: line.ean, sku_code: line.sellerIdentifier },
  gst_tag: line.tax.igst > 0 ? 'IGST' : 'GST',
  transfer_price: 0,
  refund_credit: 0,
  delivery_charge: 0,
  cod_charges: 0,
  cashback: 0,
  cashback_applied: 0,
  fynd_credits: 0,
  added_to_fynd_cash: false,
});

const has = (units: ReadonlyMap<string, number>, { identifier }: OrderLine): boolean =>
  (units.get(identifier) ?? 0) > 0;
/** Whether the shop itself may cancel or take back units of a line; it is bound by no settings. */
export const shopMay = (order: StoredOrder, line: OrderLine) => {
  const agreed = order.state !== 'awaiting_payment' && !isOver(order);
  return { cancel: agreed && has(unsentUnits(order), line), return: agreed && has(returnableUnits(order), line) };
};

const sharedBag = (line: OrderLine, order: StoredOrder) => {
  const amounts = amountsIn(order.document.currency);
  const { brand, ...bag } = staffBag(line, order, amounts);
  const state = stateOfShipment(order, line.shipmentId);
  const may = shopMay(order, line);
  const stands = {
    id: bag.bag_id,
    bag_id: bag.bag_id,
    shipment_id: line.shipmentId,
    store_id: line.storeId,
    status: state,
    display_name: titleOf(state),
    state_type: 'operational',
    forward: state !== 'returned',
    updated_at: isoTime(order.modifiedAt),
  };
  const prices = staffPrices([line], amounts);
  return {
    ...bag,
    id: bagName(line, bag.bag_id),
    shipment_id: line.shipmentId,
    display_name: titleOf(state),
    product_quantity: line.quantity,
    can_cancel: may.cancel,
    can_return: may.return,
    ...(brand === undefined ? {} : { brand: { ...brand, name: line.brand } }),
    current_status: stands,
    current_operational_status: stands,
    status: {
      is_returnable: may.return,
      is_active: has(remainingUnits(order), line),
      can_be_cancelled: may.cancel,
      enable_tracking: parcelsIn(order, { id: line.shipmentId }).length > 0,
      is_customer_return_allowed: may.return,
    },
    article: {
      _id: line.articleUid,
      uid: line.articleUid,
      size: line.size,
      seller_identifier: line.sellerIdentifier ?? '',
      identifiers: { ean: line.ean, sku_code: line.sellerIdentifier },
    },
    ...(line.brandId === undefined
      ? {}
      : {
          item: {
            id: line.itemId,
            item_id: line.itemId,
            name: line.name,
            size: line.size,
            brand: line.brand,
            brand_id: line.brandId,
            slug_key: '',
            attributes: {},
            image: [],
          },
        }),
    prices,
    ordering_currency_prices: prices,
    gst_details: gstOf(line, amounts),
  };
};

export const staffBagView = (line: OrderLine, order: StoredOrder): StaffShipmentBag => {
  const bag = sharedBag(line, order);
  const amounts = amountsIn(order.document.currency);
  return { ...bag, gst: bag.gst_details, financial_breakup: [breakupOf(line, amounts)] };
};

const detailBag = (line: OrderLine, order: StoredOrder): StaffShipmentDetailBag => {
  const bag = sharedBag(line, order);
  return {
    ...bag,
    financial_breakup: breakupOf(line, amountsIn(order.document.currency)),
    bag_configs: { ...bag.status, allow_force_return: bag.can_return },
  };
};

const word = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

const placeOf = (address: OrderAddress | null) => {
  if (address === null) return null;
  const { fields, areaCode, country, state } = address;
  const said = (name: string): string => word(ownEntry(fields, name));
  return {
    name: said('name'),
    phone: said('phone'),
    email: said('email'),
    address: said('address'),
    area: said('area'),
    landmark: said('landmark'),
    city: said('city'),
    state: state ?? said('state'),
    pincode: areaCode,
    country,
  };
};

const userOf = ({ owner, document }: StoredOrder) => {
  const place = placeOf(document.delivery ?? document.billing);
  return {
    mongo_user_id: owner.kind === 'customer' ? owner.id : null,
    is_anonymous_user: owner.kind === 'anonymous',
    name: place?.name ?? '',
    first_name: place?.name ?? '',
    mobile: place?.phone ?? '',
    email: place?.email ?? '',
  };
};

const sharedShipment = (order: StoredOrder, shipment: OrderShipment, stores: StoresNow) => {
  const { document, paymentMode } = order;
  const amounts = amountsIn(document.currency);
  const lines = linesIn(order, shipment);
  const { bags: _bags, ...shown } = staffShipment(shipment, order, stores);
  const created = isoTime(order.createdAt);
  const prices = staffPrices(lines, amounts);
  const last = parcelsIn(order, shipment).at(-1);
  const remaining = remainingUnits(order);
  return {
    ...shown,
    is_active: !isOver(order) && lines.some((line) => has(remaining, line)),
    display_name: titleOf(shown.shipment_status),
    total_bags: lines.length,
    shipment_created_at: created,
    shipment_created_ts: created,
    order_date: created,
    ...(shipment.promise === null ? {} : { estimated_sla_time: isoTime(shipment.promise.max) }),
    user: userOf(order),
    delivery_address: placeOf(document.delivery),
    billing_address: placeOf(document.billing),
    payment_mode: paymentMode,
    mode_of_payment: paymentMode,
    payment_methods: { [paymentMode]: { mode: paymentMode, amount: amounts.number(order.total) } },
    prices,
    ordering_currency_prices: prices,
    currency: {
      code: document.currency.code,
      symbol: document.currency.symbol,
      ...currencyFields(document.currency),
    },
    meta: {},
    dp_details: {
      name: last?.carrier ?? '',
      awb_no: last?.trackingNumber ?? '',
      track_url: last?.trackingUrl ?? '',
    },
  };
};

export const listedShipment = (order: StoredOrder, shipment: OrderShipment, stores: StoresNow): ListedShipment => {
  const shared = sharedShipment(order, shipment, stores);
  const lines = linesIn(order, shipment);
  const bags = lines.map((line) => staffBagView(line, order));
  const since = isoTime(happeningsTo(order, shipment).at(-1)?.at ?? order.createdAt);
  return {
    ...shared,
    shipment_status: {
      status: shared.shipment_status,
      current_shipment_status: shared.shipment_status,
      title: shared.display_name,
      display_name: shared.display_name,
      shipment_id: shipment.id,
      status_created_at: since,
      bag_list: bags.map(({ id = '' }) => id),
    },
    status_created_at: since,
    status_created_ts: since,
    bags,
    channel: { id: order.applicationId },
  };
};

export type ShipmentPaper = {
  readonly number: string;
  readonly madeAt: number;
  readonly url: string;
  readonly creditNote: string | null;
};

export const detailedShipment = (
  order: StoredOrder,
  shipment: OrderShipment,
  stores: StoresNow,
  invoice: ShipmentPaper | undefined,
): DetailedShipment => {
  const shared = sharedShipment(order, shipment, stores);
  const { document } = order;
  const happenings = happeningsTo(order, shipment);
  return {
    ...shared,
    operational_status: shared.shipment_status,
    journey_type: shared.shipment_status === 'returned' ? 'return' : 'forward',
    shipment_quantity: shipment.units,
    bags: linesIn(order, shipment).map((line) => detailBag(line, order)),
    tracking_list: happenings.map(({ state, at }, place) => ({
      status: state,
      text: titleOf(state),
      time: isoTime(at),
      created_ts: isoTime(at),
      is_current: place === happenings.length - 1,
      is_passed: true,
    })),
    order: {
      fynd_order_id: order.id,
      order_date: shared.order_date,
      created_ts: shared.order_date,
      order_value: amountsIn(document.currency).decimal(order.total),
      affiliate_id: order.applicationId,
      meta: document.meta.custom,
    },
    delivery_details: document.delivery?.fields ?? {},
    billing_details: document.billing?.fields ?? {},
    payments: { mode: order.paymentMode },
    ...(invoice === undefined
      ? {}
      : {
          invoice: {
            store_invoice_id: invoice.number,
            updated_date: isoTime(invoice.madeAt),
            invoice_url: invoice.url,
            credit_note_id: invoice.creditNote,
          },
        }),
    invoice_id: invoice?.number ?? null,
  };
};
