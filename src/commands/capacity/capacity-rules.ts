/**
 * What a shop's figures ask of machines. Pure. The costs are measured (docs/operations/scale.md says how, and on what); everything else
 * is multiplication, so that who doubts a figure can put in another.
 */

/** Of one core of the machine that docs/operations/scale.md names; processor time of a node, in milliseconds. A test compares them. */
export const costs = {
  /** The whole cart, given again from memory. */
  cartKept: 1.5,
  /** The whole cart, made anew. */
  cartMade: 10.8,
  /** A durable write, answered with the priced cart. */
  cartWritten: 7,
  listing: 0.6,
  checkout: 16,
  event: 0.15,
} as const;

/** Bytes in PostgreSQL, indices counted in. A test compares them with docs/operations/scale.md. */
export const bytes = {
  cart: 6_400,
  cartWrite: 1_400,
  event: 1_400,
  /** By which a repeat is known when the week of its event is over. */
  seenId: 370,
  /** What a write of a cart tells subscribers. */
  toldEvent: 4_400,
  order: 60_000,
} as const;

export type ShopFigures = {
  readonly ordersPerDay: number;
  /** Visits that end in an order, of a hundred. */
  readonly conversionPercent: number;
  /** Of a visit. */
  readonly pages: number;
  readonly cartReads: number;
  readonly cartWrites: number;
  readonly events: number;
  /** The busiest minute against the average of the day. */
  readonly peak: number;
  readonly cartDays: number;
  readonly eventDays: number;
  readonly coresPerNode: number;
  /** Of a core; the rest is for the loss of a node and for surprises. */
  readonly fullPercent: number;
};

export const usualShop: ShopFigures = {
  ordersPerDay: 1000,
  conversionPercent: 2.5,
  pages: 12,
  cartReads: 6,
  cartWrites: 1.5,
  events: 25,
  peak: 8,
  cartDays: 30,
  eventDays: 90,
  coresPerNode: 4,
  fullPercent: 50,
};

export type Capacity = {
  readonly visitsPerDay: number;
  /** In the busiest minute. */
  readonly requestsPerSecond: number;
  readonly writesPerSecond: number;
  readonly nodeCores: number;
  readonly nodes: number;
  readonly databaseCores: number;
  readonly databaseGigabytes: number;
  readonly connections: number;
  /** Whether one machine with SQLite would do. */
  readonly oneMachine: boolean;
};

const DAY_S = 86_400;
const GIGABYTE = 1e9;

/** What the plan takes for granted. */
const assumed = {
  /** Of the carts that are read in a busy minute; the others were changed, or not read for a minute. */
  keptShare: 0.6,
  eventsPerBatch: 10,
  /** What the database works for each millisecond of a node, by the processor time of both while they were measured. */
  databaseShare: 0.5,
  /** A worker has ten connections, and four more; a node has one more by which it hears of others. */
  connectionsOfWorker: 14,
  /** What a write of a cart tells is kept for seven days, and for up to seven more until its week is dropped. */
  toldDays: 14,
  leastNodes: 2,
  /** Free pages, the log, a backup of it on the same disk. */
  room: 2,
};

const atLeast = (least: number, cores: number): number => Math.max(least, Math.ceil(cores));

export const capacityFor = (shop: ShopFigures): Capacity => {
  const visitsPerDay = (shop.ordersPerDay * 100) / shop.conversionPercent;
  const visits = (visitsPerDay * shop.peak) / DAY_S;
  const orders = (shop.ordersPerDay * shop.peak) / DAY_S;
  const reads = visits * shop.cartReads;
  const cartWrites = visits * shop.cartWrites;
  const batches = (visits * shop.events) / assumed.eventsPerBatch;
  const busyMs =
    visits * shop.pages * costs.listing +
    reads * (assumed.keptShare * costs.cartKept + (1 - assumed.keptShare) * costs.cartMade) +
    cartWrites * costs.cartWritten +
    orders * costs.checkout +
    visits * shop.events * costs.event;
  const nodeCores = busyMs / 1000 / (shop.fullPercent / 100);
  const carts = visitsPerDay * Math.min(1, shop.cartWrites) * shop.cartDays;
  const cartsWritten = visitsPerDay * shop.cartWrites;
  const stored =
    carts * bytes.cart +
    cartsWritten * shop.cartDays * bytes.cartWrite +
    visitsPerDay * shop.events * (bytes.event + bytes.seenId) * shop.eventDays +
    cartsWritten * bytes.toldEvent * assumed.toldDays +
    shop.ordersPerDay * 365 * bytes.order;
  const nodes = atLeast(assumed.leastNodes, nodeCores / shop.coresPerNode + 1);
  return {
    visitsPerDay: Math.round(visitsPerDay),
    requestsPerSecond: visits * shop.pages + reads + cartWrites + orders + batches,
    writesPerSecond: cartWrites + orders + batches,
    nodeCores,
    nodes,
    databaseCores: atLeast(2, nodeCores * assumed.databaseShare),
    databaseGigabytes: (stored * assumed.room) / GIGABYTE,
    connections: nodes * (Math.min(4, shop.coresPerNode) * assumed.connectionsOfWorker + 1),
    oneMachine: nodeCores <= 1,
  };
};
