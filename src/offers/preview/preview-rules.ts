/** A previewed cart as the pricing engine reads it. Pure. */
import type { ApplicationSettings } from '../../contract/applications/application-contract.ts';
import type { PreviewBody, PreviewItem } from '../../contract/offers/offer-preview-contract.ts';
import type { Article, PriceInput, UnitPrices } from '../../pricing/pricing-types.ts';
import { currencyOf } from '../../shared/currency.ts';
import type { FieldProblem } from '../../shared/errors.ts';
import { ownEntry } from '../../shared/own-entry.ts';
import { toMinor } from '../../shared/money.ts';
import { percentToPpm } from '../../shared/rates.ts';

const NO_STOCK_LIMIT = 1_000_000_000;

/** What an item is when nothing is said: offers that ask about it do not match. */
const plainItem = {
  size: '',
  store_id: 0,
  company_id: 0,
  brand_id: 0,
  l1_categories: [],
  l2_categories: [],
  l3_categories: [],
  departments: [],
  tags: [],
};

/** An article of the catalogue, as far as a previewed item does not say otherwise. */
export type KnownArticles = ReadonlyMap<string, Article>;

const knownItem = ({ itemId, size, sku, storeId, companyId, brandId, l1, l2, l3, departments, tags }: Article) => ({
  item_id: itemId,
  size,
  ...(sku === null ? {} : { sku }),
  store_id: storeId,
  company_id: companyId,
  brand_id: brandId,
  l1_categories: l1,
  l2_categories: l2,
  l3_categories: l3,
  departments,
  tags,
});

/** Items that neither the caller nor the catalogue knows enough of. */
export const unknownItems = (
  items: readonly PreviewItem[],
  known: KnownArticles,
  code: string,
): readonly FieldProblem[] =>
  items.flatMap(({ article_id: uid, item_id, marked }, at) => {
    const article = known.get(uid);
    const hasPrice = marked !== undefined || ownEntry(article?.prices ?? {}, code)?.marked !== undefined;
    if ((item_id ?? article?.itemId) !== undefined && hasPrice) return [];
    const message = 'The catalogue has no such article with a price in this currency: give item_id and marked.';
    return [{ field: `items[${at}]`, message }];
  });

/** What is given goes first; a price that was marked anew is not reduced by the seller unless that is said, too. */
const pricesOf = (item: PreviewItem, known: UnitPrices | undefined, exponent: number): UnitPrices => {
  const minor = (amount: number | undefined): number | undefined =>
    amount === undefined ? undefined : (toMinor(amount, exponent) ?? 0);
  const marked = minor(item.marked) ?? known?.marked ?? 0;
  const selling = minor(item.effective) ?? (item.marked === undefined ? known?.selling : marked) ?? 0;
  return { marked, selling: Math.min(marked, selling) };
};

const taxOf = ({ tax_percentage: given }: PreviewItem, known: Article | undefined): number =>
  given === undefined ? (known?.taxRate ?? 0) : (percentToPpm(given) ?? 0);

const floorOf = (
  { floor_price: given }: PreviewItem,
  known: Article | undefined,
  exponent: number,
): Pick<Article, 'floor'> => {
  const floor = given === undefined ? known?.floor : (toMinor(given, exponent) ?? 0);
  return floor === undefined ? {} : { floor };
};

const articleOf = (
  item: PreviewItem,
  { code, exponent }: { readonly code: string; readonly exponent: number },
  known: Article | undefined,
): Article => {
  const given = { ...plainItem, item_id: 0, ...(known && knownItem(known)), ...item };
  const price = pricesOf(item, ownEntry(known?.prices ?? {}, code), exponent);
  return {
    uid: given.article_id,
    itemId: given.item_id,
    size: given.size,
    sku: given.sku ?? null,
    storeId: given.store_id,
    companyId: given.company_id,
    brandId: given.brand_id,
    l1: given.l1_categories,
    l2: given.l2_categories,
    l3: given.l3_categories,
    departments: given.departments,
    tags: given.tags,
    prices: { [code]: price },
    taxRate: taxOf(item, known),
    state: null,
    stock: NO_STOCK_LIMIT,
    ...floorOf(item, known, exponent),
  };
};

const shopperOf = ({ user, platform, ordering_store: store }: PreviewBody): PriceInput['shopper'] => ({
  userId: user?.id ?? null,
  groups: user?.groups ?? [],
  registeredAt: user?.registered_on === undefined ? null : Date.parse(user.registered_on),
  platform: platform ?? null,
  orderingStore: store ?? null,
});

/** One method for everything, where the body names it: offers can ask for it. */
const shippingOf = ({ shipping_method: id }: PreviewBody, charge: number): Pick<PriceInput, 'shipping'> => {
  if (id === undefined) return {};
  const bands = [{ from: 0, charge }];
  const rate = { zones: [], countries: [], by: 'value', bands, freeFrom: null, unweighed: null } as const;
  const method = { id, name: id, journey: null, once: true, heaviest: null, rates: [rate] };
  return { shipping: { methods: [method], country: '', chosen: {}, usual: null, weights: new Map() } };
};

export const previewInput = (
  body: PreviewBody,
  asOf: number,
  settings: ApplicationSettings,
  {
    offers,
    known,
    ...coupons
  }: Pick<PriceInput, 'offers' | 'coupon' | 'moreCoupons'> & { readonly known: KnownArticles },
): PriceInput => {
  const home = currencyOf(settings.currency);
  const articles = body.items.map((item) => articleOf(item, home, known.get(item.article_id)));
  const byItem = new Map<number, readonly Article[]>();
  for (const article of articles) byItem.set(article.itemId, [...(byItem.get(article.itemId) ?? []), article]);
  const charge = toMinor(body.delivery_charge ?? 0, home.exponent) ?? 0;
  return {
    now: asOf,
    currency: home,
    home,
    rates: {},
    lines: body.items.map(({ article_id, quantity, promo_id: promoId }, at) => ({
      key: `line-${at}`,
      articleUid: article_id,
      quantity,
      ...(promoId === undefined ? {} : { promoId }),
    })),
    articles: new Map(articles.map((article) => [article.uid, article])),
    giftArticles: byItem,
    giftChoices: {},
    offers,
    ...coupons,
    adjustments: [],
    policy: settings.policy,
    shopper: shopperOf(body),
    payment: body.payment_mode === undefined ? null : { mode: body.payment_mode },
    place: body.zones === undefined ? null : { state: null, zones: body.zones },
    pickup: false,
    charges: { delivery: [{ threshold: -1, charge }], cod: null, convenience: {}, giftPrice: 0, taxRate: 0 },
    tender: { loyalty: null, storeCredit: null, giftCards: [] },
    emi: null,
    ...shippingOf(body, charge),
  };
};
