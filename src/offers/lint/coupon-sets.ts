/**
 * Codes that a cart can have at once, where the shop lets it have several: those that act on the cart of one of them by themselves,
 * two and two, and as many as go, those that take most off first. Pure.
 */
import type { PreviewBody } from '../../contract/offers/offer-preview-contract.ts';
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import type { Work } from '../../pricing/work.ts';
import { type Desk, pricedAlone } from './lint-desk.ts';

/** A cart with the codes on it. */
export type Tried = { readonly coupons: readonly CompiledOffer[]; readonly cart: PreviewBody };

/** Of the codes that act beside one, so many are looked at, those that take most off. */
const MOST_BESIDE = 5;

export const isTyped = ({ mode, code }: CompiledOffer): boolean => mode === 'coupon' && code !== null;

const withCodes = (cart: PreviewBody, coupons: readonly CompiledOffer[]): Tried => {
  const [first = '', ...more] = coupons.map(({ code }) => code ?? '');
  return { coupons, cart: { ...cart, coupon_code: first, more_coupon_codes: more } };
};

function* besides(offer: CompiledOffer, cart: PreviewBody, desk: Desk): Work<readonly CompiledOffer[]> {
  const found: { readonly coupon: CompiledOffer; readonly goods: number }[] = [];
  for (const coupon of desk.offers) {
    if (coupon === offer || !isTyped(coupon)) continue;
    const { applied, breakup } = yield* pricedAlone(coupon, cart, desk);
    if (applied.includes(coupon.id)) found.push({ coupon, goods: breakup.goods });
  }
  return found
    .toSorted((a, b) => a.goods - b.goods)
    .slice(0, MOST_BESIDE)
    .map(({ coupon }) => coupon);
}

/** An offer as carts can have it: alone, and a code with others. */
export function* triedWith(offer: CompiledOffer, desk: Desk): Work<readonly Tried[]> {
  const carts = desk.carts.get(offer.id) ?? [];
  const alone = carts.map((cart) => ({ cart, coupons: offer.mode === 'coupon' ? [offer] : [] }));
  if (!isTyped(offer) || desk.couponsPerCart < 2) return alone;
  const sets: Tried[] = [];
  for (const cart of carts) {
    const others = yield* besides(offer, cart, desk);
    sets.push(...others.map((other) => withCodes(cart, [offer, other])));
    const all = others.slice(0, desk.couponsPerCart - 1);
    if (all.length > 1) sets.push(withCodes(cart, [offer, ...all]));
  }
  return [...alone, ...sets];
}
