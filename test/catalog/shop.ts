/** A shop with a server that has the catalogue's routes, people who may feed it, and rows to feed. */
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { type ArticleCache, createArticleCache } from '../../src/catalog/article-cache.ts';
import { feedAdminRoutes } from '../../src/catalog/feed/feed-admin-routes.ts';
import { productRoutes } from '../../src/catalog/listing/product-routes.ts';
import { catalogReader } from '../../src/catalog/read-articles.ts';
import { productReader } from '../../src/catalog/listing/read-products.ts';
import type { ArticleRow, FeedReport, ProductRow } from '../../src/contract/catalog/catalog-feed-contract.ts';
import { catalogRecordRoutes } from '../../src/catalog/records/catalog-record-routes.ts';
import { areaRecords } from '../../src/delivery/delivery-records.ts';
import { createMetrics } from '../../src/http/watch/metrics.ts';
import { feedKinds } from '../../src/feed-kinds.ts';
import { recordKinds } from '../../src/record-kinds.ts';
import { newNode, type TestNode } from '../applications/new-node.ts';
import { newShop, type Person, type Shop, signedIn, testServer } from '../applications/test-server.ts';
import type { Engine } from '../databases.ts';

export type CatalogShop = Shop & {
  readonly node: TestNode;
  readonly app: FastifyInstance;
  readonly cache: ArticleCache;
  readonly owner: Person;
  /** Feeds rows as one array. */
  readonly feed: (kind: string, rows: readonly unknown[]) => Promise<FeedReport>;
  /** Sends any body to a feed. */
  readonly put: (kind: string, payload: string, type: string) => Promise<LightMyRequestResponse>;
  /** Asks as the storefront does. */
  readonly ask: (url: string, headers?: InjectOptions['headers']) => Promise<LightMyRequestResponse>;
  readonly close: () => Promise<void>;
};

export const feedPath = (companyId: number, kind: string): string =>
  `/service/platform/catalog/v1.0/company/${companyId}/${kind}`;

/** What the pictures of a company may take up. */
const PICTURE_MB = 3;
export const PICTURE_BYTES = PICTURE_MB * 1_048_576;

export const openShop = async (engine: Engine): Promise<CatalogShop> => {
  const node = await newNode(engine);
  const cache = createArticleCache(node.db, { now: node.now });
  const listed = { products: productReader(node.db, catalogReader(node.db, cache), node.now) };
  const app = await testServer(node);
  const metrics = createMetrics();
  await app.register(feedAdminRoutes, { node, kinds: feedKinds });
  await app.register(catalogRecordRoutes, {
    node,
    kinds: recordKinds,
    areas: areaRecords,
    config: { companyPicturesMb: PICTURE_MB },
    metrics,
  });
  await app.register(productRoutes, {
    from: () => listed,
    now: node.now,
  });
  const shop = await newShop(node);
  const owner = await signedIn(app, node, shop, 'owner');
  const put: CatalogShop['put'] = (kind, payload, type) =>
    owner({ method: 'PUT', url: feedPath(shop.companyId, kind), payload, headers: { 'content-type': type } });
  const authorization = `Bearer ${Buffer.from(`${shop.applicationId}:${shop.applicationToken}`).toString('base64')}`;
  return {
    ...shop,
    node,
    app,
    cache,
    owner,
    put,
    feed: async (kind, rows) => (await put(kind, JSON.stringify(rows), 'application/json')).json<FeedReport>(),
    ask: (url, headers) =>
      app.inject({ url: `/service/application/catalog/v1.0${url}`, headers: { authorization, ...headers } }),
    close: async () => {
      await app.close();
      await node.close();
    },
  };
};

export const aProduct = (uid: number, changes: Partial<ProductRow> = {}): ProductRow => ({
  uid,
  slug: `product-${uid}`,
  name: `Linen shirt ${uid}`,
  item_code: `C${uid}`,
  brand: { uid: 7, name: 'Calico', logo: 'https://example.com/calico.svg' },
  category_hierarchy: [
    { l1: { uid: 1, name: 'Fashion' }, l2: { uid: 11, name: 'Tops' }, l3: { uid: 111, name: 'Shirts' } },
  ],
  departments: [{ uid: 3, name: 'Men' }],
  tags: ['summer'],
  attributes: { Material: 'Linen' },
  images: [{ url: 'https://example.com/a.jpg' }],
  sizes: [
    { value: 'M', display: 'Medium', ean: `890000${String(uid).padStart(6, '0')}1` },
    { value: 'L', display: 'Large' },
  ],
  ...changes,
});

export const anArticle = (itemId: number, changes: Partial<ArticleRow> = {}): ArticleRow => {
  const size = changes.size ?? 'M';
  const storeId = changes.store_id ?? 1;
  return {
    uid: `${itemId}_${size}_${storeId}`,
    item_id: itemId,
    size,
    store_id: storeId,
    seller_id: 1,
    quantity: 5,
    prices: [{ currency_code: 'INR', marked: 1999, effective: 1499.5 }],
    gst_rate: 5,
    ...changes,
  };
};

export const aSeller = { uid: 1, name: 'Loom & Co' };
