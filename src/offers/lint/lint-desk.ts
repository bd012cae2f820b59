/** What every check of offers works with: the offers, carts in which each acts by itself, and the engine that prices them. Pure. */
import type { LintFinding } from '../../contract/offers/offer-lint-contract.ts';
import type { PreviewBody } from '../../contract/offers/offer-preview-contract.ts';
import { indexOffers, type OfferIndex } from '../../pricing/compile/offer-index.ts';
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import { record, text } from '../../pricing/compile/read-definition.ts';
import type { PricedCart } from '../../pricing/priced-types.ts';
import type { Article } from '../../pricing/pricing-types.ts';
import type { Maker } from './witness-rules.ts';

export type PriceWitness = (body: PreviewBody, offers: OfferIndex, coupons: readonly CompiledOffer[]) => PricedCart;
export type Linted = Maker & {
  readonly offers: readonly CompiledOffer[];
  readonly price: PriceWitness;
  /** Articles of the shop that have a floor price. */
  readonly floored: readonly Article[];
  /** Codes that a cart can have at once. */
  readonly couponsPerCart: number;
  /** Carts that may be priced. */
  readonly most: number;
};

export const nameOf = ({ definition, code, id }: CompiledOffer): string => {
  const shown = record(definition['display_meta']);
  return text(shown['name']) ?? text(shown['title']) ?? code ?? id;
};
export const told = (offer: CompiledOffer) => ({ id: offer.id, name: nameOf(offer) });
export const together = (offers: readonly CompiledOffer[]): string =>
  offers.map((one) => `“${nameOf(one)}”`).join(' and ');

export type Desk = Linted & {
  readonly index: OfferIndex;
  /** Of each offer, carts in which it acts by itself. */
  readonly carts: Map<string, readonly PreviewBody[]>;
  /** Those made so far: they count even where there is no time for more. */
  readonly findings: LintFinding[];
};
export type Work<Result> = Generator<number, Result>;

const couponsIn = (offer: CompiledOffer): readonly CompiledOffer[] => (offer.mode === 'coupon' ? [offer] : []);

export function* pricedAlone(offer: CompiledOffer, body: PreviewBody, { price }: Desk): Work<PricedCart> {
  yield 1;
  return price(body, indexOffers([offer]), couponsIn(offer));
}
/** Among all promotions, with these codes. */
export function* pricedAmongAll(
  coupons: readonly CompiledOffer[],
  body: PreviewBody,
  { price, index }: Desk,
): Work<PricedCart> {
  yield 1;
  return price(body, index, coupons);
}
