/** Customers of an application as a service client writes and reads them. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import { auditStatement } from '../applications/audit-statements.ts';
import { cursorPageOf, listPage, pageSize, readCursor } from '../applications/cursor.ts';
import type { Node } from '../applications/node.ts';
import { authorOf } from '../applications/write-once.ts';
import { ApplicationPath } from '../contract/applications/application-admin-contract.ts';
import {
  CustomerBody,
  CustomerList,
  CustomerPath,
  CustomerQuery,
  CustomerView,
} from '../contract/customers/customer-contract.ts';
import { customersPath as path, lookingAt, readCustomers, writeCustomers } from './customer-access.ts';
import { findCustomers, listCustomers, readCustomer, saveWritten } from './customer-store.ts';
import { keepTerms, mayBeMeant } from './search/customer-terms.ts';
import { customerView, type Looking } from './customer-view.ts';
import { isFoundBy, wholeProfile } from './profile-rules.ts';
import { readTier, tieredCustomers } from './tiers/read-tiers.ts';
import type { Statement } from '../db/database.ts';
import { keyUse, onceByKey } from '../http/idempotency.ts';
import { operationTable } from '../http/operation.ts';
import { Refusal } from '../shared/errors.ts';

const words = {
  saveCustomer: 'Write the profile of a customer; what it leaves out is known from his token or not at all',
  getCustomers: 'List and search customers, in the order in which they were first known',
  getCustomer: 'Read the profile of a customer',
};

const tags = ['Customers'];

const writing = operationTable(writeCustomers, tags, words, {
  saveCustomer: { params: ApplicationPath, body: CustomerBody, response: { 200: CustomerView } },
});
const reading = operationTable(readCustomers, tags, words, {
  getCustomers: { params: ApplicationPath, querystring: CustomerQuery, response: { 200: CustomerList } },
  getCustomer: { params: CustomerPath, response: { 200: CustomerView } },
});

export const customerAdminRoutes: FastifyPluginAsyncTypebox<{ readonly node: Node }> = async (app, { node }) => {
  const customerAt = async (looking: Looking, userId: string): Promise<CustomerView> => {
    const customer = await readCustomer(node.db, looking.applicationId, userId);
    if (customer === undefined) throw new Refusal('customer_not_found');
    return customerView(looking, { ...customer, tier: await readTier(node.db, looking, userId) });
  };
  type Audited = Pick<Parameters<typeof auditStatement>[0], 'actor' | 'requestId' | 'organizationId' | 'action'>;
  /** Which fields were written, and never what they say. */
  const audit = (of: Audited, applicationId: string, userId: string, fields: readonly string[]): Statement =>
    auditStatement(
      {
        ...of,
        subject: `application/${applicationId}/customer/${userId}`,
        before: null,
        after: { fields },
        at: node.now(),
      },
      node.random,
    );

  const searched = async (looking: Looking, question: string, query: Static<typeof CustomerQuery>) => {
    const [createdAt, userId] = readCursor<[number, string]>(query.page_id, ['number', 'string']) ?? [];
    const isFound = isFoundBy(question);
    const size = pageSize(query);
    const { customers, next } = await findCustomers(node.db, looking.applicationId, {
      after: createdAt === undefined || userId === undefined ? undefined : { createdAt, userId },
      size,
      among: mayBeMeant(looking.applicationId, question),
      isMeant: (customer) => isFound(customer.userId, wholeProfile(customer.written, customer.claimed)),
    });
    const tiered = await tieredCustomers(node, looking, customers);
    return {
      items: tiered.map((customer) => customerView(looking, customer)),
      page: cursorPageOf(size, customers.length, next && [next.createdAt, next.userId]),
    };
  };

  app.put(path, writing.saveCustomer, async (request, reply) => {
    const { place, looking } = await lookingAt(node, request, request.params);
    const { applicationId, organizationId } = place;
    const { user_id: userId, ...profile } = request.body;
    return onceByKey(node.db, reply, keyUse(request, '', node.now()), {
      run: async (remember) => {
        const of = { ...authorOf(request), organizationId, action: 'customer.save' };
        await node.db.commit([
          ...remember({ status: 200, document: null }),
          saveWritten(applicationId, userId, profile, node.now()),
          ...keepTerms({ applicationId, userId }, 'document', profile),
          audit(of, applicationId, userId, Object.keys(profile)),
        ]);
        return customerAt(looking, userId);
      },
      replay: () => customerAt(looking, userId),
    });
  });

  app.get(path, reading.getCustomers, async (request) => {
    const { looking } = await lookingAt(node, request, request.params);
    const { q: question = '' } = request.query;
    if (question.trim() !== '') return searched(looking, question.trim(), request.query);
    return listPage(request.query, ['number', 'string'], {
      read: async (after, limit) =>
        tieredCustomers(
          node,
          looking,
          await listCustomers(
            node.db,
            looking.applicationId,
            after && { createdAt: after[0], userId: after[1] },
            limit,
          ),
        ),
      placeOf: ({ createdAt, userId }) => [createdAt, userId],
      view: (customer) => customerView(looking, customer),
    });
  });

  app.get(`${path}/:user_id`, reading.getCustomer, async (request) => {
    const { looking } = await lookingAt(node, request, request.params);
    return customerAt(looking, request.params.user_id);
  });
};
