/** Inputs of the engine for tests: one in which nothing is asked for yet, the usual policy, and offers from their definitions. */
import { compileOffer, isRefused } from '../../src/pricing/compile/compile-offers.ts';
import { indexOffers, type OfferIndex } from '../../src/pricing/compile/offer-index.ts';
import type { CompiledOffer, Definition } from '../../src/pricing/compile/offer-types.ts';
import type { CompileContext } from '../../src/pricing/compile/read-definition.ts';
import type { PricingPolicy } from '../../src/pricing/pricing-policy.ts';
import type { PriceInput } from '../../src/pricing/pricing-types.ts';

export const defaultPolicy: PricingPolicy = {
  prices_include_tax: true,
  tax_rounding: 'line',
  rounding: 'half_up',
  remainder: 'largest',
  allocation_weights: 'net',
  percent_scope: 'line',
  stacking: 'sequential',
  threshold_basis: 'after_discounts',
  reward_pick: 'cheapest',
  set_pick: 'cheapest',
  partial_rewards: false,
};

const rupee = { code: 'INR', exponent: 2 };

export const blankInput: PriceInput = {
  now: 0,
  currency: rupee,
  home: rupee,
  rates: {},
  lines: [],
  articles: new Map(),
  giftArticles: new Map(),
  giftChoices: {},
  offers: indexOffers([]),
  coupon: null,
  adjustments: [],
  policy: defaultPolicy,
  shopper: { userId: null, groups: [], registeredAt: null, platform: null, orderingStore: null },
  payment: null,
  place: null,
  pickup: false,
  charges: { delivery: [], cod: null, convenience: {}, giftPrice: 0, taxRate: 0 },
  tender: { loyalty: null, storeCredit: null, giftCards: [] },
  emi: null,
};

export const compileOffers = (definitions: readonly Definition[], context: CompileContext): OfferIndex => {
  const compiled = definitions.map((definition) => compileOffer(definition, context));
  return indexOffers(
    compiled.filter((offer): offer is CompiledOffer => !isRefused(offer)),
    compiled.filter(isRefused),
  );
};
