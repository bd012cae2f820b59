/**
 * Free gifts: lines of their own, at their own price with an equal discount. They have their own stock, may ship from another
 * store, follow the line that triggered them, and trigger nothing themselves.
 */
import type { Minor } from '../../shared/money.ts';
import { alternativesOf } from '../compile/buy-condition.ts';
import type { CartState, Outcome } from '../cart-state.ts';
import { unitsAskedBy } from '../compile/compile-buy-ways.ts';
import type { Verdict } from './conditions.ts';
import { adjustmentPrefix } from '../goods.ts';
import { type GiftCandidate, plenty } from './gift-look.ts';
import type { BuyRule, CompiledOffer, DiscountRule } from '../compile/offer-types.ts';
import type { Adjustment } from '../adjustment-types.ts';
import type { LineGift, Lot, PricedLine } from '../priced-types.ts';
import type { WhyNot, WhyNotReason } from '../why-not-types.ts';
import type { Article } from '../pricing-types.ts';
import { unitPricesOf } from '../unit-prices.ts';
import { ownEntry } from '../../shared/own-entry.ts';

type GiftBenefit = { readonly items: readonly number[]; readonly units: number; readonly sellable: boolean };

const refused = (offer: CompiledOffer, reason: WhyNotReason): WhyNot => ({
  offerId: offer.id,
  reason,
  shortfall: null,
});

/** Goods that made the condition true, in their order; without item criteria the whole cart did. */
const triggersOf = (offer: CompiledOffer, { matched }: Verdict, cart: CartState): readonly PricedLine[] => {
  const rules = offer.rules.filter(({ slug }) => matched.includes(slug));
  const indexes =
    rules.length === 0 ? cart.lines.keys() : rules.flatMap(({ criteria }) => cart.match.linesOf(criteria));
  return [...new Set(indexes)]
    .toSorted((a, b) => a - b)
    .flatMap((at) => cart.lines[at] ?? [])
    .filter(({ gift }) => gift === null);
};

/** How often a rule finds the quantity it asks for among its own goods; null where it asks for none. */
const timesFound = (rule: BuyRule, { lines, match }: CartState): number | null => {
  const asked = unitsAskedBy(rule);
  if (asked === null || asked < 1) return null;
  const units = match.linesOf(rule.criteria).reduce((sum, at) => sum + (lines[at]?.quantity ?? 0), 0);
  return Math.floor(units / asked);
};

/** As often as every rule that asks a quantity finds it, in the alternative that allows most, up to the offer's uses; else once. */
const timesOf = (offer: CompiledOffer, rule: DiscountRule, { matched }: Verdict, cart: CartState): number => {
  const held = new Map(offer.rules.filter(({ slug }) => matched.includes(slug)).map((each) => [each.slug, each]));
  const times = alternativesOf(rule.condition)
    .filter(
      ({ holding, failing }) => holding.every((slug) => held.has(slug)) && !failing.some((slug) => held.has(slug)),
    )
    .map(({ holding }) => {
      const found = holding.flatMap((slug) => {
        const each = held.get(slug);
        return each === undefined ? [] : (timesFound(each, cart) ?? []);
      });
      return found.length === 0 ? 1 : Math.min(...found);
    });
  return Math.max(1, Math.min(rule.limits.maximumUses ?? 1, Math.max(1, ...times)));
};

type StockLeft = (article: Article) => number;
/** What the lines there are leave of an article, counted once for all that are asked about. */
const stockBeside = ({ lines }: CartState): StockLeft => {
  const taken = new Map<string, number>();
  for (const { article, quantity } of lines) taken.set(article.uid, (taken.get(article.uid) ?? 0) + quantity);
  return ({ uid, stock }) => stock - (taken.get(uid) ?? 0);
};

/** A gift goes the way of its parent from the parent's store, else as a parcel of its own. */
const reaches = (article: Article, { asked: { way }, article: own }: PricedLine): boolean => {
  if (way === undefined || article.ways === undefined) return true;
  const isNear = article.storeId === own.storeId;
  if (way === 'counter') return isNear;
  if (isNear && article.ways.includes(way)) return true;
  return article.ways.includes(way === 'pickup' ? 'pickup' : 'standard');
};

type Rank = (article: Article) => number;

/** What was chosen, else what comes from the parent's store, else what there is more of by `plenty`. */
const rankFor = (articles: readonly Article[], parent: PricedLine, chosenUid: string | undefined): Rank => {
  const chosen = articles.find(({ uid }) => uid === chosenUid);
  const isOther = (article: Article): number => {
    if (chosen === undefined || article.uid === chosenUid) return 0;
    if (article.itemId !== chosen.itemId) return 3;
    return article.size === chosen.size ? 1 : 2;
  };
  return (article) => 2 * isOther(article) + (article.storeId === parent.article.storeId ? 0 : 1);
};
const chooseArticle = (articles: readonly Article[], parent: PricedLine, rank: Rank, step: Rank): Article | undefined =>
  articles
    .filter((article) => reaches(article, parent))
    .toSorted((a, b) => rank(a) - rank(b) || step(b) - step(a) || (a.uid < b.uid ? -1 : 1))[0];

type Source = { readonly article: Article; readonly parent: PricedLine; readonly rank: Rank };

const candidatesOf = (items: readonly number[], { giftArticles }: CartState['input']): readonly Article[] =>
  items.flatMap((item) => giftArticles.get(item) ?? []);

/** The gift, with the first of the lines that brought it to which it can go. */
const findSource = (
  items: readonly number[],
  triggers: readonly PricedLine[],
  offer: CompiledOffer,
  {
    input,
    stockLeft,
    wanted,
  }: { readonly input: CartState['input']; readonly stockLeft: StockLeft; readonly wanted: number },
): Source | WhyNot => {
  const inStock = candidatesOf(items, input).filter((article) => stockLeft(article) > 0);
  if (inStock.length === 0) return refused(offer, 'gift_out_of_stock');
  const chosenUid = ownEntry(input.giftChoices, offer.id)?.articleUid;
  const step = (article: Article): number => plenty(stockLeft(article), wanted);
  for (const parent of triggers) {
    const rank = rankFor(inStock, parent, chosenUid);
    const article = chooseArticle(inStock, parent, rank, step);
    if (article !== undefined) return { article, parent, rank };
  }
  const [first] = triggers;
  return { ...refused(offer, 'gift_out_of_reach'), ...(first === undefined ? {} : { line: first.key }) };
};

const candidatesSeen = (
  candidates: readonly Article[],
  stockLeft: StockLeft,
  source?: Source,
): readonly GiftCandidate[] =>
  candidates.map((article) => {
    const left = stockLeft(article);
    const rank = source !== undefined && reaches(article, source.parent) ? source.rank(article) : null;
    return { uid: article.uid, taken: article.stock - left, isLeft: left > 0, rank };
  });

const giftOf = (article: Article, parent: PricedLine, offer: CompiledOffer, sellable: boolean): LineGift => ({
  offerId: offer.id,
  parentKey: parent.key,
  sellable,
  fulfilment:
    article.storeId === parent.article.storeId
      ? null
      : { shipsSeparately: true, assignedStoreId: article.storeId, parentStoreId: parent.article.storeId },
});

const givenLot = (units: number, price: Minor, offerId: string, adjustment: string): Lot => ({
  units,
  price: 0,
  cuts: price === 0 ? [] : [{ adjustment, each: price }],
  usedBy: [offerId],
  closed: true,
  spent: false,
});

const lineOf = (
  article: Article,
  { quantity, gift, id }: { readonly quantity: number; readonly gift: LineGift; readonly id: string },
  cart: CartState,
): PricedLine | null => {
  const prices = gift.sellable ? unitPricesOf(article, undefined, cart.input) : { marked: 0, selling: 0 };
  if ('reason' in prices) return null;
  const key = `gift:${gift.offerId}:${gift.parentKey}`;
  return {
    key,
    asked: { key, articleUid: article.uid, quantity },
    article,
    quantity,
    marked: prices.marked,
    selling: prices.selling,
    effective: prices.selling,
    start: prices.selling,
    onMarked: false,
    floor: 0,
    lots: [givenLot(quantity, prices.selling, gift.offerId, id)],
    closed: true,
    gift,
    ladder: null,
    tax: { rate: article.taxRate, taxable: 0, tax: 0, parts: [] },
    dealMissed: false,
    listMissed: false,
  };
};

export const giveGifts = (
  benefit: GiftBenefit,
  { rule, verdict }: { readonly rule: DiscountRule; readonly verdict: Verdict },
  offer: CompiledOffer,
  cart: CartState,
): Outcome => {
  const triggers = triggersOf(offer, verdict, cart);
  if (triggers.length === 0) return refused(offer, 'no_item');
  if (ownEntry(cart.input.giftChoices, offer.id)?.declined === true) return refused(offer, 'gift_declined');
  const stockLeft = stockBeside(cart);
  const wanted = benefit.units * timesOf(offer, rule, verdict, cart);
  const source = findSource(benefit.items, triggers, offer, { input: cart.input, stockLeft, wanted });
  const candidates = candidatesOf(benefit.items, cart.input);
  if ('reason' in source) {
    cart.input.sawGift?.({ candidates: candidatesSeen(candidates, stockLeft), chosen: undefined, wanted: 0, given: 0 });
    return source;
  }
  const { article, parent } = source;
  const quantity = Math.min(wanted, stockLeft(article));
  const seen = { chosen: article.uid, wanted, given: quantity };
  cart.input.sawGift?.({ candidates: candidatesSeen(candidates, stockLeft, source), ...seen });
  const id = `${adjustmentPrefix(offer)}${rule.index}`;
  const line = lineOf(article, { quantity, gift: giftOf(article, parent, offer, benefit.sellable), id }, cart);
  if (line === null) return refused(offer, 'rate_missing');
  const amount = line.start * quantity;
  const adjustment: Adjustment = {
    id,
    stage: 'gift',
    source: { kind: 'offer', id: offer.id },
    rule: rule.index,
    steps: [{ formula: 'each', amount: line.start, units: quantity, result: amount, taken: amount, line: line.key }],
    cap: null,
    room: amount,
    amount,
    shares: [{ line: line.key, units: quantity, amount, lots: [{ units: quantity, each: line.start }] }],
    matched: verdict.matched,
    eligibleUnits: wanted,
  };
  return { changed: new Map(), added: [line], adjustments: [adjustment] };
};
