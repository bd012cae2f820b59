/** Balances of customers for the shop's own people and systems: read, read the ledger, adjust with a reason. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Node } from '../applications/node.ts';
import { writeOnce } from '../applications/write-once.ts';
import { adjustCustomerBalance, entryAt } from './adjust-balance.ts';
import { balancesPath, balanceTags as tags, pageByAge, readAccess, writeAccess } from './balance-access.ts';
import { listEntries, readCustomerBalances, type StoredEntry } from './balance-store.ts';
import { balancesView, entryView, tierView } from './balance-view.ts';
import {
  AuthoredEntry,
  AuthoredEntryList,
  BalanceAdjustment,
  BalancesView,
  EntryQuery,
} from '../contract/customers/balance-contract.ts';
import { CustomerPath } from '../contract/customers/customer-contract.ts';
import { TierView } from '../contract/customers/tier-contract.ts';
import { readTier } from '../customers/tiers/read-tiers.ts';
import { applicationAt } from '../customers/customer-access.ts';
import { keyUse } from '../http/idempotency.ts';
import { operationTable } from '../http/operation.ts';
import { Refusal } from '../shared/errors.ts';

const words = {
  getCustomerBalances: 'Say what a customer can pay with',
  getCustomerBalanceEntries: 'List what moved a customer’s balances, newest first',
  getCustomerTier: 'Say in which tier of the loyalty programme a customer is, why, and until when',
  adjustCustomerBalance: 'Add to a balance or take from it, with a reason; an Idempotency-Key is required',
};

const path = `${balancesPath}/customers/:user_id`;

const authoredView = (entry: StoredEntry, currency: string): AuthoredEntry => ({
  ...entryView(entry, currency),
  author: entry.author,
});

const reading = operationTable(readAccess, tags, words, {
  getCustomerTier: { params: CustomerPath, response: { 200: TierView } },
  getCustomerBalances: { params: CustomerPath, response: { 200: BalancesView } },
  getCustomerBalanceEntries: { params: CustomerPath, querystring: EntryQuery, response: { 200: AuthoredEntryList } },
});
const writing = operationTable(writeAccess, tags, words, {
  adjustCustomerBalance: { params: CustomerPath, body: BalanceAdjustment, response: { 201: AuthoredEntry } },
});

export const balanceAdminRoutes: FastifyPluginAsyncTypebox<{ readonly node: Node }> = async (app, { node }) => {
  app.get(`${path}/balances`, reading.getCustomerBalances, async (request) => {
    const { place, application } = await applicationAt(node, request, request.params);
    const balances = await readCustomerBalances(node.db, place.applicationId, request.params.user_id, node.now());
    return balancesView(balances, application.settings.currency, node.now());
  });

  app.get(`${path}/entries`, reading.getCustomerBalanceEntries, async (request) => {
    const { place, application } = await applicationAt(node, request, request.params);
    const { kind } = request.query;
    const of = { applicationId: place.applicationId, userId: request.params.user_id, kind };
    return pageByAge(request.query, {
      read: (after, limit) => listEntries(node.db, of, after, limit),
      view: (entry) => authoredView(entry, application.settings.currency),
    });
  });

  app.get(`${path}/tier`, reading.getCustomerTier, async (request) => {
    const { place, application } = await applicationAt(node, request, request.params);
    const shop = { applicationId: place.applicationId, settings: application.settings, now: node.now() };
    return tierView(await readTier(node.db, shop, request.params.user_id));
  });

  const keyed = { ...writing.adjustCustomerBalance.config, needsKey: true } as const;
  app.post(`${path}/adjustments`, { ...writing.adjustCustomerBalance, config: keyed }, async (request, reply) => {
    const { place, application } = await applicationAt(node, request, request.params);
    const { currency } = application.settings;
    const { user_id: userId } = request.params;
    if (keyUse(request, '', node.now()) === undefined) throw new Refusal('idempotency_key_missing');
    return writeOnce(node, request, reply, {
      status: 201,
      run: async (write) => {
        const asked = { application, userId, asked: request.body };
        return authoredView(await adjustCustomerBalance(node, place, asked, write), currency);
      },
      replay: async (id) => authoredView(await entryAt(node, place.applicationId, id), currency),
    });
  });
};
