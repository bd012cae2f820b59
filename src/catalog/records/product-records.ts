/** Products and sellers, one by one. */
import { Type } from 'typebox';
import type { ProductRow, SellerRow } from '../../contract/catalog/catalog-feed-contract.ts';
import { QueryBoolean } from '../../contract/primitives.ts';
import type { RecordKind } from '../../feeds/record-kind.ts';
import { productDetails } from '../feed/product-rules.ts';
import { productFeed } from '../feed/product-feed.ts';
import { sellerFeed } from '../feed/seller-feed.ts';
import { productRow } from './record-rows.ts';
import type { ProductDetails } from '../product.ts';
import type { SellerDetails } from '../seller-store.ts';
import { termConditions } from '../listing/listing-query.ts';
import { flagIs, textIs, uidKey } from './record-filters.ts';

const isActive = QueryBoolean('Only what is sold, or only what is not.');
const uids = (description: string) =>
  Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 100, description }));

export const productRecords: RecordKind<ProductRow> = {
  feed: productFeed,
  one: 'product',
  readPermission: 'company/products/read',
  table: 'product',
  key: [uidKey],
  columns: ['slug', 'is_active', 'document'],
  rowOf: ({ uid, slug, is_active, document }) =>
    productRow({
      uid: uid as number,
      slug: slug as string,
      isActive: is_active === 1,
      details: JSON.parse(document as string) as ProductDetails,
    }),
  named: ([uid]) => ({ uid }),
  completed: (row) =>
    productRow({ uid: row.uid, slug: row.slug, isActive: row.is_active ?? true, details: productDetails(row) }),
  filters: {
    q: Type.Optional(Type.String({ maxLength: 200, description: 'Words, as in the storefront’s search.' })),
    slug: Type.Optional(Type.String({ maxLength: 200 })),
    is_active: isActive,
    brand: uids('Brands, by uid; any of them.'),
    category: uids('Categories of any level, by uid; any of them.'),
    department: uids('Departments, by uid.'),
    tag: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 100, description: 'Any of these.' })),
  },
  conditions: (query, companyId) => [
    ...flagIs('is_active', query['is_active']),
    ...textIs('slug', query['slug']),
    ...termConditions(companyId, query, 'uid'),
  ],
};

export const sellerRecords: RecordKind<SellerRow> = {
  feed: sellerFeed,
  one: 'seller',
  readPermission: 'company/products/read',
  table: 'seller',
  key: [uidKey],
  columns: ['is_active', 'document'],
  rowOf: ({ uid, is_active, document }) => {
    const { name, gstin, meta } = JSON.parse(document as string) as SellerDetails;
    return { uid, name, gstin, is_active: is_active === 1, meta };
  },
  named: ([uid]) => ({ uid }),
  completed: ({ uid, name, gstin = null, is_active = true, meta = {} }) => ({ uid, name, gstin, is_active, meta }),
  filters: {
    q: Type.Optional(Type.String({ maxLength: 200, description: 'Words of the name, or the GSTIN.' })),
    is_active: isActive,
  },
  conditions: (query) => flagIs('is_active', query['is_active']),
  textOf: ({ name, gstin }) => `${name} ${gstin ?? ''}`,
};
