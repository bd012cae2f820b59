/** By what the parcels of a cart can go, on the wire. */
import type { ShippingMethodRow } from '../../contract/catalog/shipping-contract.ts';
import type { ShippingMethods, ShippingOption } from '../../contract/cart/cart-shipping-contract.ts';
import type { ShipmentPromise } from '../../contract/cart/shipment-promise-contract.ts';
import { lineWindow, shipmentPromise } from '../../delivery/promise-answer.ts';
import { windowOfAll } from '../../delivery/promise-rules.ts';
import type { ShippingPart } from '../../pricing/shipping-types.ts';
import { amountsIn } from '../../shared/amounts.ts';
import type { PricedView } from '../price/priced-view.ts';
import { broughtParcels, methodOf, type ShippingTrial, shippingTrials } from './shipping-trials.ts';

const partOf = ({ priced, method, parcel }: ShippingTrial): ShippingPart | undefined =>
  priced.charges
    .flatMap(({ basis }) => (basis.kind === 'shipping' ? basis.parts : []))
    .find((part) => part.method === method.id && part.stores.includes(parcel.storeId));

const promiseOf = ({ parcel, journey }: ShippingTrial, { application }: PricedView): ShipmentPromise => {
  const windows = parcel.lines.map(({ promise }) => (promise === null ? null : lineWindow(promise, journey)));
  const zone = parcel.lines.find(({ promise }) => promise !== null)?.promise?.zone ?? application.time_zone;
  return shipmentPromise(windowOfAll(windows), zone);
};

const optionOf = (trial: ShippingTrial, view: PricedView): ShippingOption => {
  const { method, journey, parcel, priced } = trial;
  const { number } = amountsIn(view.currency);
  const part = partOf(trial);
  const freeFrom = part?.freeFrom ?? null;
  return {
    method_id: method.id,
    name: method.name,
    description: method.description ?? '',
    journey,
    is_selected: methodOf(view, parcel) === method.id && journey === parcel.journey,
    charge: number(part?.amount ?? 0),
    delivery_charge: number(priced.breakup.delivery_charge),
    waived: number(0 - priced.breakup.promotion_shipping),
    total: number(priced.breakup.total),
    free_from: freeFrom === null ? null : number(freeFrom),
    promise: promiseOf(trial, view),
  };
};

const messageOf = (view: PricedView, { shipments }: Pick<ShippingMethods, 'shipments'>, has: boolean): string => {
  if (view.lines.length === 0) return 'Your cart is empty';
  if (!has) return 'This shop sends in one way only';
  if (shipments.length === 0) return 'Nothing in your cart is brought';
  return shipments.every(({ methods }) => methods.length === 0) ? 'No method goes to this place' : '';
};

export const shippingAnswer = async (
  view: PricedView,
  methods: readonly ShippingMethodRow[],
): Promise<ShippingMethods> => {
  const parcels = methods.length === 0 ? [] : broughtParcels(view);
  const trials = await shippingTrials(view, parcels, methods);
  const shipments = parcels.map((parcel) => ({
    fulfillment_id: parcel.storeId,
    journey: parcel.journey,
    items: parcel.lines.flatMap(({ identifier, stored }) => (stored === null ? [] : [identifier])),
    method_id: methodOf(view, parcel) ?? null,
    methods: trials.filter((trial) => trial.parcel === parcel).map((trial) => optionOf(trial, view)),
  }));
  return {
    id: view.cart?.id ?? '',
    currency: { code: view.currency.code, symbol: view.currency.symbol },
    has_methods: methods.length > 0,
    message: messageOf(view, { shipments }, methods.length > 0),
    shipments,
  };
};
