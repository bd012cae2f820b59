/** Records of a catalogue as a merchant reads and changes them one by one: the rows of the feeds, each with its version. */
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { changeFields } from '../change-fields.ts';
import { cursorList } from '../cursor-page-contract.ts';
import { DateTime, Nullable } from '../primitives.ts';
import { PriceRow } from './catalog-feed-contract.ts';

/** What a schema is called in the reference. */
const titleOf = (schema: TSchema): string => (schema as { readonly title?: string }).title ?? '';

const Version = Type.Integer({ description: 'Rises with every change; also in the ETag, for If-Match.' });
const kept = { version: Version, modified_at: DateTime };

/** A row, as it is read: kept, or with more whole where it is read alone and listed where it is one of many. */
export const recordView = (row: TObject, more: TObject['properties'] = {}, word = 'Whole') =>
  Type.Object(
    { ...row.properties, ...more, ...kept },
    { title: `${Object.keys(more).length > 0 ? word : 'Kept'}${titleOf(row).replace(/Row$/, '')}` },
  );

export const recordList = (view: TSchema) => cursorList(`${titleOf(view)}List`, view);

/** What a change answers: the record as it is now. */
export const changedRecord = (view: TObject) =>
  Type.Object(
    {
      ...view.properties,
      warning: Type.String({ description: 'What is to be known about a row that was taken; empty for nothing.' }),
    },
    { title: `Changed${titleOf(view).replace(/^Kept/, '')}` },
  );

/** Any part of a row. */
export const recordChange = (row: TObject) =>
  Type.Object(
    Object.fromEntries(Object.entries(changeFields(row)).map(([name, field]) => [name, Type.Optional(field)])),
    { title: `${titleOf(row).replace(/Row$/, '')}Change` },
  );

const uid = Type.Integer();
/** Of what is known by a number. */
export const NextNumber = Type.Object({ uid }, { title: 'NextNumber' });

const StoreStock = Type.Object(
  {
    store_id: uid,
    store_name: Nullable(Type.String({ description: 'Null when the store was not fed.' })),
    articles: Type.Integer({ description: 'Articles of the product at this store.' }),
    quantity: Type.Integer({ description: 'In stock there, in all sizes.' }),
  },
  { title: 'StoreStock' },
);
/** What reading one product adds to its row. */
export const productExtras = (article: TSchema) => ({
  articles: Type.Array(article, {
    description: 'All of them, also those that are not sold; at most 200. The list of articles has the rest.',
  }),
  articles_total: Type.Integer(),
  stock: Type.Array(StoreStock, { description: 'By store; at most 1,000.' }),
});

const ListedPrice = Type.Object(
  {
    currency_code: Type.String(),
    min: Type.Number({ description: 'Of the cheapest article.' }),
    max: Type.Number({ description: 'Of the dearest.' }),
  },
  { title: 'ListedPrice' },
);
/** What a list of products says of each beside its row. */
export const listedExtras = {
  in_stock: Type.Integer({ description: 'In stock of all articles that are sold, at all stores.' }),
  selling_prices: Type.Array(ListedPrice, { description: 'What those articles sell for, by currency.' }),
};

export const StockView = Type.Object(
  {
    uid: Type.String({ description: 'The article.' }),
    item_id: uid,
    item_name: Type.Optional(Type.String({ description: 'What the product is called; in lists.' })),
    size: Type.String(),
    store_id: uid,
    seller_id: uid,
    is_active: Type.Boolean(),
    quantity: Type.Integer({ description: 'In stock; below nothing is what has to be made to order.' }),
    prices: Type.Array(PriceRow),
    ...kept,
  },
  { title: 'Stock' },
);
export type StockView = Static<typeof StockView>;

export const StockChange = Type.Object(
  {
    quantity: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'So many are in stock now.' }),
    ),
    change: Type.Optional(
      Type.Integer({
        minimum: -2_147_483_647,
        maximum: 2_147_483_647,
        description: 'So many more, or fewer, than there are. Never below nothing. Instead of quantity.',
      }),
    ),
    prices: Type.Optional(Type.Array(PriceRow, { minItems: 1, maxItems: 50, description: 'All prices anew.' })),
    expected_version: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The change happens only on this version, as with If-Match.' }),
    ),
  },
  { title: 'StockChange', examples: [{ quantity: 12 }] },
);
export type StockChange = Static<typeof StockChange>;

const ZoneView = Type.Object(
  { zone: Type.Integer(), areas: Type.Integer({ description: 'Areas that have it.' }) },
  { title: 'Zone' },
);
export const ZoneList = cursorList('ZoneList', ZoneView);
