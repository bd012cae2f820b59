/**
 * Reads that may be old, at an installation with standbys: every operation of `http/replica-reads.ts` is asked again and again while
 * somebody renames a product. Each call is answered, and a product has a name that is not older than a standby may be.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../src/db/database.ts';
import { type ReplicaRead, replicaReads } from '../../src/http/replica-reads.ts';
import { feedCompany } from '../cart/response/feed-company.ts';
import { aProduct } from '../catalog/shop.ts';
import { clientToken, type Doors } from '../faults/crash-orders.ts';
import { askPatiently, type Patience } from './patient-client.ts';

/** What `CARTWRIGHT_REPLICA_LAG_SECONDS` is where nobody sets it. */
const MOST_BEHIND_MS = 5000;
const NAME = 'Name ';

const addressesOf = (companyId: number, applicationId: string): Readonly<Record<ReplicaRead, string>> => {
  const catalog = '/service/application/catalog/v1.0/products';
  const events = `/service/platform/webhook/v1.0/company/${companyId}/application/${applicationId}/events`;
  const past = 'from_date=2026-01-01T00:00:00Z&to_date=2026-01-02T00:00:00Z';
  return {
    getProducts: catalog,
    getProductDetailBySlug: `${catalog}/product-1`,
    getEventFunnel: `${events}/funnel`,
    getEventFunnelCsv: `${events}/funnel.csv`,
    getEventSales: `${events}/sales`,
    getEventSalesCsv: `${events}/sales.csv`,
    getEventProducts: `${events}/products`,
    getEventProductsCsv: `${events}/products.csv`,
    getEventOffers: `${events}/offers`,
    getEventOffersCsv: `${events}/offers.csv`,
    getEventCarts: `${events}/carts`,
    getEventCartsCsv: `${events}/carts.csv`,
    exportOrders: `/service/platform/order/v1.0/company/${companyId}/orders-export?${past}`,
  };
};

type Named = { readonly name?: string; readonly items?: readonly { readonly name?: string }[] };
/** Which name of the product an answer shows; undefined: it shows none. */
const numberIn = (read: ReplicaRead, body: Named): number | undefined => {
  if (read === 'getProducts') return Number(body.items?.[0]?.name?.slice(NAME.length));
  return read === 'getProductDetailBySlug' ? Number(body.name?.slice(NAME.length)) : undefined;
};

export const readersLoad = async (patience: Patience, doors: Doors, db: Database) => {
  const [applicationId = ''] = Buffer.from(doors.authorization.split(' ')[1] ?? '', 'base64')
    .toString()
    .split(':');
  const addresses = addressesOf(doors.companyId, applicationId);
  const staff = `Bearer ${await clientToken(patience.url, doors.client)}`;
  const broken: string[] = [];
  const answered = new Map<ReplicaRead, number>();
  let longestMs = 0;

  /** When each name was acknowledged, by its number. */
  const given: number[] = [];
  const feed = feedCompany({ db, now: Date.now }, doors.companyId);
  /** By the database itself: a call that was lost in a node that is paused would come back later and rename it once more. */
  const rename = async (): Promise<void> => {
    const product = aProduct(1, { name: `${NAME}${given.length}` });
    const isDone = await feed('products', [product]).then(
      () => true,
      () => false,
    );
    if (isDone) given.push(performance.now());
    await pause(isDone ? 100 : 500);
  };
  await rename();
  if (given.length === 0) throw new Error('the product cannot be renamed');

  const ask = async (read: ReplicaRead): Promise<void> => {
    const began = performance.now();
    const headers = { authorization: addresses[read].startsWith('/service/application') ? doors.authorization : staff };
    const { body, waitedMs } = await askPatiently<Named>(patience, { path: addresses[read], headers });
    answered.set(read, (answered.get(read) ?? 0) + 1);
    longestMs = Math.max(longestMs, waitedMs);
    const least = given.findLastIndex((at) => at <= began - MOST_BEHIND_MS);
    const shown = numberIn(read, body);
    if (shown !== undefined && !(shown >= least && shown <= given.length)) {
      broken.push(`${read} showed name ${shown}, and ${least} was known ${MOST_BEHIND_MS} ms before`);
    }
  };

  const untilOver = async (isOver: () => boolean, work: () => Promise<void>): Promise<void> => {
    while (!isOver()) await work().catch((error: Error) => void broken.push(error.message));
  };
  const reads = Object.keys(replicaReads) as readonly ReplicaRead[];
  return {
    run: (isOver: () => boolean) =>
      Promise.all([
        untilOver(isOver, rename),
        ...reads.map((read) =>
          untilOver(isOver, async () => {
            await ask(read);
            await pause(200);
          }),
        ),
      ]),
    inspect: () => ({
      names: given.length,
      answered: Object.fromEntries(answered),
      longestMs,
      broken: [...broken, ...reads.filter((read) => !answered.has(read)).map((read) => `${read} was never answered`)],
    }),
  };
};
