/**
 * What an order was priced from and what came of it, kept so that every number of it can be computed again. Of all offers only
 * those that acted are kept (one that did nothing changes nothing, which test/orders/recompute.test.ts holds), each under the
 * hash of its content, because many orders use the same one. Where the policy looks for the best order or combination of offers, what was
 * found is kept with it: among fewer offers another one may be found. Nobody is named: an offer that acted was for whoever ordered, so
 * neither the people it was made for nor who of them ordered is asked again. Pure.
 */
import { createHash } from 'node:crypto';
import { indexOffers } from '../pricing/compile/offer-index.ts';
import type { CompiledOffer } from '../pricing/compile/offer-types.ts';
import { pricedInTurns } from '../cart/price/price-trials.ts';
import { pricingOf } from '../pricing/price-cart.ts';
import type { PricedCart } from '../pricing/priced-types.ts';
import { record } from '../pricing/compile/read-definition.ts';
import type { PriceAdjustment, PriceInput } from '../pricing/pricing-types.ts';
import type { Work } from '../pricing/work.ts';
import { textInTurns, textOf, valueOf } from './stored-values.ts';
import { inSlices, nextTurn, turnFor } from '../shared/slices.ts';

/** A priced cart without what is said about offers that did nothing. */
export type PricedOrder = Omit<PricedCart, 'notApplied' | 'setAside' | 'choice'>;

export type KeptOffer = { readonly hash: string; readonly document: string };
export type OrderSnapshot = {
  readonly inputHash: string;
  readonly input: string;
  readonly priced: string;
  readonly offers: readonly KeptOffer[];
};

/** Offers stand in it by their hashes, so that its own hash covers them. */
type KeptInput = Omit<PriceInput, 'offers' | 'coupon' | 'moreCoupons'> & {
  readonly offers: readonly string[];
  readonly coupon: string | null;
  readonly moreCoupons?: readonly string[];
};

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const keptOffer = (offer: CompiledOffer): KeptOffer & { readonly offer: CompiledOffer } => {
  const document = textOf(offer);
  return { hash: hashOf(document), document, offer };
};

const withoutIdleOffers = ({
  notApplied: _idle,
  setAside: _aside,
  choice: _found,
  ...priced
}: PricedCart): PricedOrder => priced;

/** In the currency of the order: what it is at home is turned back from this, never priced there. */
export function* pricesOf(input: PriceInput): Work<PricedOrder> {
  return withoutIdleOffers(yield* pricingOf(input));
}

/** No customer's id has a blank in it. */
const SOMEBODY = 'a customer';
const NOBODY = 'nobody at all';

type Named = Readonly<Record<string, unknown>>;
const without = (definition: Named, member: string, names: readonly string[]): Named => {
  const { [member]: said, ...rest } = definition;
  if (said === undefined) return definition;
  return {
    ...rest,
    [member]: Object.fromEntries(Object.entries(record(said)).filter(([name]) => !names.includes(name))),
  };
};
const instead = (names: readonly string[], acted: boolean): readonly string[] =>
  names.length === 0 || acted ? [] : [NOBODY];
/** An offer's definition without the people it is for. */
export const unnamedDefinition = (definition: Named): Named =>
  without(without(definition, 'restrictions', ['user_id']), 'identifiers', ['user_id', 'email_domain']);

/** An offer that acted is for everybody now; a coupon that did not is for nobody. */
const unnamed = (offer: CompiledOffer, acted: boolean): CompiledOffer => ({
  ...offer,
  definition: unnamedDefinition(offer.definition),
  restrictions: {
    ...offer.restrictions,
    userIds: instead(offer.restrictions.userIds, acted),
    emailDomains: instead(offer.restrictions.emailDomains, acted),
  },
});
const unnamedShopper = ({ emailDomain: _mail, ...shopper }: PriceInput['shopper']): PriceInput['shopper'] => ({
  ...shopper,
  userId: shopper.userId === null ? null : SOMEBODY,
});

/** What another system said to the shopper with a change of his prices is between them; of a charge it is the name, which the order has, too. */
const unsaid = (adjustment: PriceAdjustment): PriceAdjustment =>
  adjustment.type === 'charge' ? adjustment : { ...adjustment, message: '' };

/** What a search found; nothing where the policy makes none. */
const combinationOf = ({ policy, combination }: PriceInput, shown: PricedCart): Pick<PriceInput, 'combination'> => {
  if (combination !== undefined) return { combination };
  if (shown.choice !== undefined) return { combination: shown.choice.steps };
  if (policy.stacking !== 'best_order') return {};
  return { combination: shown.applied.map((offerId) => ({ offerId, uses: null })) };
};

/** The input with the offers that acted, and without the people. */
const reduced = (input: PriceInput, shown: PricedCart): PriceInput => {
  const applied = new Set(shown.applied);
  const offers = input.offers.offers.filter(({ id }) => applied.has(id)).map((offer) => unnamed(offer, true));
  const items = new Set(
    [...offers, ...(input.coupon === null ? [] : [input.coupon]), ...(input.moreCoupons ?? [])].flatMap(
      ({ discounts }) => discounts.flatMap(({ benefit }) => (benefit.kind === 'gift' ? benefit.items : [])),
    ),
  );
  return {
    ...input,
    ...combinationOf(input, shown),
    offers: indexOffers(offers, []),
    coupon: input.coupon && unnamed(input.coupon, applied.has(input.coupon.id)),
    ...(input.moreCoupons && {
      moreCoupons: input.moreCoupons.map((coupon) => unnamed(coupon, applied.has(coupon.id))),
    }),
    shopper: unnamedShopper(input.shopper),
    adjustments: input.adjustments.map(unsaid),
    budgets: Object.fromEntries(Object.entries(input.budgets ?? {}).filter(([id]) => applied.has(id))),
    giftArticles: new Map([...input.giftArticles].filter(([itemId]) => items.has(itemId))),
  };
};

export type Snapshotted = {
  readonly snapshot: OrderSnapshot;
  readonly prices: PricedOrder;
  /** The offers that are in it, coupons last. */
  readonly named: readonly { readonly offer: CompiledOffer; readonly hash: string }[];
};

const OFFERS_A_TURN = 20;

/** What is priced, with offers by their hashes. */
const keptInput = (
  { moreCoupons: _more, ...input }: PriceInput,
  offers: readonly string[],
  coupon: string | null,
  more: readonly string[] = [],
): KeptInput => ({ ...input, offers, coupon, ...(more.length === 0 ? {} : { moreCoupons: more }) });

/** The same as one text. */
export const inputText = (input: PriceInput, offers: readonly string[], coupon: string | null): string =>
  textOf(keptInput(input, offers, coupon));

/** `shown` is what the cart showed for this input. Of a large cart it takes some turns of the loop. */
export const snapshotOf = async (input: PriceInput, shown: PricedCart): Promise<Snapshotted> => {
  const kept = reduced(input, shown);
  const prices = await pricedInTurns(pricesOf(kept));
  await nextTurn();
  const offers = await inSlices(kept.offers.offers, OFFERS_A_TURN, keptOffer);
  const coupon = kept.coupon === null ? [] : [keptOffer(kept.coupon)];
  const more = (kept.moreCoupons ?? []).map(keptOffer);
  const text = await textInTurns(
    keptInput(
      kept,
      offers.map(({ hash }) => hash),
      coupon[0]?.hash ?? null,
      more.map(({ hash }) => hash),
    ),
  );
  const all = [...offers, ...coupon, ...more];
  const priced = await textInTurns(prices);
  return {
    snapshot: {
      inputHash: hashOf(text),
      input: text,
      priced,
      offers: all.map(({ hash, document }) => ({ hash, document })),
    },
    prices,
    named: all.map(({ offer, hash }) => ({ offer, hash })),
  };
};

const offerNamed = (hash: string, offers: ReadonlyMap<string, string>): CompiledOffer => {
  const document = offers.get(hash);
  if (document === undefined || hashOf(document) !== hash) throw new Error(`offer ${hash} of a snapshot is not there`);
  return valueOf(document) as CompiledOffer;
};

export type Recomputed = {
  readonly prices: PricedOrder;
  /** Whether the input is the one that was kept, and prices to the same numbers. */
  readonly agrees: boolean;
};

/** What was priced, and which offers, by their hashes. */
export const inputWithoutOffers = (text: string) => {
  const { offers, coupon, moreCoupons: moreHashes = [], ...input } = valueOf(text) as KeptInput;
  return { input, hashes: offers, couponHash: coupon, moreHashes };
};

/** Whatever looks like the hash of an offer, without reading all of the text. */
export const hashesIn = (text: string): readonly string[] =>
  [...text.matchAll(/"([0-9a-f]{64})"/g)].map(([, hash = '']) => hash);

/** What was priced, as it was kept. */
export const inputOf = (snapshot: Pick<OrderSnapshot, 'input' | 'offers'>): PriceInput => {
  const { input, hashes, couponHash, moreHashes } = inputWithoutOffers(snapshot.input);
  const kept = new Map(snapshot.offers.map(({ hash, document }) => [hash, document]));
  return {
    ...input,
    offers: indexOffers(
      hashes.map((hash) => offerNamed(hash, kept)),
      [],
    ),
    coupon: couponHash === null ? null : offerNamed(couponHash, kept),
    ...(moreHashes.length > 0 && { moreCoupons: moreHashes.map((hash) => offerNamed(hash, kept)) }),
  };
};

/** The input with those of its offers alone. */
export const withOffers = (input: PriceInput, isIn: (id: string) => boolean): PriceInput => {
  const { offers, coupon, moreCoupons } = input;
  return {
    ...input,
    offers: indexOffers(offers.offers.filter(({ id }) => isIn(id))),
    coupon: coupon !== null && isIn(coupon.id) ? coupon : null,
    ...(moreCoupons && { moreCoupons: moreCoupons.filter(({ id }) => isIn(id)) }),
  };
};

/**
 * Without the coupons that lay idle on the cart: the order did not use them up, so they must not act on what is left when goods
 * go back.
 */
export const withoutIdleCoupons = (input: PriceInput, applied: readonly string[]): PriceInput => {
  const coupons = [...(input.coupon === null ? [] : [input.coupon]), ...(input.moreCoupons ?? [])];
  const idle = new Set(coupons.map(({ id }) => id).filter((id) => !applied.includes(id)));
  return idle.size === 0 ? input : withOffers(input, (id) => !idle.has(id));
};

/** What goods that go back are priced from. */
export const usedInputOf = (snapshot: OrderSnapshot): PriceInput =>
  withoutIdleCoupons(inputOf(snapshot), (valueOf(snapshot.priced) as PricedOrder).applied);

/** Prices the kept input again. Of a large order it takes some turns of the loop. */
export const recompute = async (snapshot: OrderSnapshot): Promise<Recomputed> => {
  const input = inputOf(snapshot);
  await turnFor(input.lines.length);
  const prices = await pricedInTurns(pricesOf(input));
  await turnFor(input.lines.length);
  const isKept = hashOf(snapshot.input) === snapshot.inputHash;
  return { prices, agrees: isKept && (await textInTurns(prices)) === snapshot.priced };
};
