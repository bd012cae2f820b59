/** By what each parcel of a cart could go: every method is the cart priced again with it. */
import type { ShippingMethodRow } from '../../contract/catalog/shipping-contract.ts';
import { type Journey, journeys } from '../../delivery/promise-rules.ts';
import { pricingOf } from '../../pricing/price-cart.ts';
import type { PricedCart } from '../../pricing/priced-types.ts';
import type { PriceInput } from '../../pricing/pricing-types.ts';
import { priceTrials } from '../price/price-trials.ts';
import { asTrial } from '../../pricing/trials.ts';
import type { PricedView } from '../price/priced-view.ts';
import { type Shipment, splitShipments } from './shipment-rules.ts';

/** Each is a pricing of the cart, so there is a bound. */
const MOST_TRIALS = 60;

export type BroughtParcel = Shipment & { readonly storeId: number };
export type ShippingTrial = {
  readonly parcel: BroughtParcel;
  readonly method: ShippingMethodRow;
  readonly journey: Journey;
  readonly priced: PricedCart;
};

/** What is brought from a store that is known; gifts travel along. */
export const broughtParcels = (view: PricedView): readonly BroughtParcel[] =>
  splitShipments(view).flatMap((parcel) => {
    const { storeId, orderType, overCounter } = parcel;
    const isOwn = parcel.lines.some(({ stored }) => stored !== null);
    return storeId !== null && orderType === 'HomeDelivery' && !overCounter && isOwn ? [{ ...parcel, storeId }] : [];
  });

/** By which method a parcel goes; null: none takes it; undefined: the shop has none. */
export const methodOf = (
  { priced: { parcels } }: Pick<PricedView, 'priced'>,
  { storeId, journey }: Pick<Shipment, 'storeId' | 'journey'>,
): string | null | undefined => parcels?.find((sent) => sent.storeId === storeId && sent.way === journey)?.method;

/** Whether somebody goes so fast from there; without a place nobody knows. */
const isTravelled = ({ lines, journey: now }: BroughtParcel, journey: Journey): boolean =>
  journey === now || lines.every(({ promise }) => promise?.lane?.journeys[journey] !== undefined);

const chosenFor = (input: PriceInput, { lines, storeId }: BroughtParcel, id: string, journey: Journey): PriceInput => {
  const own = new Set(lines.map(({ identifier }) => identifier));
  const { shipping } = input;
  return shipping === undefined
    ? input
    : {
        ...input,
        lines: input.lines.map((line) => (own.has(line.key) ? { ...line, way: journey } : line)),
        shipping: { ...shipping, chosen: { ...shipping.chosen, [storeId]: id } },
      };
};

/** Those that take it, in the order of the shop. */
export const shippingTrials = async (
  view: PricedView,
  parcels: readonly BroughtParcel[],
  methods: readonly ShippingMethodRow[],
): Promise<readonly ShippingTrial[]> => {
  const asked = parcels.flatMap((parcel) =>
    methods
      .map((method) => ({ parcel, method, journey: journeys.find((one) => one === method.journey) ?? parcel.journey }))
      .filter(({ journey }) => isTravelled(parcel, journey)),
  );
  const trials = asked.slice(0, MOST_TRIALS);
  const input = asTrial(view.input, trials.length);
  const tried = await priceTrials(input, trials, function* (trial) {
    const priced = yield* pricingOf(chosenFor(input, trial.parcel, trial.method.id, trial.journey));
    return { ...trial, priced };
  });
  return tried.filter(
    ({ parcel: { storeId }, journey, method, priced }) => methodOf({ priced }, { storeId, journey }) === method.id,
  );
};
