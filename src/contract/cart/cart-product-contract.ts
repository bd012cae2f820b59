/** What a line is: the product, and the article of it (one size at one store) that is being bought. */
import { type Static, type TSchema, Type } from 'typebox';
import {
  amount,
  flag,
  flagOrNull,
  int32,
  list,
  listOf,
  mapOf,
  numbersOrNull,
  open,
  openOrNull,
  part,
  text,
  textOrNull,
  texts,
  textsOrNull,
} from '../answer-fields.ts';
import { Nullable } from '../primitives.ts';

const known = { uid: int32('Its number.'), name: textOrNull('Its name.') };
const BaseInfo = part('BaseInfo', 'A brand or a seller.', known);

const ProductImage = part('ProductImage', 'A picture.', {
  secure_url: text('Address, always https.'),
  aspect_ratio: text('Width to height, such as 16:25.'),
  url: text('Address as the shop gave it.'),
});

const ActionQuery = part('ActionQuery', 'What to ask the catalogue for.', {
  product_slug: texts('Slug of the product.'),
});
const ActionPage = part('ActionPage', 'The page of the storefront.', {
  type: text('Kind of page: product.'),
  params: Type.Optional(mapOf(listOf(Type.String(), 'Its values.'), 'What the page is about: the slug.')),
});
const ProductAction = part('ProductAction', 'Where a click on the line leads.', {
  query: Type.Optional(ActionQuery),
  url: text('Address of the product in the storefront.'),
  type: text('Kind of action: product.'),
  page: Type.Optional(ActionPage),
});

const CategoryInfo = part('CategoryInfo', 'A category.', {
  uid: int32('Its number.'),
  name: text('Its name.'),
});
const CategoryHierarchy = part('CategoryHierarchy', 'A path through the categories.', {
  l1: Type.Optional(CategoryInfo),
  l2: Type.Optional(CategoryInfo),
  l3: Type.Optional(CategoryInfo),
});

export const ParentItemIdentifiers = part(
  'ParentItemIdentifiers',
  'The line this one belongs to; all null without one.',
  {
    identifier: textOrNull('Identifier of the parent line.'),
    parent_item_id: textOrNull('Product of the parent line.'),
    parent_item_size: textOrNull('Size of the parent line.'),
  },
);

export const CartProduct = part('CartProduct', 'The product of a line.', {
  slug: text('Its name in addresses.'),
  images: list(ProductImage, 'Its pictures.'),
  teaser_tag: openOrNull('A mark the shop puts on it; null without one.'),
  brand: Type.Optional(BaseInfo),
  action: Type.Optional(ProductAction),
  uid: int32('Its number, the item_id of requests.'),
  tags: textsOrNull('Its tags; null without any.'),
  _custom_json: open('Data the shop keeps with it.'),
  type: textOrNull('product, set or bundle.'),
  name: text('Its name.'),
  item_code: textOrNull('The shop’s own code for it.'),
  categories: list(CategoryInfo, 'Its categories of the third level.'),
  category_hierarchy: Nullable(listOf(CategoryHierarchy, 'One entry for each path to it; null without categories.')),
  attributes: openOrNull('Its attributes, such as the fabric; null without any.'),
  l1_categories: numbersOrNull('Its categories of the first level, by uid.'),
  l2_categories: numbersOrNull('Its categories of the second level, by uid.'),
  l3_categories: numbersOrNull('Its categories of the third level, by uid.'),
  departments: numbersOrNull('Its departments, by uid.'),
  product_ean_id: text('EAN of the size of the line.'),
  parent_item_identifiers: Type.Optional(ParentItemIdentifiers),
  is_set: flagOrNull('Whether it is sold as a set.'),
});
export type CartProduct = Static<typeof CartProduct>;

const ArticleGiftCard = part('ArticleGiftCard', 'Gift wrapping of the line.', {
  gift_price: Type.Optional(Type.Number({ format: 'float32', description: 'Price of wrapping one unit.' })),
  display_text: textOrNull('What the shop says about it.'),
  gift_message: text('What the shopper wrote for the receiver.'),
  is_gift_applied: flag('Whether it is wrapped.'),
});

/** The currency of the prices beside it. */
export const theirCurrency = {
  currency_code: text('Code of their currency.'),
  currency_symbol: text('Symbol of their currency.'),
};
/** The same prices twice: in the currency of the shop and in that of the answer. */
export const inBothCurrencies = <Price extends TSchema>(price: Price) => ({
  base: Type.Optional(price),
  converted: Type.Optional(price),
});

const BasePrice = part('BasePrice', 'Prices of one unit.', {
  effective: amount('After contract and ladder prices.'),
  ...theirCurrency,
  marked: amount('MRP.'),
  selling: amount('After the seller’s discount.'),
});
const ArticlePriceInfo = part(
  'ArticlePriceInfo',
  'Unit prices in the currencies of the shop and of the answer.',
  inBothCurrencies(BasePrice),
);

const StoreInfo = part('StoreInfo', 'The store that sends it.', {
  ...known,
  store_code: textOrNull('The shop’s own code for it.'),
});

export const ProductArticle = part('ProductArticle', 'The article of a line: a product in one size at one store.', {
  seller_identifier: textOrNull('The seller’s SKU.'),
  quantity: int32('Units in stock at the store.'),
  seller: Type.Optional(BaseInfo),
  cart_item_meta: open('meta, as it was sent when the line was added.'),
  parent_item_identifiers: Type.Optional(ParentItemIdentifiers),
  is_gift_visible: flag('Whether gift wrapping is offered.'),
  uid: text('The article: item, size and store.'),
  gift_card: Type.Optional(ArticleGiftCard),
  product_group_tags: textsOrNull('As sent when the line was added; null without any.'),
  identifier: openOrNull('Its codes, such as ean or sku; null without any.'),
  mto_quantity: int32('Units that have to be made first.'),
  extra_meta: open('As sent when the line was added, with its label as display.'),
  type: Type.Optional(Type.Literal('article', { description: 'Always article.' })),
  _custom_json: open('As sent when the line was added.'),
  price: Type.Optional(ArticlePriceInfo),
  meta: open('Data the shop keeps with the article.'),
  size: text('Its size.'),
  store: Type.Optional(StoreInfo),
  tags: texts('Its tags; a custom cart takes articles by them.'),
  variants: open('What sets it apart from its siblings, such as the colour.'),
  amount_quantity_error: Type.Optional(
    Type.Number({ minimum: 0, description: 'What is lost when the final amount of the line is divided into units.' }),
  ),
});
export type ProductArticle = Static<typeof ProductArticle>;
