/** What a storefront reads of the catalogue. Amounts are in the currency the answer names. */
import { type Static, Type } from 'typebox';
import { Nullable, Page, PageQuery, QueryBoolean } from '../primitives.ts';

const uids = (description: string) => Type.Optional(Type.Array(Type.Integer(), { maxItems: 100, description }));

const productSorts = ['latest', 'name', 'price_asc', 'price_desc', 'relevance'] as const;

export const ProductsQuery = Type.Object({
  ...PageQuery.properties,
  q: Type.Optional(
    Type.String({ maxLength: 200, description: 'Words; products that have a word beginning with each of them.' }),
  ),
  brand: uids('Brands, by uid; any of them.'),
  category: uids('Categories of any level, by uid; any of them.'),
  l1_category: uids('Categories of the first level.'),
  l2_category: uids('Categories of the second level.'),
  l3_category: uids('Categories of the third level.'),
  department: uids('Departments, by uid.'),
  tag: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 100, description: 'Any of these tags.' })),
  min_price: Type.Optional(Type.Number({ minimum: 0, description: 'In the currency of the answer.' })),
  max_price: Type.Optional(Type.Number({ minimum: 0, description: 'In the currency of the answer.' })),
  in_stock: QueryBoolean('Only what can be had now.'),
  product_ean_id: Type.Optional(
    Type.Array(Type.String({ maxLength: 4096 }), { description: 'Products with one of these EANs; at most 50.' }),
  ),
  filters: QueryBoolean('Whether to count what the list can be narrowed by, within this question.'),
  sort: Type.Optional(
    Type.Enum(productSorts, {
      description: 'latest when left out; relevance: those first whose name has the words of q.',
    }),
  ),
});
export type ProductsQuery = Static<typeof ProductsQuery>;

export const ProductPath = Type.Object({ slug: Type.String({ maxLength: 200 }) });

const Named = Type.Object({ uid: Type.Integer(), name: Type.String() });
const json = Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true });
const Range = Type.Object(
  {
    min: Type.Number(),
    max: Type.Number(),
    currency_code: Type.String(),
    currency_symbol: Type.String(),
  },
  { title: 'PriceRange' },
);
const Media = Type.Object({
  type: Type.Literal('image'),
  url: Type.String(),
  alt: Type.String(),
  aspect_ratio: Type.String(),
});
const Brand = Type.Object({ uid: Type.Integer(), name: Type.String(), logo: Nullable(Type.String()) });
const Price = Nullable(
  Type.Object({ effective: Range, marked: Range }, { description: 'Null when it has no price in this currency.' }),
);
const Size = Type.Object(
  { value: Type.String(), display: Type.String(), is_available: Type.Boolean() },
  { title: 'ProductSize' },
);

const shared = {
  uid: Type.Integer(),
  slug: Type.String(),
  name: Type.String(),
  type: Type.Enum(['product', 'set', 'bundle']),
  item_code: Nullable(Type.String()),
  brand: Brand,
  categories: Type.Array(Named, { description: 'Of the third level.' }),
  medias: Type.Array(Media),
  price: Price,
  parts_price: Nullable(
    Type.Object(
      {
        effective: Type.Number(),
        marked: Type.Number(),
        currency_code: Type.String(),
        currency_symbol: Type.String(),
      },
      {
        title: 'PartsPrice',
        description:
          'What the parts cost that join the cart with a bundle, at least; `price` holds it. Null without any.',
      },
    ),
  ),
  discount: Type.String({ description: 'Such as 20% OFF, of the article with the lowest price; empty for none.' }),
  sellable: Type.Boolean({
    description: 'Whether it can be had in some size; a bundle only with all parts that join the cart with it.',
  }),
  tags: Type.Array(Type.String()),
  teaser_tag: Nullable(Type.Object({}, { additionalProperties: true })),
  short_description: Type.String(),
};

export const ProductListItem = Type.Object({ ...shared, sizes: Type.Array(Size) }, { title: 'ProductListItem' });
export type ProductListItem = Static<typeof ProductListItem>;

const FilterValue = Type.Object(
  {
    display: Type.String(),
    value: Type.String({ description: 'For the parameter; of a price the lowest.' }),
    count: Type.Integer({
      description: 'Products of this question that have it, whatever else of its kind is chosen.',
    }),
    is_selected: Type.Boolean(),
    min: Type.Optional(Type.Number({ description: 'Of a price: the lowest there is.' })),
    max: Type.Optional(Type.Number()),
    currency_code: Type.Optional(Type.String()),
    currency_symbol: Type.Optional(Type.String()),
  },
  { title: 'ProductFilterValue' },
);
const Filter = Type.Object(
  {
    key: Type.Object({
      display: Type.String(),
      name: Type.String({ description: 'The parameter it is narrowed by.' }),
      kind: Type.Enum(['multivalued', 'boolean', 'range']),
    }),
    values: Type.Array(FilterValue, { description: 'Those with most products first; at most 100.' }),
  },
  { title: 'ProductFilter' },
);
export type ProductFilter = Static<typeof Filter>;

export const ProductList = Type.Object(
  {
    items: Type.Array(ProductListItem),
    page: Page,
    filters: Type.Optional(Type.Array(Filter, { description: 'When they were asked for.' })),
    corrections: Type.Optional(
      Type.Array(
        Type.Object({
          word: Type.String({ description: 'As it was asked for.' }),
          meant: Type.Array(Type.String(), { description: 'What was looked for instead; any of them.' }),
        }),
        { description: 'Words that no product has and what they were taken for; left out when there are none.' },
      ),
    ),
  },
  { title: 'ProductList' },
);
export type ProductList = Static<typeof ProductList>;

const Offer = Type.Object(
  {
    article_id: Type.String(),
    seller: Type.Object({ uid: Type.Integer(), name: Nullable(Type.String()) }),
    store: Type.Object({ uid: Type.Integer() }),
    is_available: Type.Boolean(),
    quantity: Type.Integer(),
    made_to_order: Type.Boolean(),
    price: Nullable(
      Type.Object({
        effective: Type.Number(),
        marked: Type.Number(),
        currency_code: Type.String(),
        currency_symbol: Type.String(),
      }),
    ),
  },
  { title: 'ArticleOffer' },
);
const DetailSize = Type.Object(
  {
    ...Size.properties,
    product_ean_id: Nullable(Type.String()),
    quantity: Type.Integer({ description: 'At all stores; of a bundle as many as its parts suffice for.' }),
    seller_count: Type.Integer({ description: 'Sellers that have it in stock.' }),
    articles: Type.Array(Offer),
  },
  { title: 'ProductDetailSize' },
);
const Child = Type.Object({
  item_id: Type.Integer(),
  slug: Type.String(),
  name: Type.String(),
  size: Nullable(Type.String()),
  quantity: Type.Integer(),
  auto_add: Type.Boolean(),
  is_available: Type.Boolean(),
});

export const ProductDetail = Type.Object(
  {
    ...shared,
    description: Type.String(),
    country_of_origin: Type.String(),
    is_set: Type.Boolean(),
    attributes: json,
    category_hierarchy: Type.Array(Type.Object({ l1: Named, l2: Named, l3: Named })),
    departments: Type.Array(Named),
    sizes: Type.Array(DetailSize),
    children: Type.Array(Child, { description: 'What a set or bundle is made of.' }),
    _custom_json: json,
  },
  { title: 'ProductDetail' },
);
export type ProductDetail = Static<typeof ProductDetail>;
