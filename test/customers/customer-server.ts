/** The served shop of test/balances with what it knows of its customers: profiles, cards, addresses, wishlists. */
import { createArticleCache } from '../../src/catalog/article-cache.ts';
import { catalogReader } from '../../src/catalog/read-articles.ts';
import { customerAdminRoutes } from '../../src/customers/customer-admin-routes.ts';
import { erasureAdminRoutes } from '../../src/customers/erasure-admin-routes.ts';
import { wishlistRoutes } from '../../src/customers/wishlist-routes.ts';
import { eventKeys } from '../../src/events/event-keys.ts';
import { openOutbox } from '../../src/events/outbox.ts';
import { type BalanceServer, openBalanceServer, shopperKeys } from '../balances/balance-server.ts';
import type { Engine } from '../databases.ts';

export const openCustomerServer = async (engine: Engine): Promise<BalanceServer> => {
  const server = await openBalanceServer(engine);
  const { node } = server.shop;
  const catalog = catalogReader(node.db, createArticleCache(node.db));
  await server.app.register(customerAdminRoutes, { node });
  const keys = eventKeys(Buffer.alloc(32, 7));
  await server.app.register(erasureAdminRoutes, { node, hashOf: keys.hashOf });
  const outbox = openOutbox(keys);
  await server.app.register(wishlistRoutes, { node, keys: shopperKeys(node), catalog, outbox, quotas: server.quotas });
  return server;
};
