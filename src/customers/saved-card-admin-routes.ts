/** Cards a customer can be priced with, as the shop's payment system tells them. Never the number of a card. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { placeOf } from '../applications/application-admin-routes.ts';
import { readApplication } from '../applications/application-store.ts';
import type { Node } from '../applications/node.ts';
import { flag, int32, part } from '../contract/answer-fields.ts';
import { ApplicationPath } from '../contract/application-admin-contract.ts';
import { ErrorBody } from '../contract/primitives.ts';
import { Refusal } from '../shared/errors.ts';
import { saveCard } from './saved-card-store.ts';

const CardPath = Type.Object({
  ...ApplicationPath.properties,
  user_id: Type.String({ maxLength: 128, description: 'The customer.' }),
  card_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The value of assign_card_id.' }),
});
const word = (description: string) => Type.Optional(Type.String({ maxLength: 64, description }));
const CardBody = part('SavedCard', 'What an offer can ask about a card.', {
  mode: Type.String({ minLength: 1, maxLength: 64, description: 'Payment mode, such as CARD.' }),
  code: word('The bank or wallet.'),
  type: word('debit or credit.'),
  network: word('Such as visa.'),
  iin: Type.Optional(Type.String({ pattern: '^[0-9]{6,8}$', description: 'The first digits, which name the bank.' })),
});
const CardSaved = part('SavedCardResponse', 'The card was kept.', {
  success: flag('Whether it was kept.'),
  card_id: int32('The value of assign_card_id.'),
});

export const savedCardAdminRoutes: FastifyPluginAsyncTypebox<{ readonly node: Node }> = async (app, { node }) => {
  app.put(
    '/service/platform/user/v1.0/company/:company_id/application/:application_id/customers/:user_id/cards/:card_id',
    {
      config: { access: { kind: 'permission', permission: 'app/customers/write' } },
      schema: {
        operationId: 'saveCustomerCard',
        tags: ['Customers'],
        summary: 'Keep a card of a customer, without its number',
        params: CardPath,
        body: CardBody,
        response: { 200: CardSaved, '4xx': ErrorBody },
      },
    },
    async (request) => {
      const place = placeOf(request, request.params);
      if ((await readApplication(node.db, place)) === undefined) throw new Refusal('application_not_found');
      const { user_id, card_id } = request.params;
      await node.db.commit([saveCard(place.applicationId, user_id, card_id, request.body, node.now())]);
      return { success: true, card_id };
    },
  );
};
