/** The article of a line: what the catalogue has at its store, what was said when it was added, and its gift wrapping. Pure. */
import type { Article } from '../../catalog/article.ts';
import type { Store } from '../../delivery/store-rules.ts';
import type { ProductArticle } from '../../contract/cart/cart-product-contract.ts';
import { fromHome } from '../../pricing/money/in-currency.ts';
import type { AskedItem } from '../store/cart-document.ts';
import type { PricedView, ViewedLine } from '../price/priced-view.ts';
import { amountsIn } from '../../shared/amounts.ts';
import { oncePer } from '../../shared/once-per.ts';
import { joinsWith } from '../../http/answers/join-parts.ts';
import { sharedPart } from '../../http/answers/shared-parts.ts';
import { amountQuantityError, articlePrice } from './item-price.ts';
import { parentIdentifiers } from './item-product.ts';

const giftCard = ({ wrap, priced }: ViewedLine, view: PricedView): NonNullable<ProductArticle['gift_card']> => {
  const { configuration, input, currency } = view;
  const each = fromHome(priced?.article.giftPrice ?? input.charges.giftPrice, input);
  return {
    gift_price: amountsIn(currency).number(each),
    display_text: configuration.gift_display_text === '' ? null : configuration.gift_display_text,
    gift_message: wrap?.message ?? '',
    is_gift_applied: wrap?.applied ?? false,
  };
};

/** The configuration offers wrapping where it has a price or a text for it, and the article allows it. */
const isGiftVisible = ({ article, stored }: ViewedLine, { configuration }: PricedView): boolean =>
  stored !== null &&
  article?.isGiftVisible === true &&
  (configuration.gift_pricing > 0 || configuration.gift_display_text !== '' || article.giftPrice !== null);

const madeToOrder = ({ article, quantity }: ViewedLine): number =>
  article === undefined || article.customOrder === null ? 0 : Math.max(0, quantity - Math.max(0, article.quantity));

const askedFields = (asked: AskedItem) => ({
  cart_item_meta: asked.meta,
  product_group_tags: asked.groupTags === null ? null : [...asked.groupTags],
  extra_meta: { ...asked.extraMeta, ...(asked.display === null ? {} : { display: asked.display }) },
  _custom_json: asked.customJson,
});
/** A gift was not asked for. */
const notAsked = { cart_item_meta: {}, product_group_tags: null, extra_meta: {}, _custom_json: {} };

type OfCatalog = ReturnType<typeof goneFields>;
type Shown = { readonly seller: string | null; readonly store: Store | undefined; readonly fields: OfCatalog };

/** What an article shows in every cart, with the names that its seller and store have now. */
const shownArticle = oncePer((_article: Article): { latest: Shown | undefined } => ({ latest: undefined }));

const catalogFields = (article: Article, { stores, sellers }: PricedView): OfCatalog => {
  const store = stores.get(article.storeId);
  const seller = sellers.get(article.sellerId)?.name ?? null;
  const shown = shownArticle(article);
  if (shown.latest === undefined || shown.latest.seller !== seller || shown.latest.store !== store) {
    shown.latest = { seller, store, fields: sharedPart(fieldsOf(article, seller, store)) };
  }
  return shown.latest.fields;
};

const fieldsOf = (article: Article, seller: string | null, store: Store | undefined): OfCatalog => ({
  type: 'article',
  uid: article.uid,
  seller_identifier: article.sellerIdentifier,
  quantity: Math.max(0, article.quantity),
  seller: { uid: article.sellerId, name: seller },
  store: { uid: article.storeId, name: store?.name ?? null, store_code: store?.storeCode ?? null },
  identifier: article.identifiers,
  meta: article.meta,
  tags: [...article.tags],
  variants: article.variants,
});
/** The catalogue has it no more; the line still says which one it was. */
const goneFields = (uid: string) => ({
  type: 'article' as const,
  uid,
  seller_identifier: null as string | null,
  quantity: 0,
  seller: { uid: 0, name: null as string | null },
  store: { uid: 0, name: null as string | null, store_code: null as string | null },
  identifier: null as Article['identifiers'] | null,
  meta: {} as Article['meta'],
  tags: [] as string[],
  variants: {} as Article['variants'],
});

type Own = Omit<ProductArticle, keyof OfCatalog>;
const withOwn = joinsWith<Own>(
  'size',
  'cart_item_meta',
  'product_group_tags',
  'extra_meta',
  '_custom_json',
  'parent_item_identifiers',
  'is_gift_visible',
  'gift_card',
  'mto_quantity',
  'price',
  'amount_quantity_error',
);

export const itemArticle = (line: ViewedLine, view: PricedView): ProductArticle => {
  const { article, stored } = line;
  const known = article === undefined ? goneFields(stored?.articleUid ?? '') : catalogFields(article, view);
  return withOwn(known, {
    size: line.size,
    ...(stored === null ? notAsked : askedFields(stored.asked)),
    parent_item_identifiers: parentIdentifiers(line),
    is_gift_visible: isGiftVisible(line, view),
    gift_card: giftCard(line, view),
    mto_quantity: madeToOrder(line),
    price: articlePrice(line, view),
    amount_quantity_error: amountQuantityError(line, view),
  });
};
