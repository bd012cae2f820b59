/** Forgetting people, for service clients: a customer by his id, a guest by something of his; with a receipt. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Application, ApplicationPlace } from '../applications/application-store.ts';
import { auditStatement } from '../applications/audit-statements.ts';
import type { Node } from '../applications/node.ts';
import { authorOf } from '../applications/write-once.ts';
import { ApplicationPath } from '../contract/applications/application-admin-contract.ts';
import { CustomerPath, CustomerRemoved, PersonErasure } from '../contract/customers/customer-contract.ts';
import { ErasurePath, ErasureReceipt } from '../contract/events/event-admin-contract.ts';
import { applicationAt, customersPath, erasuresPath, readCustomers, writeCustomers } from './customer-access.ts';
import { keyUse, onceByKey } from '../http/idempotency.ts';
import { operationTable } from '../http/operation.ts';
import type { Contact } from '../privacy/contact-rules.ts';
import { digitsOf, fewestDigits } from '../privacy/contacts/same-phone-rules.ts';
import { readReceipt, type Receipt } from '../privacy/erasure-store.ts';
import { type Owner, ownerOfCart, ownerOfOrder } from '../privacy/find-guests.ts';
import type { NamedPerson } from '../privacy/find-person.ts';
import type { HashText } from '../privacy/person-names.ts';
import { receiptView } from '../privacy/receipt-view.ts';
import { erasePerson } from '../privacy/run-erasure.ts';
import { Refusal } from '../shared/errors.ts';

const words = {
  removeCustomer: 'Forget a customer, wherever something is kept of him',
  erasePerson: 'Forget a customer or a guest',
  getPersonErasure: 'Read the receipt of an erasure',
};

export type ErasureOptions = { readonly node: Node; readonly hashOf: (applicationId: string) => HashText };

const tags = ['Customers'];
const bad = (field: string, message: string): Refusal => new Refusal('body_invalid', { details: [{ field, message }] });

type Asked = { readonly named: NamedPerson; readonly contact?: Contact };

const contactOf = ({ phone, email }: PersonErasure, country: string): Contact | undefined => {
  if (phone !== undefined && digitsOf(phone).length < fewestDigits) {
    throw bad('phone', `Give at least ${fewestDigits} digits: a shorter number fits too many people.`);
  }
  if (phone === undefined && email === undefined) return undefined;
  return { ...(phone === undefined ? {} : { phone }), ...(email === undefined ? {} : { email }), country };
};

/** A customer is named by his own id: nobody is forgotten because somebody mistook a cart. */
const guestOf = (field: 'cart_id' | 'order_id', owner: Owner | undefined): string => {
  if (owner === undefined) throw new Refusal(field === 'cart_id' ? 'cart_not_found' : 'order_not_found');
  if (owner.kind === 'customer') throw bad(field, 'This is a customer’s. Give his user_id.');
  return owner.id;
};

const askedIn = async (
  { db }: Node,
  { id: applicationId, settings }: Application,
  body: PersonErasure,
): Promise<Asked> => {
  const { user_id: user, anonymous_id: anonymous, cart_id: cart, order_id: order } = body;
  const contact = contactOf(body, settings.country);
  const guestIds = [
    ...(anonymous === undefined ? [] : [anonymous]),
    ...(cart === undefined ? [] : [guestOf('cart_id', await ownerOfCart(db, applicationId, cart))]),
    ...(order === undefined ? [] : [guestOf('order_id', await ownerOfOrder(db, applicationId, order))]),
  ];
  const userIds = user === undefined ? [] : [user];
  if (userIds.length + guestIds.length === 0 && contact === undefined) {
    throw bad('user_id', 'Say whom: user_id, anonymous_id, cart_id, order_id, phone or email.');
  }
  const named = { userIds, guestIds, pageIds: anonymous === undefined ? [] : [anonymous] };
  return { named, ...(contact === undefined ? {} : { contact }) };
};

const writing = operationTable(writeCustomers, tags, words, {
  removeCustomer: { params: CustomerPath, response: { 200: CustomerRemoved } },
  erasePerson: { params: ApplicationPath, body: PersonErasure, response: { 200: ErasureReceipt } },
});
const reading = operationTable(readCustomers, tags, words, {
  getPersonErasure: { params: ErasurePath, response: { 200: ErasureReceipt } },
});

export const erasureAdminRoutes: FastifyPluginAsyncTypebox<ErasureOptions> = async (app, { node, hashOf }) => {
  const receiptAt = async (applicationId: string, id: string): Promise<Receipt> => {
    const receipt = await readReceipt(node.db, applicationId, id);
    if (receipt === undefined) throw new Refusal('erasure_not_found');
    return receipt;
  };

  const erase = (
    request: FastifyRequest,
    reply: FastifyReply,
    { organizationId, applicationId }: ApplicationPlace,
    ask: () => Promise<Asked>,
  ): Promise<Receipt> =>
    onceByKey(node.db, reply, keyUse(request, '', node.now()), {
      run: async (remember) =>
        erasePerson(
          { ...node, hashOf },
          {
            organizationId,
            applicationId,
            ...(await ask()),
            scope: 'all',
            also: ({ id, subject, createdAt }) => [
              ...remember({ status: 200, document: { id } }),
              auditStatement(
                {
                  ...authorOf(request),
                  organizationId,
                  action: 'person.erase',
                  // By the receipt: the audit outlives the person.
                  subject: `application/${applicationId}/erasure/${id}`,
                  before: null,
                  after: { shopper: subject },
                  at: createdAt,
                },
                node.random,
              ),
            ],
          },
        ),
      replay: ({ document }) => receiptAt(applicationId, (document as { readonly id: string }).id),
    });

  app.delete(`${customersPath}/:user_id`, writing.removeCustomer, async (request, reply) => {
    const { place } = await applicationAt(node, request, request.params);
    const named = { userIds: [request.params.user_id], guestIds: [], pageIds: [] };
    return { success: true, erasure: receiptView(await erase(request, reply, place, async () => ({ named }))) };
  });

  app.post(erasuresPath, writing.erasePerson, async (request, reply) => {
    const { place, application } = await applicationAt(node, request, request.params);
    const ask = () => askedIn(node, application, request.body);
    return receiptView(await erase(request, reply, place, ask));
  });

  app.get(`${erasuresPath}/:erasure_id`, reading.getPersonErasure, async (request) => {
    const { place } = await applicationAt(node, request, request.params);
    return receiptView(await receiptAt(place.applicationId, request.params.erasure_id));
  });
};
