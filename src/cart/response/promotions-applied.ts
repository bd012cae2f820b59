/** Promotions that act on the cart, over all lines and on each of them. Pure. */
import type { AppliedPromotion } from '../../contract/cart/cart-promotion-contract.ts';
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import type { Adjustment, Share } from '../../pricing/adjustment-types.ts';
import { record, text } from '../../pricing/compile/read-definition.ts';
import { portion, sum } from '../../shared/money.ts';
import { onceInARow, oncePer } from '../../shared/once-per.ts';
import { joinsWith } from '../../http/answers/join-parts.ts';
import { sharedPart } from '../../http/answers/shared-parts.ts';
import { effectsOn } from '../price/line-effects.ts';
import type { PricedView, ViewedLine } from '../price/priced-view.ts';
import { amountsIn } from '../../shared/amounts.ts';
import { freeArticles, noGift } from './free-gifts.ts';
import { allItemsOf, ruleNamed, shownBuyRules, shownDiscountRules } from './promotion-rules-shown.ts';
import { shownTexts } from './offer-texts.ts';

const freeKinds = new Set(['bogo', 'free_gift_items', 'free_non_sellable_items']);

type Acting = {
  readonly offer: CompiledOffer;
  readonly adjustments: readonly Adjustment[];
  /** Lines that it touched, all of them or the one that is asked about. */
  readonly lines: readonly ViewedLine[];
  /** What is the same on the cart and on every line. */
  readonly described: ReturnType<typeof describe>;
};

/** Cashback has its own list, points are told on lines; a coupon shows here only when it is a promotion that needs a code. */
const isShown = ({ stage }: Adjustment, { mode, definition }: CompiledOffer): boolean =>
  stage !== 'cashback' && stage !== 'points' && (mode === 'promotion' || definition.discount_rules !== undefined);

/** Found once for a cart: every line asks. */
const actingOffers = onceInARow((view: PricedView): readonly Acting[] => {
  const groups = Map.groupBy(
    view.priced.adjustments.filter(({ source }) => source.kind === 'offer'),
    ({ source }) => source.id,
  );
  return [...groups].flatMap(([id, all]) => {
    const offer = view.offers.byId.get(id);
    const adjustments = offer === undefined ? [] : all.filter((one) => isShown(one, offer));
    if (offer === undefined || adjustments.length === 0) return [];
    const touched = new Set(adjustments.flatMap(({ shares }) => shares.map(({ line }) => line)));
    const lines = view.lines.filter(({ priced }) => touched.has(priced?.key ?? ''));
    return [{ offer, adjustments, lines, described: described(offer, adjustments, view) }];
  });
});

/** What an offer that is shown did to a line: a unit price has a derivation for every line, so they are not looked through. */
const sharesOn = ({ offer }: Pick<Acting, 'offer'>, line: ViewedLine, { priced }: PricedView): readonly Share[] =>
  effectsOn(priced, line.priced?.key)
    .filter(({ adjustment }) => {
      const { source } = adjustment;
      return source.kind === 'offer' && source.id === offer.id && isShown(adjustment, offer);
    })
    .map(({ share }) => share);

/** Two rules of one promotion may act on the same unit: it counts once. */
const unitsOn = ({ quantity }: ViewedLine, shares: readonly Share[]): number =>
  Math.min(quantity, sum(shares.map(({ units }) => units)));

const freeUnits = ({ offer, lines }: Pick<Acting, 'offer' | 'lines'>): number | null =>
  freeKinds.has(offer.type)
    ? sum(
        lines.flatMap(({ priced }) =>
          (priced?.lots ?? [])
            .filter(({ price, usedBy }) => price === 0 && usedBy.includes(offer.id))
            .map(({ units }) => units),
        ),
      )
    : null;

/** Unit prices change line by line; every other offer says over all lines how many units it could have taken. */
const eligibleUnits = ({ adjustments, lines }: Acting): number =>
  adjustments.every(({ stage }) => stage === 'unit_price')
    ? sum(lines.map(({ quantity }) => quantity))
    : adjustments.reduce((most, adjustment) => Math.max(most, adjustment.eligibleUnits), 0);

const flagOrNull = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

const textsOf = (offer: CompiledOffer, { input }: PricedView) => {
  const { definition, mode } = offer;
  const shown = shownTexts(offer, input);
  const code = mode === 'coupon' ? text(definition.code) : null;
  const postOrder = record(record(definition.restrictions).post_order);
  return {
    promotion_name: text(shown.name) ?? '',
    offer_text: text(shown.offer_text) ?? '',
    offer_label: text(shown.offer_label),
    offer_description: text(shown.description),
    code,
    promo_code: code,
    meta: record(definition['_custom_json']),
    return_allowed: flagOrNull(postOrder.return_allowed),
    cancellation_allowed: flagOrNull(postOrder.cancellation_allowed),
    exchange_allowed: flagOrNull(postOrder.exchange_allowed) ?? true,
  };
};

type Payable = NonNullable<NonNullable<AppliedPromotion['ownership']>['payable_category']>;
const payables: readonly Payable[] = ['seller', 'fynd', 'marketplace'];
const ownershipOf = ({ definition }: CompiledOffer): NonNullable<AppliedPromotion['ownership']> => {
  const { payable_category: category, payable_by: by } = record(definition.ownership);
  return { payable_category: payables.find((one) => one === category) ?? 'seller', payable_by: text(by) ?? '' };
};

const rulesOf = (offer: CompiledOffer, adjustments: readonly Adjustment[], view: PricedView) => {
  const matched = [...new Set(adjustments.flatMap((adjustment) => adjustment.matched))];
  const acting = [...Map.groupBy(adjustments, ({ rule }) => rule ?? 0)].map(([index, own]) => ({
    index,
    matched: [...new Set(own.flatMap((adjustment) => adjustment.matched))],
  }));
  const said = matched.map((slug) => allItemsOf(ruleNamed(offer, slug))).filter((all) => all !== null);
  const [first] = matched;
  return {
    matched_buy_rules: matched,
    buy_rules: shownBuyRules(offer, view.input),
    discount_rules: shownDiscountRules(offer, acting, view.input),
    all_items: said.length === 0 ? null : said.includes(true),
    slug: first ?? '',
  };
};

const describe = (offer: CompiledOffer, adjustments: readonly Adjustment[], view: PricedView) => ({
  id: offer.id,
  promo_id: offer.id,
  currency: { code: view.currency.code, symbol: view.currency.symbol },
  ownership: ownershipOf(offer),
  promotion_type: offer.type,
  promotion_group: text(offer.definition.promo_group) ?? offer.group,
  mrp_promo: offer.onMarked,
  mrp_promotion: offer.onMarked,
  free_shipping: offer.type === 'shipping_price',
  ...textsOf(offer, view),
  ...rulesOf(offer, adjustments, view),
});

const MOST_KEPT = 100;
/** An offer that acts by the same rules reads the same in every cart of that currency and rate. */
const descriptions = oncePer((_offer: CompiledOffer) => new Map<string, ReturnType<typeof describe>>());
const described = (offer: CompiledOffer, adjustments: readonly Adjustment[], view: PricedView) => {
  const rules = adjustments.map(({ rule, matched }) => [rule, ...matched]);
  const key = JSON.stringify([view.currency.code, view.home.code, view.rateId, rules]);
  const kept = descriptions(offer);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const fresh = sharedPart(describe(offer, adjustments, view));
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, fresh);
  return fresh;
};

type Own = Pick<
  AppliedPromotion,
  | 'discount'
  | 'amount'
  | 'article_quantity'
  | 'original_article_quantity'
  | 'free_quantity'
  | 'applied_free_articles'
  | 'free_gift_item_details'
>;
const withOwn = joinsWith<Own>(
  'discount',
  'amount',
  'article_quantity',
  'original_article_quantity',
  'free_quantity',
  'applied_free_articles',
  'free_gift_item_details',
);

type OnLines = Pick<Acting, 'offer' | 'lines' | 'described'> & { readonly eligible: number };

const promotionOf = (acting: OnLines, view: PricedView): AppliedPromotion => {
  const { offer, lines } = acting;
  const { number } = amountsIn(view.currency);
  let [discount, units] = [0, 0];
  for (const line of lines) {
    const shares = sharesOn(acting, line, view);
    discount += sum(shares.map(({ amount }) => amount));
    units += unitsOn(line, shares);
  }
  const gifts = freeArticles(
    lines.filter(({ priced }) => priced?.gift?.offerId === offer.id),
    view,
  );
  return withOwn(acting.described, {
    discount: number(discount),
    amount: units === 0 ? 0 : number(portion(discount, 1, units, 'half_up')),
    article_quantity: units,
    original_article_quantity: acting.eligible,
    free_quantity: freeUnits(acting),
    applied_free_articles: gifts,
    free_gift_item_details: gifts[0]?.free_gift_item_details ?? noGift,
  });
};

export const cartPromotions = (view: PricedView): readonly AppliedPromotion[] =>
  actingOffers(view).map((acting) => promotionOf({ ...acting, eligible: eligibleUnits(acting) }, view));

/** The line's share of each promotion that reached it. */
export const linePromotions = (line: ViewedLine, view: PricedView): readonly AppliedPromotion[] => {
  const ids = new Set(effectsOn(view.priced, line.priced?.key).map(({ adjustment }) => adjustment.source.id));
  return actingOffers(view)
    .filter(({ offer }) => ids.has(offer.id))
    .map((acting) => promotionOf({ ...acting, lines: [line], eligible: line.quantity }, view));
};
