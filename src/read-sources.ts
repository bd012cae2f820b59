/** What is read for answers that may be some seconds old: of the primary and of each replica, with all that is kept of it. */
import type { Node } from './applications/node.ts';
import { createArticleCache } from './catalog/article-cache.ts';
import type { ListedFrom } from './catalog/listing/product-routes.ts';
import { type ProductReader, productReader } from './catalog/listing/read-products.ts';
import { type CatalogReader, catalogReader } from './catalog/read-articles.ts';
import type { Database } from './db/database.ts';
import { gatherReads } from './db/gather-reads.ts';
import { type ForRead, forReads } from './http/replica-reads.ts';
import { registerReplicaMetrics } from './http/watch/database-metrics.ts';
import type { Metrics } from './http/watch/metrics.ts';
import type { OnLate } from './shared/shared-load.ts';

type Sources = {
  readonly node: Pick<Node, 'db' | 'replicas' | 'now'>;
  /** The primary, as carts read it. */
  readonly gathering: Database;
  readonly publicUrl: URL;
  readonly stamp: ListedFrom['stamp'];
  readonly onLate: OnLate;
  readonly metrics: Metrics;
};

export const openReadSources = ({ node, gathering, publicUrl, stamp, onLate, metrics }: Sources) => {
  const { db, replicas, now } = node;
  const catalogOf = (source: Database): CatalogReader =>
    catalogReader(source, createArticleCache(source, { publicUrl, now }));
  const catalog = catalogOf(gathering);
  const reads = { db, replicas, count: registerReplicaMetrics(metrics, replicas) };
  const listed = forReads<ListedFrom>(reads, (source, from) =>
    from === 'primary'
      ? { products: productReader(source, catalog, now, { onLate }), stamp }
      : { products: productReader(source, catalogOf(gatherReads(source)), now, { onLate }) },
  );
  const products: ProductReader = {
    list: (...asked) => listed('getProducts').products.list(...asked),
    product: (...asked) => listed('getProductDetailBySlug').products.product(...asked),
  };
  const old: ForRead<Database> = forReads(reads, (source) => source);
  return { catalog, listed, products, old };
};
