/** Everything that was read, as the one value that pricing takes. Pure. */
import { articleNamed } from '../../catalog/found-articles.ts';
import { hash } from 'node:crypto';
import type { CartAsk } from '../call/cart-ask.ts';
import type { PricedShop } from '../call/cart-shop.ts';
import { isOverCounter } from '../lines/fulfillment-rules.ts';
import { pricingArticle } from '../lines/pricing-article.ts';
import type { ResolvedLine } from '../lines/resolve-line.ts';
import { cashRoundingOf, chargeSettings, emiPlan, paymentOf, tenderOf } from './charge-settings.ts';
import { addressThere, destinationOf, gstPlace } from './destination-rules.ts';
import { couponsBeside, giftArticles, giftChoices, type OffersInForce, shopperOf } from './offers-in-force.ts';
import type { Goods } from './read-goods.ts';
import type { Surroundings } from './read-surroundings.ts';
import { methodsFor, shippingInput } from './shipping-input.ts';
import { type TaxAsked, taxedArticle, taxedCharges } from './tax-treatment.ts';
import { wrapOf } from './view-lines.ts';
import { likenessesOf } from '../store/line-rules.ts';
import { isBusiness, unknownVat } from '../../customers/vat/vat-check-rules.ts';
import type { ApplicationSettings } from '../../contract/applications/application-contract.ts';
import type { OssBasis } from '../../delivery/oss/oss-rules.ts';
import type { TaxPlace } from '../../delivery/tax-table-rules.ts';
import { priceAdjustmentOf } from '../../offers/adjustments/adjustment-rules.ts';
import type { Article, AskedLine, Place, PriceInput } from '../../pricing/pricing-types.ts';
import type { Way } from '../../pricing/shipping-types.ts';
import { compareTexts } from '../../shared/text-order.ts';

const isPickup = ({ orderType }: ResolvedLine): boolean => orderType === 'PickAtStore';

/** Nothing of it is sent. */
const isAtStore = (resolved: ResolvedLine): boolean => isOverCounter(resolved.line) || isPickup(resolved);

const wayOf = (resolved: ResolvedLine): Way => {
  if (isOverCounter(resolved.line)) return 'counter';
  return isPickup(resolved) ? 'pickup' : resolved.journey;
};

/** What is picked up is not delivered, so like a sale over the counter it bears no delivery charge. */
const askedLine = (
  resolved: ResolvedLine,
  { document, settings }: Surroundings,
  likeness: ReadonlyMap<string, string>,
): AskedLine => {
  const { line, article, list } = resolved;
  const { groupTags, promoId } = line.asked;
  return {
    key: line.identifier,
    articleUid: article?.uid ?? '',
    quantity: line.quantity,
    // Whoever adds says them: an offer for tagged goods would be for all goods.
    ...(groupTags === null || !settings.group_tags_in_offers ? {} : { groupTags }),
    ...(list === null ? {} : { priceList: list }),
    ...(promoId === null ? {} : { promoId }),
    wrapped: wrapOf(document, line, article)?.applied === true,
    pos: isAtStore(resolved),
    way: wayOf(resolved),
    ...likenessOf(line.identifier, likeness),
  };
};
const likenessOf = (identifier: string, known: ReadonlyMap<string, string>): Pick<AskedLine, 'likeness'> => {
  const text = known.get(identifier);
  return text === undefined ? {} : { likeness: hash('sha256', text, 'base64url').slice(0, 22) };
};

/** Only lines that share an article with another have to be told apart. The texts hold what shoppers wrote, so only hashes go on. */
const likenesses = ({ lines }: Goods, { document }: Surroundings): ReadonlyMap<string, string> => {
  const uids = new Set(lines.map(({ article }) => article?.uid));
  return uids.size === lines.length ? new Map() : likenessesOf(document.lines);
};

/** The goods that leave their stores; all of them where none does. */
const sentGoods = ({ lines }: Goods): Goods['lines'] => {
  const sent = lines.filter((line) => !isAtStore(line));
  return sent.length === 0 ? lines : sent;
};

/** The store that sends the first of the goods, by what they are: the order of adding changes no charge. */
export const firstSender = (sent: readonly Pick<ResolvedLine, 'article'>[]): number => {
  const [first] = sent
    .flatMap(({ article }) => article ?? [])
    .toSorted((a, b) => a.itemId - b.itemId || compareTexts(a.size, b.size) || a.storeId - b.storeId);
  return first?.storeId ?? 0;
};

/** Some of the goods go to another country than that of their store: whatever else comes along, their way is charged. */
export const isAbroad = (goods: Goods, { address }: Surroundings, { country }: ApplicationSettings): boolean => {
  const senders = new Set(sentGoods(goods).map(({ article }) => article?.storeId ?? 0));
  const from = [...senders].map((store) => goods.delivery.stores.get(store)?.country ?? country);
  return (from.length === 0 ? [country] : from).some((own) => destinationOf(goods, address, own).country !== own);
};

const placeOf = (goods: Goods, { address }: Surroundings, { country }: ApplicationSettings): Place | null =>
  goods.place === null
    ? null
    : {
        ...gstPlace(destinationOf(goods, address, country), addressThere(goods, address) !== undefined),
        zones: goods.delivery.area?.zones ?? [],
      };

const isPickedUp = ({ lines, context }: Goods): boolean =>
  lines.length === 0 ? context.orderType === 'PickAtStore' : lines.every(isPickup);

/** Null for goods that are picked up: they are taxed where they are. */
const taxPlace = (goods: Goods, { address }: Surroundings, { country }: ApplicationSettings): TaxPlace | null =>
  isPickedUp(goods) ? null : destinationOf(goods, address, country);

/** A number that its holder is believed by. */
const businessNumber = ({ document, settings, vat }: Surroundings): string | null =>
  isBusiness(settings.tax.vat_check, vat ?? unknownVat) ? (document.meta.vatId ?? null) : null;

/** Null without a table: nothing is looked for. */
const taxAsked = (
  goods: Goods,
  around: Surroundings,
  application: ApplicationSettings,
  oss: OssBasis,
): TaxAsked | null => {
  const table = goods.delivery.taxes;
  if (table.countries.size === 0) return null;
  return {
    table,
    settings: around.settings.tax,
    oss,
    now: around.now,
    place: taxPlace(goods, around, application),
    vatId: businessNumber(around),
    groups: around.facts.groups,
  };
};

type TaxedIn = (article: Article, taxClass: string | null | undefined) => Article;

/**
 * What is picked up or handed over is taxed where it is, whatever else of the cart is sent elsewhere. An article of which some units
 * are sent and some are not has one rate: the higher of the two, so that nobody has tax off his goods by having one of them sent.
 */
const taxedGoods = ({ lines, delivery: { stores } }: Goods, taxes: TaxAsked): TaxedIn => {
  const here = new Set(lines.filter(isAtStore).map(({ article }) => article?.uid));
  const sent = new Set(lines.filter((line) => !isAtStore(line)).map(({ article }) => article?.uid));
  return (article, taxClass) => {
    const at = (asked: TaxAsked): Article => taxedArticle(article, taxClass ?? '', stores.get(article.storeId), asked);
    if (!here.has(article.uid)) return at(taxes);
    const own = at({ ...taxes, place: null });
    if (!sent.has(article.uid)) return own;
    const away = at(taxes);
    return away.taxRate > own.taxRate ? away : own;
  };
};

const taxedGifts = (gifts: PriceInput['giftArticles'], { items }: Goods, taxed: TaxedIn): PriceInput['giftArticles'] =>
  new Map(
    [...gifts].map(([itemId, articles]) => {
      const classOf = (uid: string) => articleNamed(items.get(itemId)?.articles, uid)?.taxClass;
      return [itemId, articles.map((article) => taxed(article, classOf(article.uid)))] as const;
    }),
  );

/** Offers for some stores are for who orders there: a shopper's word for it counts where the shop lets him choose. */
const orderingStoreOf = ({ caller, staff }: PricedShop, { orderingStore }: CartAsk): number | null =>
  staff !== undefined || caller.settings.cart.ordering_store_said_by === 'anyone' ? orderingStore : null;

/** What was read for a cart, and at whose rates of tax it is to be priced. */
export type ReadForPrice = Readonly<{ around: Surroundings; goods: Goods; inForce: OffersInForce; oss: OssBasis }>;

export const priceInput = (
  shop: PricedShop,
  ask: CartAsk,
  { around, goods, inForce, oss }: ReadForPrice,
): PriceInput => {
  const { caller, shopper, platform = null } = shop;
  const { now, document, settings, configuration, money, card, balances } = around;
  const { exponent } = money.home;
  const likeness = likenesses(goods, around);
  const { home } = goods.context;
  const { stores } = goods.delivery;
  const charges = chargeSettings(settings, configuration, isAbroad(goods, around, caller.settings), exponent);
  const taxes = taxAsked(goods, around, caller.settings, oss);
  const taxed: TaxedIn = taxes === null ? (article) => article : taxedGoods(goods, taxes);
  const resolved = goods.lines.flatMap(({ item, article }) =>
    item === undefined || article === undefined
      ? []
      : [taxed(pricingArticle(article, item, home, stores.get(article.storeId)), article.taxClass)],
  );
  const gifts = giftArticles(goods.gifts, goods, home);
  return {
    now,
    currency: money.currency,
    home: money.home,
    rates: money.rate === undefined ? {} : { [money.currency.code]: money.rate },
    lines: goods.lines.map((line) => askedLine(line, around, likeness)),
    articles: new Map(resolved.map((article) => [article.uid, article])),
    giftArticles: taxes === null ? gifts : taxedGifts(gifts, goods, taxed),
    giftChoices: giftChoices(document.giftChoices, goods.items),
    offers: inForce.index,
    coupon: inForce.coupon,
    ...couponsBeside(inForce),
    adjustments: around.adjustments.map(({ id, body }) => priceAdjustmentOf(id, body, money.home)),
    policy: caller.settings.policy,
    shopper: shopperOf(shopper.customer, around.facts, platform, orderingStoreOf(shop, ask)),
    payment: card ?? paymentOf(document.payment),
    place: placeOf(goods, around, caller.settings),
    pickup: isPickedUp(goods),
    charges: taxes === null ? charges : taxedCharges(charges, stores.get(firstSender(sentGoods(goods))), taxes),
    ...shippingInput(goods, document, methodsFor(goods, caller.applicationId), {
      country: taxPlace(goods, around, caller.settings)?.country ?? caller.settings.country,
      exponent,
    }),
    tender: tenderOf(settings, configuration, { balances, document }, exponent),
    emi: card === undefined ? emiPlan(settings, document.payment, exponent) : null,
    ...cashRoundingOf(settings, money.currency),
    budgets: inForce.budgets,
  };
};
