/** Segments as a service client reads them: which there are, who is in one, and why a customer is in it or not. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { cursorPageOf, pageSize, readCursor } from '../../applications/cursor.ts';
import type { Node } from '../../applications/node.ts';
import { ApplicationPath } from '../../contract/applications/application-admin-contract.ts';
import type { Segment } from '../../contract/applications/segment-settings-contract.ts';
import { CursorQuery } from '../../contract/cursor-page-contract.ts';
import { CustomerList, CustomerPath } from '../../contract/customers/customer-contract.ts';
import { CustomerSegments, SegmentList, SegmentPath } from '../../contract/customers/segment-contract.ts';
import { operationTable } from '../../http/operation.ts';
import { Refusal } from '../../shared/errors.ts';
import { nextTurn } from '../../shared/slices.ts';
import { customersPath, lookingAt, readCustomers, segmentsPath } from '../customer-access.ts';
import { type CustomerPlace, listCustomers, readCustomer } from '../customer-store.ts';
import { customerView, isMember, type Looking, segmentsAround, type TieredCustomer } from '../customer-view.ts';
import { readTier, tieredCustomers } from '../tiers/read-tiers.ts';
import { type Check, isEveryones, isIn, segmentGroup, segmentsOf } from './segment-rules.ts';

const words = {
  getSegments: 'List segments',
  getSegmentCustomers:
    'List the customers who are in a segment now. A page looks at a thousand customers and may hold fewer than page_size.',
  getCustomerSegments: 'Say of each segment whether a customer is in it, condition by condition',
};

const reading = operationTable(readCustomers, ['Customers'], words, {
  getSegments: { params: ApplicationPath, response: { 200: SegmentList } },
  getSegmentCustomers: { params: SegmentPath, querystring: CursorQuery, response: { 200: CustomerList } },
  getCustomerSegments: { params: CustomerPath, response: { 200: CustomerSegments } },
});

/** Customers a page looks at, and how many at a time. */
const MOST = 1000;
const STEP = 100;

type Found = { readonly customers: readonly TieredCustomer[]; readonly next: CustomerPlace | undefined };

/** The first customers behind a place who are in a segment, at most so many, and where to look on. */
const membersBehind = async (
  node: Node,
  looking: Looking,
  segment: Segment,
  { after, size }: { readonly after: CustomerPlace | undefined; readonly size: number },
): Promise<Found> => {
  const customers: TieredCustomer[] = [];
  let place = after;
  for (let looked = 0; looked < MOST; looked += STEP) {
    const some = await tieredCustomers(node, looking, await listCustomers(node.db, looking.applicationId, place, STEP));
    for (const customer of some) {
      if (customers.length === size) return { customers, next: place };
      place = customer;
      if (isMember(looking, customer, segment)) customers.push(customer);
    }
    if (some.length < STEP) return { customers, next: undefined };
    await nextTurn();
  }
  return { customers, next: place };
};

const checkView = ({ condition, holds, value, range, oneOf, has }: Check) => ({
  condition,
  holds,
  value,
  min: range.min ?? null,
  max: range.max ?? null,
  one_of: oneOf,
  has,
});

export const segmentAdminRoutes: FastifyPluginAsyncTypebox<{ readonly node: Node }> = async (app, { node }) => {
  app.get(segmentsPath, reading.getSegments, async (request) => {
    const { looking } = await lookingAt(node, request, request.params);
    const items = segmentsOf(looking.settings.segments).map(({ slug, name, conditions }) => ({
      slug,
      name,
      group: segmentGroup(slug),
      conditions,
      is_own: !isEveryones(slug),
    }));
    return { items };
  });

  app.get(`${segmentsPath}/:slug/customers`, reading.getSegmentCustomers, async (request) => {
    const { looking } = await lookingAt(node, request, request.params);
    const { slug } = request.params;
    const segment = segmentsOf(looking.settings.segments).find((one) => one.slug === slug);
    if (segment === undefined) throw new Refusal('segment_not_found');
    const [createdAt, userId] = readCursor<[number, string]>(request.query.page_id, ['number', 'string']) ?? [];
    const after = createdAt === undefined || userId === undefined ? undefined : { createdAt, userId };
    const size = pageSize(request.query);
    const { customers, next } = await membersBehind(node, looking, segment, { after, size });
    return {
      items: customers.map((customer) => customerView(looking, customer)),
      page: cursorPageOf(size, customers.length, next && [next.createdAt, next.userId]),
    };
  });

  app.get(`${customersPath}/:user_id/segments`, reading.getCustomerSegments, async (request) => {
    const { looking } = await lookingAt(node, request, request.params);
    const customer = await readCustomer(node.db, looking.applicationId, request.params.user_id);
    if (customer === undefined) throw new Refusal('customer_not_found');
    const tiered = { ...customer, tier: await readTier(node.db, looking, customer.userId) };
    const items = segmentsAround(looking, tiered).map(({ segment: { slug, name }, checks }) => ({
      slug,
      name,
      is_in: isIn(checks),
      checks: checks.map(checkView),
    }));
    return { items };
  });
};
