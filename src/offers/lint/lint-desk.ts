/** What every check of offers works with: the offers, carts in which each acts by itself, and the engine that prices them. Pure. */
import type { LintFinding } from '../../contract/offers/offer-lint-contract.ts';
import type { PreviewBody } from '../../contract/offers/offer-preview-contract.ts';
import { indexing, type OfferIndex } from '../../pricing/compile/offer-index.ts';
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import { record, text } from '../../pricing/compile/read-definition.ts';
import type { PricedCart } from '../../pricing/priced-types.ts';
import type { Article } from '../../pricing/pricing-types.ts';
import type { Work } from '../../pricing/work.ts';
import type { Maker } from './witness-rules.ts';

type PriceWitness = (body: PreviewBody, offers: OfferIndex, coupons: readonly CompiledOffer[]) => Work<PricedCart>;
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
  /** Of each offer by itself. */
  readonly alone: Map<string, OfferIndex>;
  /** Of each offer, carts in which it acts by itself. */
  readonly carts: Map<string, readonly PreviewBody[]>;
  /** Those made so far: they count even where there is no time for more. */
  readonly findings: LintFinding[];
  /** So far. */
  readonly priced: { carts: number };
};

/** To make a cart up takes as long as so many lines that meet a rule. */
const CART = 40;

/** It pauses before each cart, so that whoever has this done can leave it at so many. */
export function* pricedWith(
  coupons: readonly CompiledOffer[],
  body: PreviewBody,
  index: OfferIndex,
  { price, priced }: Desk,
): Work<PricedCart> {
  yield CART;
  const cart = yield* price(body, index, coupons);
  priced.carts += 1;
  return cart;
}

const couponsIn = (offer: CompiledOffer): readonly CompiledOffer[] => (offer.mode === 'coupon' ? [offer] : []);

export function* pricedAlone(offer: CompiledOffer, body: PreviewBody, desk: Desk): Work<PricedCart> {
  const index = desk.alone.get(offer.id) ?? (yield* indexing([offer]));
  desk.alone.set(offer.id, index);
  return yield* pricedWith(couponsIn(offer), body, index, desk);
}
/** Among all promotions, with these codes. */
export const pricedAmongAll = (coupons: readonly CompiledOffer[], body: PreviewBody, desk: Desk): Work<PricedCart> =>
  pricedWith(coupons, body, desk.index, desk);
