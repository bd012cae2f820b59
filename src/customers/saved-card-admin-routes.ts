/** Cards a customer can be priced with, as the shop's payment system tells them. Never the number of a card. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { auditStatement } from '../applications/audit-statements.ts';
import type { Node } from '../applications/node.ts';
import { authorOf } from '../applications/write-once.ts';
import { CardBody, CardPath, CardSaved } from '../contract/customers/customer-contract.ts';
import { applicationAt, customersPath, writeCustomers } from './customer-access.ts';
import { saveCard } from './saved-card-store.ts';
import { keyUse, onceByKey } from '../http/idempotency.ts';
import { operationTable } from '../http/operation.ts';

const words = {
  saveCustomerCard: 'Keep a card of a customer, without its number',
};

const writing = operationTable(writeCustomers, ['Customers'], words, {
  saveCustomerCard: { params: CardPath, body: CardBody, response: { 200: CardSaved } },
});

export const savedCardAdminRoutes: FastifyPluginAsyncTypebox<{ readonly node: Node }> = async (app, { node }) => {
  app.put(`${customersPath}/:user_id/cards/:card_id`, writing.saveCustomerCard, async (request, reply) => {
    const { place } = await applicationAt(node, request, request.params);
    const { applicationId, organizationId } = place;
    const { user_id, card_id } = request.params;
    const saved = { success: true, card_id };
    return onceByKey(node.db, reply, keyUse(request, '', node.now()), {
      run: async (remember) => {
        await node.db.commit([
          ...remember({ status: 200, document: saved }),
          saveCard({ applicationId, userId: user_id, cardId: card_id }, request.body, node.now()),
          auditStatement(
            {
              ...authorOf(request),
              organizationId,
              action: 'customer.card',
              subject: `application/${applicationId}/customer/${user_id}`,
              before: null,
              // Which fields were written, and never what they say.
              after: { card_id, fields: Object.keys(request.body) },
              at: node.now(),
            },
            node.random,
          ),
        ]);
        return saved;
      },
      replay: async () => saved,
    });
  });
};
