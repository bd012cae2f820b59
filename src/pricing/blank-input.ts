/** An input in which nothing is asked for yet: callers name what they have and leave out the rest. */
import { indexOffers } from './compile/offer-index.ts';
import { defaultPolicy } from './pricing-policy.ts';
import type { PriceInput } from './pricing-types.ts';

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
  custom: {},
};
