/** The product of a line, from the catalogue. Pure. */
import type { CategoryPath, Product } from '../../catalog/product.ts';
import type { CartProduct } from '../../contract/cart/cart-product-contract.ts';
import { onceFor, oncePer } from '../../shared/once-per.ts';
import { joinsWith } from '../../http/answers/join-parts.ts';
import { sharedPart } from '../../http/answers/shared-parts.ts';
import type { PricedView, ViewedLine } from '../price/priced-view.ts';

type ParentIdentifiers = NonNullable<CartProduct['parent_item_identifiers']>;

export const parentIdentifiers = ({ parent }: ViewedLine): ParentIdentifiers => ({
  identifier: parent?.identifier ?? null,
  parent_item_id: parent === null ? null : String(parent.itemId),
  parent_item_size: parent?.size ?? null,
});

/** EAN of the line's size: the product's own, else its article's; empty when neither has one. */
export const eanOf = ({ item, article, size }: ViewedLine): string =>
  item?.product.sizes.find(({ value }) => value === size)?.ean ?? article?.ean ?? '';

/** By https; but what lies here is reached by the scheme of the public address, and by no other. */
const secureUrl = (url: string, publicUrl: string): string =>
  publicUrl !== '' && url.startsWith(`${publicUrl}/`) ? url : url.replace(/^http:/, 'https:');

const actionOf = (slug: string, pages: string): NonNullable<CartProduct['action']> => ({
  type: 'product',
  url: `${pages.replace(/\/$/, '')}/product/${encodeURIComponent(slug)}`,
  query: { product_slug: [slug] },
  page: { type: 'product', params: { slug: [slug] } },
});

const uids = (paths: readonly CategoryPath[], level: keyof CategoryPath): number[] | null =>
  paths.length === 0 ? null : [...new Set(paths.map((path) => path[level].uid))];

const named = ({ uid, name }: { readonly uid: number; readonly name: string }) => ({ uid, name });
const orNull = <T>(list: readonly T[]): T[] | null => (list.length === 0 ? null : [...list]);
const objectOrNull = (object: Readonly<Record<string, unknown>>) => (Object.keys(object).length === 0 ? null : object);

type Own = Required<Pick<CartProduct, 'product_ean_id' | 'parent_item_identifiers'>>;
const withOwn = joinsWith<Own>('product_ean_id', 'parent_item_identifiers');

export const itemProduct = (line: ViewedLine, { application, publicUrl }: PricedView): CartProduct => {
  const own: Own = { product_ean_id: eanOf(line), parent_item_identifiers: parentIdentifiers(line) };
  if (line.item === undefined) return { ...unknownProduct(line.itemId), ...own };
  return withOwn(shownProduct(line.item.product)(`${application.storefront_url ?? publicUrl} ${publicUrl}`), own);
};

/** A product looks the same in every cart of a shop: by the addresses of the shop's pages and of this service. */
const shownProduct = oncePer((product: Product) =>
  onceFor((addresses: string) => {
    const [pages = '', publicUrl = ''] = addresses.split(' ');
    return sharedPart(productShown(product, pages, publicUrl));
  }),
);

const productShown = (product: Product, pages: string, publicUrl: string): Omit<CartProduct, keyof Own> => {
  const { categories } = product;
  return {
    uid: product.uid,
    slug: product.slug,
    name: product.name,
    item_code: product.itemCode,
    type: product.type,
    is_set: product.isSet,
    brand: named(product.brand),
    images: product.images.map(({ url, aspectRatio }) => ({
      url,
      secure_url: secureUrl(url, publicUrl),
      aspect_ratio: aspectRatio,
    })),
    action: actionOf(product.slug, pages),
    teaser_tag: product.teaserTag,
    tags: orNull(product.tags),
    attributes: objectOrNull(product.attributes),
    categories: [...new Map(categories.map(({ l3 }) => [l3.uid, named(l3)])).values()],
    category_hierarchy: orNull(categories.map(({ l1, l2, l3 }) => ({ l1: named(l1), l2: named(l2), l3: named(l3) }))),
    l1_categories: uids(categories, 'l1'),
    l2_categories: uids(categories, 'l2'),
    l3_categories: uids(categories, 'l3'),
    departments: orNull(product.departments.map(({ uid }) => uid)),
    _custom_json: product.customJson,
  };
};

/** The catalogue has it no more: the line stays until the shopper takes it out, and says so. */
const unknownProduct = (uid: number): CartProduct => ({
  uid,
  slug: '',
  name: '',
  brand: { uid: 0, name: null },
  images: [],
  action: {},
  categories: [],
  _custom_json: {},
  teaser_tag: null,
  tags: null,
  type: null,
  item_code: null,
  category_hierarchy: null,
  attributes: null,
  l1_categories: null,
  l2_categories: null,
  l3_categories: null,
  departments: null,
  is_set: null,
});
