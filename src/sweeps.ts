/** What every node clears away, or goes on with, now and then. */
import { installationSecret } from './applications/installation-secret.ts';
import type { Node } from './applications/node.ts';
import { sweepPoints } from './balances/expire-points.ts';
import { cartSweep } from './cart/store/retention.ts';
import { sweepImports } from './catalog/imports/sweep-imports.ts';
import { movePrices } from './catalog/move-prices.ts';
import { partEarlierBundles } from './catalog/part-statements.ts';
import { termEarlierCustomers } from './customers/search/customer-terms.ts';
import { addressSweep } from './customers/address-retention.ts';
import { sweepVatChecks } from './customers/vat/vat-check-store.ts';
import type { Sweep } from './db/sweep.ts';
import { eventKeys } from './events/event-keys.ts';
import { eventSweep } from './events/retention.ts';
import { sweepKeys } from './http/idempotency.ts';
import { sweepTokens } from './oauth/tokens/token-store.ts';
import { sweepAdjustments } from './offers/adjustments/adjustment-store.ts';
import { sweepCodeJobs } from './offers/codes/make-codes.ts';
import { sweepUses } from './offers/uses/reclaim-uses.ts';
import { sweepMail } from './mail/mail-store.ts';
import { expireOrders } from './orders/end-order.ts';
import { countEarlierOrders, reckonEarlierOrders } from './orders/money/count-earlier.ts';
import { settleOrders } from './orders/settle-order.ts';
import { listEarlierShipments } from './orders/shipments/list-earlier.ts';
import { sweepSimulations } from './orders/simulate/simulation-store.ts';
import { sweepUnpaid } from './orders/unpaid-statements.ts';
import { erasureSweep } from './privacy/run-erasure.ts';
import { sweepQuotas } from './quotas/quota-statements.ts';
import { sweepDeliveries } from './webhooks/courier/delivery-log-store.ts';
import { forgetSinks } from './webhooks/sinks/sink-store.ts';

const goOnErasing = (node: Node): Sweep['run'] => {
  const sweep = erasureSweep();
  return async () => sweep({ ...node, hashOf: eventKeys(await installationSecret(node, 'events')).hashOf });
};

export const sweepsOf = (node: Node): readonly Sweep[] => {
  const { db, now, random } = node;
  return [
    { name: 'idempotency', run: (now) => sweepKeys(db, now) },
    { name: 'tokens', run: (now) => sweepTokens(db, now) },
    { name: 'offer uses', run: (now) => sweepUses(db, now) },
    { name: 'coupon codes', run: () => sweepCodeJobs({ db, now, random }), anyClock: true },
    { name: 'price adjustments', run: (now) => sweepAdjustments(db, now) },
    { name: 'scheduled prices', run: (now) => movePrices(db, now) },
    { name: 'quotas', run: (now) => sweepQuotas(db, now) },
    { name: 'orders on delivery', run: (now) => sweepUnpaid(db, now) },
    { name: 'unpaid orders', run: () => expireOrders({ db, now }) },
    { name: 'balances of orders', run: () => settleOrders({ db, now }) },
    { name: 'points that end', run: (now) => sweepPoints(node, now) },
    { name: 'orders of customers', run: () => countEarlierOrders(db) },
    { name: 'tiers of customers', run: () => reckonEarlierOrders(db) },
    { name: 'shipments of orders', run: () => listEarlierShipments(db) },
    { name: 'parts of bundles', run: () => partEarlierBundles(db) },
    { name: 'words of customers', run: () => termEarlierCustomers(db) },
    { name: 'VAT numbers', run: (now) => sweepVatChecks(db, now) },
    cartSweep(db),
    addressSweep(db),
    eventSweep(db),
    { name: 'webhook deliveries', run: (now) => sweepDeliveries(db, now) },
    { name: 'imports', run: (now) => sweepImports(db, now) },
    { name: 'simulations', run: (now) => sweepSimulations(db, now) },
    { name: 'letters', run: (now) => sweepMail(db, now) },
    { name: 'event sinks', run: (now) => forgetSinks(db, now) },
    { name: 'erasures', run: goOnErasing(node), anyClock: true },
  ];
};
