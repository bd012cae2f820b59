/** A product's row as a feed writes it: what is wrong with it, or the product it describes. Pure. */
import type { ProductRow } from '../../contract/catalog/catalog-feed-contract.ts';
import type { RowProblem } from '../../feeds/feed-kind.ts';
import type { ProductDetails } from '../product.ts';

const DEFAULT_ASPECT_RATIO = '16:25';

const sizeProblem = ({ sizes }: ProductRow): RowProblem | undefined => {
  const seen = new Set<string>();
  for (const [index, { value }] of sizes.entries()) {
    if (seen.has(value)) return { field: `sizes[${index}].value`, message: `The size ${value} came before.` };
    seen.add(value);
  }
  return undefined;
};

const childProblem = ({ uid, type = 'product', children = [] }: ProductRow): RowProblem | undefined => {
  if (type === 'product' && children.length > 0) {
    return { field: 'children', message: 'Only a set or bundle has children.' };
  }
  const itself = children.findIndex(({ item_id }) => item_id === uid);
  return itself === -1
    ? undefined
    : { field: `children[${itself}].item_id`, message: 'A product cannot be a part of itself.' };
};

export const productProblem = (row: ProductRow): RowProblem | undefined => sizeProblem(row) ?? childProblem(row);

/** Children of the products that are known, as far as they were read. */
export type Children = ReadonlyMap<number, readonly number[]>;

/** Whether one product is reached from another through children. */
const reaches = (from: number, wanted: number, children: Children): boolean => {
  const seen = new Set<number>();
  const open = [from];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (item === wanted) return true;
    if (seen.has(item)) continue;
    seen.add(item);
    open.push(...(children.get(item) ?? []));
  }
  return false;
};

/** A child that is not there, or that has this very product inside. */
export const familyProblem = (
  row: ProductRow,
  known: ReadonlySet<number>,
  children: Children,
): RowProblem | undefined => {
  for (const [index, { item_id }] of (row.children ?? []).entries()) {
    const field = `children[${index}].item_id`;
    if (!known.has(item_id)) {
      return { field, message: `There is no product ${item_id}. Feed it before.`, code: 'reference_unknown' };
    }
    if (reaches(item_id, row.uid, children)) {
      return { field, message: `Product ${item_id} already contains product ${row.uid}.` };
    }
  }
  return undefined;
};

const placesOf = (row: ProductRow): Pick<ProductDetails, 'categories' | 'departments' | 'tags' | 'attributes'> => ({
  categories: row.category_hierarchy ?? [],
  departments: row.departments ?? [],
  tags: row.tags ?? [],
  attributes: row.attributes ?? {},
});

const textsOf = (row: ProductRow): Pick<ProductDetails, 'shortDescription' | 'description' | 'countryOfOrigin'> => ({
  shortDescription: row.short_description ?? '',
  description: row.description ?? '',
  countryOfOrigin: row.country_of_origin ?? '',
});

const imagesOf = ({ images = [], name }: ProductRow): ProductDetails['images'] =>
  images.map(({ url, aspect_ratio = DEFAULT_ASPECT_RATIO, alt = name }) => ({ url, aspectRatio: aspect_ratio, alt }));

const childrenOf = ({ children = [] }: ProductRow): ProductDetails['children'] =>
  children.map(({ item_id, size = null, quantity, auto_add = false }) => ({
    itemId: item_id,
    size,
    quantity,
    autoAdd: auto_add,
  }));

/** Of a row that has no problem. */
export const productDetails = (row: ProductRow): ProductDetails => ({
  name: row.name,
  itemCode: row.item_code ?? null,
  type: row.type ?? 'product',
  isSet: row.is_set ?? false,
  brand: { uid: row.brand.uid, name: row.brand.name, logo: row.brand.logo ?? null },
  ...placesOf(row),
  images: imagesOf(row),
  teaserTag: row.teaser_tag ?? null,
  sizes: row.sizes.map(({ value, display, ean = null }) => ({ value, display, ean })),
  children: childrenOf(row),
  ...textsOf(row),
  customJson: row['_custom_json'] ?? {},
});
