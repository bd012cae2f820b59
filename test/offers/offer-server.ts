/** The server with the routes of this area, a shop, and a service client who may do what he is given. */
import assert from 'node:assert/strict';
import type { LightMyRequestResponse } from 'fastify';
import { offerExamples } from '../../src/contract/examples/offer-examples.ts';
import { knownArticles } from '../../src/cart/lines/known-articles.ts';
import { createArticleCache } from '../../src/catalog/article-cache.ts';
import { catalogReader } from '../../src/catalog/read-articles.ts';
import { feedAdminRoutes } from '../../src/catalog/feed/feed-admin-routes.ts';
import { feedKinds } from '../../src/feed-kinds.ts';
import { offerAdminRoutes } from '../../src/offers/admin/offer-admin-routes.ts';
import { publicAddresses } from '../../src/http/outgoing/address-guard.ts';
import { ruleAsker } from '../../src/offers/logic/rule-asker.ts';
import { moduleRunner } from '../../src/offers/logic/run-modules.ts';
import { newNode } from '../applications/new-node.ts';
import { newShop, servedShops, type ServedShops } from '../applications/test-server.ts';
import type { Engine } from '../databases.ts';
import { type Asked, quietServer, saidCaller, serviceRequest } from '../http/quiet-server.ts';

export type Json = Record<string, unknown>;
export type Answer = Json & {
  readonly _id: string;
  readonly id: string;
  readonly items: Answer[];
  readonly details?: { readonly field: string; readonly message: string }[];
};
export type OfferServer = ServedShops & {
  /** Paths are below the application's own. */
  readonly call: (method: string, path: string, body?: unknown, asked?: Asked) => Promise<LightMyRequestResponse>;
  /** The answer of a call that succeeds. */
  readonly ok: (method: string, path: string, body?: unknown) => Promise<Answer>;
};

export const offerServer = async (engine: Engine): Promise<OfferServer> => {
  const node = await newNode(engine);
  const [shop, otherShop] = [await newShop(node), await newShop(node)];
  const app = quietServer(node, { identify: async ({ headers }) => saidCaller(headers) });
  const catalog = catalogReader(node.db, createArticleCache(node.db));
  const modules = moduleRunner();
  const reach = { policy: publicAddresses, resolve: async () => ['93.184.215.14'] };
  const { ask, close } = ruleAsker({ node, reach, modules });
  app.addHook('onClose', close);
  const desk = { reach, modules };
  await app.register(offerAdminRoutes, { node, readKnown: knownArticles(catalog, node.now), desk, ask });
  await app.register(feedAdminRoutes, { node, kinds: feedKinds });
  await app.ready();
  const root = `/service/platform/cart/v1.0/company/${shop.companyId}/application/${shop.applicationId}`;
  const call: OfferServer['call'] = (method, path, body, asked) =>
    app.inject(serviceRequest(shop, { method, url: `${root}${path}`, body }, asked));
  return {
    ...servedShops({ node, shop, otherShop, app }),
    call,
    ok: async (method, path, body) => {
      const answer = await call(method, path, body);
      assert.ok(answer.statusCode < 300, answer.body);
      return answer.json<Answer>();
    },
  };
};

export const promotionBody = (change: Json = {}): Json => ({
  ...(offerExamples['createPromotion'] as Json),
  display_meta: { name: 'Ten off', offer_text: '10 % off' },
  buy_rules: { 'rule#1': { item_brand: [18] } },
  _schedule: { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z', published: true },
  ...change,
});

export const couponBody = (change: Json = {}): Json => ({
  code: 'TEN',
  type_slug: 'percentage_quantity_percentage',
  rule: [{ key: 1, value: 10, min: 0, max: 500 }],
  rule_definition: { calculate_on: 'esp' },
  display_meta: { title: 'Ten' },
  state: { is_public: true, is_display: true },
  _schedule: { start: null, end: null, status: 'published' },
  ...change,
});
