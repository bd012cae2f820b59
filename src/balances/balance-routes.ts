/** A customer's own balances, their ledger, and gift cards he redeems. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Node } from '../applications/node.ts';
import { balanceTags as tags, pageByAge } from './balance-access.ts';
import { listEntries, readCustomerBalances } from './balance-store.ts';
import { balancesView, entryView, tierView } from './balance-view.ts';
import { redeemGiftCard } from './change-gift-card.ts';
import { BalanceEntryList, BalancesView, EntryQuery, RedeemGiftCard } from '../contract/customers/balance-contract.ts';
import { TierView } from '../contract/customers/tier-contract.ts';
import { readTier } from '../customers/tiers/read-tiers.ts';
import { signedInCustomer } from '../customers/customer-access.ts';
import { shopperTaker } from '../customers/shopper-taker.ts';
import type { ShopperKeys } from '../customers/shopper.ts';
import { keyUse, onceByKey } from '../http/idempotency.ts';
import { operationTable } from '../http/operation.ts';
import { triedCode } from '../quotas/quota-rules.ts';
import { useQuotas } from '../quotas/quota-statements.ts';
import type { Quotas } from '../quotas/quotas.ts';

const words = {
  getBalances: 'Say what the customer can pay with',
  getBalanceEntries: 'List what moved the customer’s balances, newest first',
  getTier: 'Say in which tier of the loyalty programme the customer is, why, and until when',
  redeemGiftCard: 'Redeem a gift card: from now on it pays for the customer’s carts',
};

export type BalanceRoutesOptions = { readonly node: Node; readonly quotas: Quotas; readonly keys: ShopperKeys };

const path = '/service/application/balance/v1.0';

const operation = operationTable({ kind: 'application' }, tags, words, {
  getBalances: { response: { 200: BalancesView } },
  getBalanceEntries: { querystring: EntryQuery, response: { 200: BalanceEntryList } },
  getTier: { response: { 200: TierView } },
  redeemGiftCard: { body: RedeemGiftCard, response: { 200: BalancesView } },
});

export const balanceRoutes: FastifyPluginAsyncTypebox<BalanceRoutesOptions> = async (app, { node, quotas, keys }) => {
  app.get(`${path}/balances`, operation.getBalances, async (request) => {
    const { caller, customer } = await signedInCustomer(request, keys);
    const balances = await readCustomerBalances(node.db, caller.applicationId, customer.userId, node.now());
    return balancesView(balances, caller.settings.currency, node.now());
  });

  app.get(`${path}/entries`, operation.getBalanceEntries, async (request) => {
    const { caller, customer } = await signedInCustomer(request, keys);
    const { kind } = request.query;
    const of = { applicationId: caller.applicationId, userId: customer.userId, kind };
    return pageByAge(request.query, {
      read: (after, limit) => listEntries(node.db, of, after, limit),
      view: (entry) => entryView(entry, caller.settings.currency),
    });
  });

  app.get(`${path}/tier`, operation.getTier, async (request) => {
    const { caller, customer } = await signedInCustomer(request, keys);
    return tierView(await readTier(node.db, { ...caller, now: node.now() }, customer.userId));
  });

  app.post(`${path}/gift-cards`, operation.redeemGiftCard, async (request, reply) => {
    const { caller, customer } = await signedInCustomer(request, keys);
    const { applicationId, settings } = caller;
    const use = keyUse(request, `customer:${customer.userId}`, node.now());
    await onceByKey<void>(node.db, reply, use, {
      run: async (remember) => {
        const taker = shopperTaker(request, quotas, caller, { customer, clearCookies: [] });
        const tried = (inVain: boolean) => useQuotas(taker, [triedCode('gift_card_tries', inVain)], node.now());
        await quotas.within(taker, () =>
          redeemGiftCard(node, { applicationId, userId: customer.userId }, request.body.code, {
            redeemed: (id) => [...remember({ status: 200, document: { id } }), ...tried(false)],
            inVain: () => tried(true),
          }),
        );
      },
      replay: async () => undefined,
    });
    const balances = await readCustomerBalances(node.db, applicationId, customer.userId, node.now());
    return balancesView(balances, settings.currency, node.now());
  });
};
