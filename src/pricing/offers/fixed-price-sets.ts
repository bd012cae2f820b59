/** For every fixed-price set with at least one eligible unit in the cart: how many units make a set, and how many are there. */
import { indexOffers, type OfferIndex } from '../compile/offer-index.ts';
import { offerIn } from '../money/in-currency.ts';
import { matchLines } from './match-lines.ts';
import type { PricedCart } from '../priced-types.ts';
import type { PriceInput } from '../pricing-types.ts';
import { refusalOf } from './restrictions.ts';
import { oncePer } from '../../shared/once-per.ts';

/** Few offers are sets: those of one version of the offers are filed on their own. */
const setsIn = oncePer(({ offers, narrow }: OfferIndex) =>
  indexOffers(
    offers.filter(({ discounts }) => discounts.some(({ benefit }) => benefit.kind === 'set')),
    [],
    narrow,
  ),
);

export type EligibleSet = { readonly offer_quantity: number; readonly eligible_quantity: number };

/** Also where it does not apply yet: the storefront shows how far the shopper is. */
export const eligibleFixedPriceSets = (
  { lines: priced, parcels = [] }: PricedCart,
  input: PriceInput,
): Readonly<Record<string, EligibleSet>> => {
  const { place, now, shopper, payment } = input;
  const offers = setsIn(input.offers);
  if (offers.offers.length === 0) return {};
  const lines = priced.filter(({ gift }) => gift === null);
  const units = (indexes: Iterable<number>): number =>
    [...indexes].reduce((sum, at) => sum + (lines[at]?.quantity ?? 0), 0);
  const { candidates, linesOf } = matchLines(lines, offers, place);
  const found = new Map<string, EligibleSet>();
  for (const at of candidates) {
    const stored = offers.offers[at];
    const offer = stored === undefined ? 'rate_missing' : offerIn(stored, input);
    if (typeof offer === 'string') continue;
    const rule = offer.discounts.find(({ benefit }) => benefit.kind === 'set');
    if (rule === undefined || rule.benefit.kind !== 'set') continue;
    const methods = () => parcels.flatMap(({ method }) => method ?? []);
    const about = { now, shopper, payment, methods, units: () => units(lines.keys()) };
    if (refusalOf(offer, about) !== null) continue;
    const eligible = units(new Set(rule.criteria.flatMap(linesOf)));
    if (eligible > 0) found.set(offer.id, { offer_quantity: rule.benefit.size, eligible_quantity: eligible });
  }
  return Object.fromEntries(found);
};
