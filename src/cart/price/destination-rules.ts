/**
 * Where the goods of a cart go, for everything that is charged by a place: taxes, charges abroad, shipping rates. What the shop
 * knows of a place counts before what an address says about it: whoever writes another country on a parcel to Mumbai has it
 * brought to Mumbai. Pure.
 */
import type { CartAddress } from '../call/cart-shop.ts';
import type { Goods } from './read-goods.ts';
import { contradictionIn } from '../../customers/address-rules.ts';
import { areaCode } from '../../delivery/lane-rules.ts';
import type { TaxPlace } from '../../delivery/tax-table-rules.ts';
import { stateNamed } from '../../shared/places/state-names.ts';

const isSamePlace = (one: string, other: string): boolean =>
  one === other || (areaCode(one) !== undefined && areaCode(one) === areaCode(other));

/** Whether an address contradicts what is known of its place; of another place that was asked for it says nothing. */
export const isContradicted = (
  { place, delivery: { area } }: Pick<Goods, 'place' | 'delivery'>,
  address: CartAddress | undefined,
): boolean =>
  address?.fields !== undefined &&
  place !== null &&
  isSamePlace(address.areaCode, place) &&
  contradictionIn(address.fields, area) !== undefined;

/** An address speaks of its own place only; where neither it nor the shop says a country, `home` is meant. */
export const destinationOf = (
  { place, delivery: { area } }: Pick<Goods, 'place' | 'delivery'>,
  address: CartAddress | undefined,
  home: string,
): TaxPlace => {
  const own = address !== undefined && place !== null && isSamePlace(address.areaCode, place) ? address : undefined;
  const country = area?.country ?? own?.country ?? home;
  return {
    country,
    state: stateNamed(area?.state ?? own?.state, country),
    postal: place === null ? null : (areaCode(place) ?? null),
  };
};

/** The state by which India's GST is split; Punjab in another country is not the one in India. */
export const splittingState = ({ country, state }: TaxPlace): string | null =>
  state === null || country === 'IN' ? state : `${country}/${state}`;
