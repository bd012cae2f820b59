/**
 * Where the goods of a cart go, for everything that is charged by a place: taxes, charges abroad, shipping rates. What the shop
 * knows of a place counts before what an address says about it: whoever writes another country on a parcel to Mumbai has it
 * brought to Mumbai. Pure.
 */
import type { CartAddress } from '../call/cart-shop.ts';
import type { Goods } from './read-goods.ts';
import { contradictionIn } from '../../customers/address-rules.ts';
import { areaCode } from '../../shared/places/area-codes.ts';
import type { TaxPlace } from '../../delivery/tax-table-rules.ts';
import type { Place } from '../../pricing/pricing-types.ts';
import { isStateOf, stateNamed } from '../../shared/places/state-names.ts';

const isSamePlace = (one: string, other: string): boolean =>
  one === other || (areaCode(one) !== undefined && areaCode(one) === areaCode(other));

/** An address speaks of its own place only. */
export const addressThere = (
  { place }: Pick<Goods, 'place'>,
  address: CartAddress | undefined,
): CartAddress | undefined =>
  address !== undefined && place !== null && isSamePlace(address.areaCode, place) ? address : undefined;

/** Whether an address contradicts what is known of its place; of another place that was asked for it says nothing. */
export const isContradicted = (
  goods: Pick<Goods, 'place' | 'delivery'>,
  address: CartAddress | undefined,
  home: string,
): boolean => {
  const fields = addressThere(goods, address)?.fields;
  const { area, taxes } = goods.delivery;
  return fields !== undefined && contradictionIn(fields, { known: area, home, byState: taxes.byState }) !== undefined;
};

/** Where neither the shop nor the address says a country, `home` is meant. */
export const destinationOf = (
  goods: Pick<Goods, 'place' | 'delivery'>,
  address: CartAddress | undefined,
  home: string,
): TaxPlace => {
  const { place, delivery } = goods;
  const { area } = delivery;
  const own = addressThere(goods, address);
  const country = area?.country ?? own?.country ?? home;
  return {
    country,
    state: stateNamed(area?.state ?? own?.state, country),
    postal: place === null ? null : (areaCode(place) ?? null),
  };
};

/**
 * Where India's GST sees a place. Punjab in another country is not the one in India. An address in India whose state is not said, or
 * is none of India's, counts as supplied where its store is, as the law has it where an invoice names no state.
 */
export const gstPlace = (
  { country, state }: TaxPlace,
  hasAddress: boolean,
): Pick<Place, 'state' | 'isWhereStoreIs'> => {
  if (country !== 'IN') return { state: state === null ? null : `${country}/${state}` };
  const known = state !== null && isStateOf(state, country) ? state : null;
  return known === null && hasAddress ? { state: null, isWhereStoreIs: true } : { state: known };
};
