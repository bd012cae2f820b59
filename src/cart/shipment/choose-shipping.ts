/**
 * Choosing by what a cart goes. A method that belongs to a journey takes the goods along: their lines travel that way from then
 * on. What the shopper took back or did not choose goes by the first method of the shop that takes it.
 */
import type { ChooseShipping } from '../../contract/cart/cart-shipping-contract.ts';
import type { ShippingMethodRow } from '../../contract/catalog/shipping-contract.ts';
import { Refusal } from '../../shared/errors.ts';
import type { PricedView } from '../price/priced-view.ts';
import type { CartDocument, ShippingChoice } from '../store/cart-document.ts';
import { type BroughtParcel, broughtParcels, methodOf, shippingTrials } from './shipping-trials.ts';

const nothingChosen: ShippingChoice = { usual: null, stores: {} };

const choiceOf = (
  before: ShippingChoice,
  { method_id: id, fulfillment_id: store }: Pick<ChooseShipping, 'method_id' | 'fulfillment_id'>,
): ShippingChoice => {
  if (store === undefined) return { usual: id, stores: {} };
  const others = Object.entries(before.stores).filter(([name]) => name !== String(store));
  return { ...before, stores: Object.fromEntries(id === null ? others : [...others, [String(store), id]]) };
};

const withChoice = (document: CartDocument, choice: ShippingChoice): CartDocument => {
  const { shipping: _before, ...rest } = document;
  const isNone = choice.usual === null && Object.keys(choice.stores).length === 0;
  return isNone ? rest : { ...rest, shipping: choice };
};

/** The journey of its lines: that of the method; where that has none, what an earlier method set is taken back. */
const journeyWith = (
  parcel: BroughtParcel,
  chosen: ShippingMethodRow | undefined,
  view: PricedView,
  methods: readonly ShippingMethodRow[],
): string | null | undefined => {
  if (typeof chosen?.journey === 'string') return chosen.journey;
  const before = methods.find(({ id }) => id === methodOf(view, parcel));
  return typeof before?.journey === 'string' ? null : undefined;
};

const withJourneys = (
  document: CartDocument,
  parcels: readonly BroughtParcel[],
  journeyOf: (parcel: BroughtParcel) => string | null | undefined,
): CartDocument => {
  const moved = new Map(
    parcels.flatMap((parcel) => {
      const journey = journeyOf(parcel);
      return journey === undefined ? [] : parcel.lines.map(({ identifier }) => [identifier, journey] as const);
    }),
  );
  return {
    ...document,
    lines: document.lines.map((line) => {
      const journey = moved.get(line.identifier);
      return journey === undefined ? line : { ...line, asked: { ...line.asked, journey } };
    }),
  };
};

export const withShipping = async (
  document: CartDocument,
  body: Pick<ChooseShipping, 'method_id' | 'fulfillment_id'>,
  view: PricedView,
  methods: readonly ShippingMethodRow[],
): Promise<CartDocument> => {
  const { method_id: id, fulfillment_id: store } = body;
  const chosen = methods.find((method) => method.id === id);
  if (id !== null && chosen === undefined) throw new Refusal('shipping_method_not_found');
  const meant = broughtParcels(view).filter(({ storeId }) => store === undefined || storeId === store);
  const able = chosen === undefined ? meant : (await shippingTrials(view, meant, [chosen])).map(({ parcel }) => parcel);
  if (chosen !== undefined && able.length === 0) throw new Refusal('shipping_method_unavailable');
  const moved = withJourneys(document, able, (parcel) => journeyWith(parcel, chosen, view, methods));
  return withChoice(moved, choiceOf(document.shipping ?? nothingChosen, body));
};
