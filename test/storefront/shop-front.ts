/** The node's own storefront in front of a shop that is fed by tests. */
import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { createArticleCache } from '../../src/catalog/article-cache.ts';
import { type ProductReader, productReader } from '../../src/catalog/listing/read-products.ts';
import { catalogReader } from '../../src/catalog/read-articles.ts';
import { deliveryReader } from '../../src/delivery/read-lanes.ts';
import { feedKinds } from '../../src/feed-kinds.ts';
import { type FeedRow, runFeed } from '../../src/feeds/feed-run.ts';
import { landingPage } from '../../src/http/pages/landing-page.ts';
import { openStorefront as openShopFront } from '../../src/storefront/open-storefront.ts';
import { shownShop } from '../../src/storefront/shown-shop.ts';
import { storefrontRoutes } from '../../src/storefront/storefront-routes.ts';
import { newNode, type TestNode } from '../applications/new-node.ts';
import { newShop, testServer } from '../applications/test-server.ts';
import type { Engine } from '../databases.ts';

const hours = [{ opens: '09:00', closes: '21:00' }];
const everyDay = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [day, hours]),
);
export const aStore = {
  uid: 1,
  name: 'Fort',
  store_code: 'FORT',
  area_code: '400001',
  country: 'IN',
  hours: everyDay,
  time_zone: 'Asia/Kolkata',
};

async function* rowsOf(rows: readonly unknown[]): AsyncGenerator<FeedRow, void> {
  for (const [at, value] of rows.entries()) yield { line: at + 1, next: at + 1, size: 0, value };
}

export const openStorefront = async (
  node: TestNode,
  publicUrl?: URL,
  seen: (products: ProductReader) => ProductReader = (products) => products,
): Promise<FastifyInstance> => {
  const app = await testServer(node, publicUrl);
  const catalog = catalogReader(node.db, createArticleCache(node.db));
  const publicPath = publicUrl?.pathname ?? '';
  const sources = {
    node,
    catalog,
    products: seen(productReader(node.db, catalog, node.now)),
    delivery: deliveryReader(node.db),
    onFault: (error: unknown) => assert.fail(String(error)),
    shop: shownShop(node),
    publicPath,
    publicUrl: publicUrl ?? new URL('http://localhost:8080'),
    landing: landingPage('1.0.0', publicPath),
  };
  await app.register(storefrontRoutes, await openShopFront(sources));
  return app;
};

/** A node with a shop that has nothing yet, and its storefront. */
export const openEmptyFront = async (engine: Engine) => {
  const node = await newNode(engine);
  const shop = await newShop(node);
  const app = await openStorefront(node);
  after(async () => {
    await app.close();
    await node.close();
  });
  return { node, shop, app, feed: feeder(node, shop.companyId) };
};

/** Feeds rows of a kind to a company; each of them is taken. */
export const feeder = (node: TestNode, companyId: number) => {
  let runs = 0;
  return async (kind: string, rows: readonly unknown[]): Promise<void> => {
    const found = feedKinds.find(({ name }) => name === kind);
    assert.ok(found, kind);
    runs += 1;
    const context = { db: node.db, companyId, runId: String(runs), at: node.now() };
    for await (const { verdicts } of runFeed(found, rowsOf(rows), context)) {
      for (const { success, message } of verdicts) assert.ok(success, message);
    }
  };
};
