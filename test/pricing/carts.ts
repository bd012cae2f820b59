/** Small carts for tests: rupees in definitions, paise in results, one store, everything else as plain as it can be. */
import { compileOffer, isRefused } from '../../src/pricing/compile/compile-offers.ts';
import type { CompiledOffer, Definition } from '../../src/pricing/compile/offer-types.ts';
import { priceCart } from '../../src/pricing/price-cart.ts';
import type { PricedCart } from '../../src/pricing/priced-types.ts';
import type { PricingPolicy } from '../../src/pricing/pricing-policy.ts';
import type {
  Article,
  AskedLine,
  ChargeSettings,
  PriceAdjustment,
  PriceInput,
} from '../../src/pricing/pricing-types.ts';
import { blankInput, compileOffers, defaultPolicy } from './price-inputs.ts';

export const context = { currency: 'INR', exponents: { INR: 2, USD: 2, JPY: 0, KWD: 3 }, readTime: Date.parse };

/** An article named by a letter; the price is in paise. */
export const article = (uid: string, selling: number, more: Partial<Article> = {}): Article => ({
  uid,
  itemId: uid.charCodeAt(0),
  size: 'M',
  sku: `sku-${uid}`,
  storeId: 1,
  companyId: 1,
  brandId: 1,
  l1: [1],
  l2: [10],
  l3: [100],
  departments: [1],
  tags: [],
  prices: { INR: { marked: selling, selling } },
  taxRate: 0,
  state: null,
  stock: 1000,
  ...more,
});
export const marked = (uid: string, mrp: number, selling: number, more: Partial<Article> = {}): Article =>
  article(uid, selling, { prices: { INR: { marked: mrp, selling } }, ...more });

export type Bought = readonly [Article, number] | readonly [Article, number, Partial<AskedLine>];

export const cartOf = (bought: readonly Bought[], more: Partial<PriceInput> = {}): PriceInput => ({
  ...blankInput,
  now: Date.parse('2026-11-15T12:00:00Z'),
  lines: bought.map(([{ uid }, quantity, asked], at) => ({
    key: `${uid}${bought.findIndex(([other]) => other.uid === uid) === at ? '' : at}`,
    articleUid: uid,
    quantity,
    ...asked,
  })),
  articles: new Map(bought.map(([each]) => [each.uid, each])),
  ...more,
});

/** With these charges and no others. */
export const charging = (charges: Partial<ChargeSettings>): Pick<PriceInput, 'charges'> => ({
  charges: { ...blankInput.charges, ...charges },
});

export const offersOf = (...definitions: readonly Definition[]) => compileOffers(definitions, context);
export const policyOf = (policy: Partial<PricingPolicy>): PricingPolicy => ({ ...defaultPolicy, ...policy });

/** A promotion with one discount rule; `rules` are its buy rules. */
export const promotion = (
  id: string,
  type: string,
  offer: Definition,
  { criteria = {}, rules = {}, condition, ...more }: PromotionParts = {},
): Definition => ({
  _id: id,
  promotion_type: type,
  promo_group: 'product',
  stackable: true,
  buy_rules: rules,
  discount_rules: [
    {
      discount_type: type,
      offer,
      item_criteria: criteria,
      ...(condition === undefined ? {} : { buy_condition: condition }),
    },
  ],
  ...more,
});
export type PromotionParts = {
  readonly criteria?: Definition;
  readonly rules?: Definition;
  readonly condition?: string;
} & Readonly<Record<string, unknown>>;

/** Holds from so much in the cart on: units, or money. */
export const fromUnits = (least: number): PromotionParts => ({
  rules: { 'rule#1': { all_items: true, cart_quantity: { greater_than_equals: least } } },
});
export const fromTotal = (least: number): PromotionParts => ({
  rules: { 'rule#1': { all_items: true, cart_total: { greater_than_equals: least } } },
});

export const coupon = (definition: Definition): CompiledOffer => {
  const compiled = compileOffer({ _id: 'coupon', code: 'CODE', ...definition }, context);
  if (isRefused(compiled)) throw new Error(compiled.reason);
  return compiled;
};

export const price = (
  bought: readonly Bought[],
  offers: readonly Definition[] = [],
  more: Partial<PriceInput> = {},
): PricedCart => priceCart(cartOf(bought, { offers: offersOf(...offers), ...more }));

/** What each line was relieved of, by key. */
export const discounts = ({ adjustments }: PricedCart): Readonly<Record<string, number>> => {
  const found: Record<string, number> = {};
  for (const { line, amount } of adjustments.flatMap((adjustment) => adjustment.shares)) {
    if (amount > 0) found[line] = (found[line] ?? 0) + amount;
  }
  return found;
};
export const reasonFor = ({ notApplied }: PricedCart, offerId: string) =>
  notApplied.find((why) => why.offerId === offerId);

/** A price change of another system: ten off, shared over all lines, unless it says otherwise. */
export const adjust = (more: Partial<PriceAdjustment>): PriceAdjustment => ({
  id: 'adj',
  type: 'discount',
  value: 1000,
  currency: 'INR',
  code: 'x',
  message: 'X',
  distribution: 'apportion',
  articles: [],
  articleLevel: false,
  expiresAt: null,
  inEligibility: true,
  ...more,
});
