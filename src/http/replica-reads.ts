/**
 * The operations that may be answered from a replica, some seconds old; nothing else ever is. Who somebody is and what he may
 * do is read from the primary for these too. docs/operations/replicas.md is compared with this table by a test.
 */
import type { Database } from '../db/database.ts';
import type { Replicas } from '../db/replicas/open-replicas.ts';

export const replicaReads = {
  getProducts: 'Lists of products, also those that the storefront draws',
  getProductDetailBySlug: 'A product, also one that the storefront draws',
  getEventFunnel: 'Reports',
  getEventFunnelCsv: 'Reports',
  getEventSales: 'Reports',
  getEventSalesCsv: 'Reports',
  getEventProducts: 'Reports',
  getEventProductsCsv: 'Reports',
  getEventOffers: 'Reports',
  getEventOffersCsv: 'Reports',
  getEventCarts: 'Reports',
  getEventCartsCsv: 'Reports',
  exportOrders: 'Orders for accounting, of a time that ended an hour ago or longer',
} as const;
export type ReplicaRead = keyof typeof replicaReads;

/** What a read that may be old is answered with; only what stands in the table can ask for it. */
export type ForRead<T> = (read: ReplicaRead) => T;

export type ReplicaCount = (from: 'replica' | 'primary') => void;
type Reads = {
  readonly db: Database;
  readonly replicas: Pick<Replicas, 'sources' | 'pick'> | undefined;
  readonly count: ReplicaCount;
};

/**
 * One for the primary, and one for each replica: each keeps what its server said, so that versions of one are never put beside
 * rows of another.
 */
export const forReads = <T>(
  { db, replicas, count }: Reads,
  make: (db: Database, from: 'replica' | 'primary') => T,
): ForRead<T> => {
  const own = make(db, 'primary');
  if (replicas === undefined) return () => own;
  const made = new Map(replicas.sources.map((source) => [source, make(source.db, 'replica')]));
  return () => {
    const source = replicas.pick();
    count(source === undefined ? 'primary' : 'replica');
    return (source && made.get(source)) ?? own;
  };
};
