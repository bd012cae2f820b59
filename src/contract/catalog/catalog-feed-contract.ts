/** The rows that feed a catalogue. Amounts are decimal numbers or texts in the currency's own unit: 1499.5 or "1499.50". */
import { type Static, Type } from 'typebox';
import { Nullable } from '../primitives.ts';

const uid = (description: string) => Type.Integer({ minimum: 1, maximum: 2_147_483_647, description });
const text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description === undefined ? {} : { description }) });
const json = (description: string) =>
  Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true, description });
const flag = (description: string) => Type.Optional(Type.Boolean({ description }));
const Amount = Type.Unsafe<number | string>({
  type: ['number', 'string'],
  minimum: 0,
  maximum: 1_000_000_000_000,
  pattern: '^\\d{1,12}(\\.\\d{1,4})?$',
});
const CurrencyCode = Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217.' });
const Named = Type.Object({ uid: uid('Your number for it.'), name: text(200) });
const Tags = Type.Array(text(64), { maxItems: 100 });

export const SellerRow = Type.Object(
  {
    uid: uid('Number of the seller.'),
    name: text(200),
    gstin: Type.Optional(Nullable(Type.String({ pattern: '^[0-9A-Z]{15}$' }))),
    is_active: flag('Whether it sells; true when left out.'),
    meta: Type.Optional(json('Kept as it is.')),
  },
  { title: 'SellerRow' },
);
export type SellerRow = Static<typeof SellerRow>;

export const ExchangeRateRow = Type.Object(
  {
    from: CurrencyCode,
    to: CurrencyCode,
    rate: Type.Unsafe<number | string>({
      type: ['number', 'string'],
      pattern: '^\\d{1,10}(\\.\\d{1,12})?$',
      description: 'Units of `to` for one unit of `from`; at most 15 digits.',
    }),
    valid_from: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'ISO 8601; from always when left out. The newest that is valid holds.',
      }),
    ),
  },
  { title: 'ExchangeRateRow' },
);
export type ExchangeRateRow = Static<typeof ExchangeRateRow>;

const CategoryPath = Type.Object({ l1: Named, l2: Named, l3: Named }, { title: 'CategoryPath' });
const Image = Type.Object({
  url: Type.String({ maxLength: 2048, pattern: '^(https?://|/)[^\\s"<>]+$' }),
  aspect_ratio: Type.Optional(Type.String({ pattern: '^\\d{1,4}:\\d{1,4}$', description: '16:25 when left out.' })),
  alt: Type.Optional(Type.String({ maxLength: 500 })),
});
const Size = Type.Object({
  value: text(64, 'What articles and carts name it by.'),
  display: text(64, 'What shoppers see.'),
  ean: Type.Optional(Nullable(Type.String({ pattern: '^\\d{8,14}$' }))),
});
const Child = Type.Object({
  item_id: uid('A product that was fed before.'),
  size: Type.Optional(text(64)),
  quantity: Type.Integer({ minimum: 1, maximum: 1_000 }),
  auto_add: flag('Whether it joins the cart as a line of its own with its parent.'),
});

export const ProductRow = Type.Object(
  {
    uid: uid('Number of the product (item_id of its articles).'),
    slug: Type.String({ maxLength: 200, pattern: '^[A-Za-z0-9][A-Za-z0-9._~-]*$' }),
    name: text(500),
    item_code: Type.Optional(Nullable(text(100))),
    type: Type.Optional(Type.Enum(['product', 'set', 'bundle'], { description: 'product when left out.' })),
    is_active: flag('Whether it is sold; true when left out.'),
    is_set: flag('Whether it is sold as a set.'),
    brand: Type.Object({
      ...Named.properties,
      logo: Type.Optional(Type.String({ maxLength: 2048, pattern: '^(https?://|/)[^\\s"<>]+$' })),
    }),
    category_hierarchy: Type.Optional(Type.Array(CategoryPath, { maxItems: 20, description: 'The main path first.' })),
    departments: Type.Optional(Type.Array(Named, { maxItems: 50 })),
    tags: Type.Optional(Tags),
    attributes: Type.Optional(json('Shown with the product: {"Material": "Cotton"}.')),
    images: Type.Optional(Type.Array(Image, { maxItems: 50, description: 'The main picture first.' })),
    teaser_tag: Type.Optional(Nullable(json('A mark on the picture, in the storefront’s own form.'))),
    sizes: Type.Array(Size, { minItems: 1, maxItems: 200 }),
    children: Type.Optional(Type.Array(Child, { maxItems: 100, description: 'What a set or bundle is made of.' })),
    short_description: Type.Optional(Type.String({ maxLength: 1_000 })),
    description: Type.Optional(Type.String({ maxLength: 20_000 })),
    country_of_origin: Type.Optional(Type.String({ maxLength: 100 })),
    _custom_json: Type.Optional(json('Kept as it is.')),
  },
  { title: 'ProductRow' },
);
export type ProductRow = Static<typeof ProductRow>;

export const PriceRow = Type.Object(
  {
    currency_code: CurrencyCode,
    marked: Amount,
    effective: Amount,
    price_list: Type.Optional(text(64, 'Counts only for carts that ask for it by price_factory_type_id.')),
    valid_from: Type.Optional(
      Nullable(
        Type.String({ maxLength: 40, description: 'When it begins to count, such as 2026-11-27T00:00:00.000Z.' }),
      ),
    ),
    valid_until: Type.Optional(
      Nullable(Type.String({ maxLength: 40, description: 'When it no longer counts; the one without times does.' })),
    ),
  },
  { title: 'PriceRow' },
);
export type PriceRow = Static<typeof PriceRow>;
const Prices = Type.Array(PriceRow, { minItems: 1, maxItems: 50, description: 'The first is the base price.' });
const Quantity = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });
const Units = Type.Integer({ minimum: 1, maximum: 1_000_000 });

export const ArticleRow = Type.Object(
  {
    uid: text(100, 'Name of the article: this item in this size at this store.'),
    item_id: uid('Product that was fed before.'),
    size: text(64, 'Value of one of its sizes.'),
    store_id: uid('Store that holds it.'),
    seller_id: uid('Seller that was fed before.'),
    seller_identifier: Type.Optional(Nullable(text(100, 'The seller’s own number for it.'))),
    is_active: flag('Whether it is sold; true when left out.'),
    quantity: Quantity,
    prices: Prices,
    gst_rate: Type.Number({ minimum: 0, maximum: 100, description: 'Per cent.' }),
    hsn_code: Type.Optional(Nullable(Type.String({ pattern: '^\\d{2,8}$' }))),
    tax_class: Type.Optional(
      Nullable(text(64, 'Its class in the table of tax rates; the standard one when left out.')),
    ),
    moq: Type.Optional(
      Type.Object({
        minimum: Type.Optional(Nullable(Units)),
        maximum: Type.Optional(Nullable(Units)),
        increment_unit: Type.Optional(Nullable(Units)),
      }),
    ),
    custom_order: Type.Optional(
      Type.Object({
        is_custom_order: Type.Boolean({ description: 'Made to order: sold also when none is in stock.' }),
        manufacturing_time: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
        manufacturing_time_unit: Type.Optional(Type.Enum(['minutes', 'hours', 'days'])),
      }),
    ),
    is_gift_visible: flag('Whether it can be wrapped as a gift.'),
    gift_price: Type.Optional(Nullable(Amount)),
    floor_price: Type.Optional(
      Nullable(
        Type.Unsafe<number | string>({
          ...Amount,
          description: 'Offers take a unit no lower than this; in the currency of the first price.',
        }),
      ),
    ),
    identifiers: Type.Optional(json('{"ean": …, "sku": …, "upc": …}; articles are also found by this EAN.')),
    tags: Type.Optional(Tags),
    variants: Type.Optional(json('{"color": …}')),
    meta: Type.Optional(json('Kept as it is.')),
  },
  { title: 'ArticleRow' },
);
export type ArticleRow = Static<typeof ArticleRow>;

/** Price and stock of an article that is there: what it leaves out stays as it is. */
export const InventoryRow = Type.Object(
  { uid: text(100), quantity: Type.Optional(Quantity), prices: Type.Optional(Prices) },
  { title: 'InventoryRow' },
);
export type InventoryRow = Static<typeof InventoryRow>;

export const RowVerdict = Type.Object(
  {
    line: Type.Integer({ description: 'Which row, from 1.' }),
    key: Nullable(Type.String({ description: 'What names the row, when that could be read.' })),
    success: Type.Boolean(),
    message: Type.String({ description: 'Why it was refused; of a row that was taken, a warning or nothing.' }),
    field: Nullable(Type.String()),
    error_code: Nullable(Type.String()),
  },
  { title: 'RowVerdict' },
);
export const FeedReport = Type.Object(
  {
    accepted: Type.Integer(),
    warned: Type.Integer({ description: 'Accepted rows with a warning.' }),
    refused: Type.Integer(),
    rows: Type.Array(RowVerdict, {
      description: 'At most 10,000; refused rows are shown first, then those with a warning.',
    }),
  },
  { title: 'FeedReport' },
);
export type FeedReport = Static<typeof FeedReport>;

/** The last line of an answer in lines. */
export const FeedSummary = Type.Object(
  {
    summary: Type.Literal(true),
    accepted: Type.Integer(),
    warned: Type.Integer({ description: 'Of those accepted.' }),
    refused: Type.Integer(),
    success: Type.Boolean({ description: 'False when the feed ended early.' }),
    message: Type.Optional(Type.String()),
    error_code: Type.Optional(Type.String()),
  },
  { title: 'FeedSummary' },
);
