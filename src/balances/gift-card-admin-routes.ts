/** Gift cards of an application: make, list, read, cancel. The code is shown once. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Node } from '../applications/node.ts';
import { writeOnce } from '../applications/write-once.ts';
import { balancesPath, balanceTags as tags, pageByAge, readAccess, writeAccess } from './balance-access.ts';
import { giftCardView } from './balance-view.ts';
import { addGiftCard, cancelGiftCard, type GiftCardAsked } from './change-gift-card.ts';
import { type GiftCard, listGiftCards, readGiftCard } from './gift-card-store.ts';
import { ApplicationPath } from '../contract/applications/application-admin-contract.ts';
import { CursorQuery } from '../contract/cursor-page-contract.ts';
import { GiftCardList, GiftCardPath, GiftCardView, NewGiftCard } from '../contract/customers/balance-contract.ts';
import { ErrorBody } from '../contract/primitives.ts';
import { applicationAt } from '../customers/customer-access.ts';
import { operationTable } from '../http/operation.ts';
import { currencyOf } from '../shared/currency.ts';
import { Refusal } from '../shared/errors.ts';
import { toDecimal, toMinor } from '../shared/money.ts';

const words = {
  addGiftCard: 'Make a gift card; its code is in this answer only',
  cancelGiftCard: 'Cancel a gift card that nobody has redeemed',
  getGiftCards: 'List gift cards, newest first',
  getGiftCard: 'Read a gift card',
};

const path = `${balancesPath}/gift-cards`;
const response = { 200: GiftCardView, '4xx': ErrorBody };

const askedOf = (body: NewGiftCard, currency: string): GiftCardAsked => {
  const { exponent } = currencyOf(currency);
  const value = toMinor(body.value, exponent);
  if (value === null || toDecimal(value, exponent) !== body.value) {
    const message = `${currency} has ${exponent} decimals.`;
    throw new Refusal('body_invalid', { details: [{ field: 'value', message }] });
  }
  const { expires_at: expiry = null, user_id: userId = null, note = '' } = body;
  return { value, expiresAt: expiry === null ? null : Date.parse(expiry), userId, note };
};

const writing = operationTable(writeAccess, tags, words, {
  addGiftCard: { params: ApplicationPath, body: NewGiftCard, response: { 201: GiftCardView } },
  cancelGiftCard: { params: GiftCardPath, response },
});
const reading = operationTable(readAccess, tags, words, {
  getGiftCards: { params: ApplicationPath, querystring: CursorQuery, response: { 200: GiftCardList } },
  getGiftCard: { params: GiftCardPath, response },
});

export const giftCardAdminRoutes: FastifyPluginAsyncTypebox<{ readonly node: Node }> = async (app, { node }) => {
  const cardAt = async (applicationId: string, id: string): Promise<GiftCard> => {
    const card = await readGiftCard(node.db, applicationId, id);
    if (card === undefined) throw new Refusal('gift_card_not_found');
    return card;
  };

  app.post(path, writing.addGiftCard, async (request, reply) => {
    const { place, application } = await applicationAt(node, request, request.params);
    const { currency } = application.settings;
    return writeOnce(node, request, reply, {
      status: 201,
      run: async (write) => {
        const added = await addGiftCard(node, place, askedOf(request.body, currency), write);
        return { ...giftCardView(added, currency), code: added.code };
      },
      // Kept as a hash only: a repeat finds the card, not its code.
      replay: async (id) => giftCardView(await cardAt(place.applicationId, id), currency),
    });
  });

  app.get(path, reading.getGiftCards, async (request) => {
    const { place, application } = await applicationAt(node, request, request.params);
    return pageByAge(request.query, {
      read: (after, limit) => listGiftCards(node.db, place.applicationId, after, limit),
      view: (card) => giftCardView(card, application.settings.currency),
    });
  });

  app.get(`${path}/:gift_card_id`, reading.getGiftCard, async (request) => {
    const { place, application } = await applicationAt(node, request, request.params);
    const card = await cardAt(place.applicationId, request.params.gift_card_id);
    return giftCardView(card, application.settings.currency);
  });

  app.delete(`${path}/:gift_card_id`, writing.cancelGiftCard, async (request, reply) => {
    const { place, application } = await applicationAt(node, request, request.params);
    const { currency } = application.settings;
    return writeOnce(node, request, reply, {
      run: async (write) =>
        giftCardView(await cancelGiftCard(node, place, request.params.gift_card_id, write), currency),
      replay: async (id) => giftCardView(await cardAt(place.applicationId, id), currency),
    });
  });
};
