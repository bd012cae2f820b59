/** A previewed cart as the pricing engine reads it. Pure. */
import type { ApplicationSettings } from '../../contract/applications/application-contract.ts';
import type { PreviewBody, PreviewItem } from '../../contract/offers/offer-preview-contract.ts';
import type { OfferIndex } from '../../pricing/compile/offer-index.ts';
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import type { Article, PriceInput } from '../../pricing/pricing-types.ts';
import { currencyOf } from '../../shared/currency.ts';
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
  tax_percentage: 0,
};

const articleOf = (
  item: PreviewItem,
  { code, exponent }: { readonly code: string; readonly exponent: number },
): Article => {
  const given = { ...plainItem, ...item };
  const [marked, selling] = [given.marked, given.effective ?? given.marked].map(
    (price) => toMinor(price, exponent) ?? 0,
  );
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
    prices: { [code]: { marked: marked ?? 0, selling: Math.min(marked ?? 0, selling ?? 0) } },
    taxRate: percentToPpm(given.tax_percentage) ?? 0,
    state: null,
    stock: NO_STOCK_LIMIT,
  };
};

const shopperOf = ({ user, platform, ordering_store: store }: PreviewBody): PriceInput['shopper'] => ({
  userId: user?.id ?? null,
  groups: user?.groups ?? [],
  registeredAt: user?.registered_on === undefined ? null : Date.parse(user.registered_on),
  platform: platform ?? null,
  orderingStore: store ?? null,
});

export const previewInput = (
  body: PreviewBody,
  asOf: number,
  settings: ApplicationSettings,
  { offers, coupon }: { readonly offers: OfferIndex; readonly coupon: CompiledOffer | null },
): PriceInput => {
  const home = currencyOf(settings.currency);
  const articles = body.items.map((item) => articleOf(item, home));
  const byItem = new Map<number, readonly Article[]>();
  for (const article of articles) byItem.set(article.itemId, [...(byItem.get(article.itemId) ?? []), article]);
  const charge = toMinor(body.delivery_charge ?? 0, home.exponent) ?? 0;
  return {
    now: asOf,
    currency: home,
    home,
    rates: {},
    lines: body.items.map(({ article_id, quantity }, at) => ({ key: `line-${at}`, articleUid: article_id, quantity })),
    articles: new Map(articles.map((article) => [article.uid, article])),
    giftArticles: byItem,
    giftChoices: {},
    offers,
    coupon,
    adjustments: [],
    policy: settings.policy,
    shopper: shopperOf(body),
    payment: body.payment_mode === undefined ? null : { mode: body.payment_mode },
    place: body.zones === undefined ? null : { state: null, zones: body.zones },
    pickup: false,
    charges: { delivery: [{ threshold: -1, charge }], cod: null, convenience: {}, giftPrice: 0, taxRate: 0 },
    tender: { loyalty: null, storeCredit: null, giftCards: [] },
    emi: null,
    custom: {},
  };
};
