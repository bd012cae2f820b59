/**
 * The shop at `/`, at its products and at its cart, for people. What it shows it reads through the same operations as any
 * storefront, but for two things no operation answers: the shelves, and when a size would arrive.
 */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { ErrorBody } from '../contract/primitives.ts';
import { Arrival, ArrivalQuery, Shelves } from '../contract/catalog/storefront-contract.ts';
import { applicationCaller } from '../http/access.ts';
import { entityTag, noneMatch } from '../http/requests/conditional.ts';
import { type Page, sendPage } from '../http/pages/page.ts';
import { type WebBundle, webBundleRoutes } from '../http/pages/web-bundle.ts';
import { Refusal } from '../shared/errors.ts';
import type { ReadArrival } from './read-arrival.ts';
import type { ReadShelves } from './read-shelves.ts';
import type { ShownShop } from './shown-shop.ts';
import { assetPath, storefrontHeaders, storefrontPage } from './storefront-page.ts';

export type StorefrontOptions = {
  readonly shop: ShownShop;
  readonly shelves: ReadShelves;
  readonly arrival: ReadArrival;
  readonly bundle: WebBundle;
  readonly publicPath: string;
  readonly publicUrl: URL;
  /** What `/` shows while there is no shop. */
  readonly landing: Page;
};

const hidden = { config: { access: { kind: 'public' } }, schema: { hide: true } } as const;
/** A page of the demo shop alone. */
const SIGN_IN = '/sign-in';
const unchanged = Type.Unsafe<undefined>({ type: 'null' });

export const storefrontRoutes: FastifyPluginAsyncTypebox<StorefrontOptions> = async (app, options) => {
  const { shop, shelves, arrival, bundle, publicPath, publicUrl, landing } = options;
  webBundleRoutes(app, assetPath, bundle);

  const shopPage = async (path: string): Promise<string | undefined> => {
    const shown = await shop();
    if (path === SIGN_IN && shown?.demo_sign_in !== true) return undefined;
    const public_url = publicUrl.href.replace(/\/$/, '');
    return shown && storefrontPage({ ...shown, base: publicPath, public_url }, bundle);
  };
  const send = (reply: FastifyReply, page: string): FastifyReply =>
    reply.headers(storefrontHeaders).type('text/html; charset=utf-8').send(page);

  app.get('/', hidden, async (_request, reply) => {
    const page = await shopPage('/');
    return page === undefined ? sendPage(reply, landing) : send(reply, page);
  });
  for (const path of [
    '/product/:slug',
    '/cart',
    '/cart/order-status',
    '/checkout',
    '/orders',
    '/shared-cart/:token',
    SIGN_IN,
  ]) {
    app.get(path, hidden, async (_request, reply) => {
      const page = await shopPage(path);
      if (page === undefined) throw new Refusal('route_not_found');
      return send(reply, page);
    });
  }

  app.get(
    '/storefront/shelves',
    {
      config: { access: { kind: 'application' } },
      schema: { hide: true, response: { 200: Shelves, 304: unchanged, '4xx': ErrorBody } },
    },
    async (request, reply) => {
      const { companyId } = applicationCaller(request);
      const { version, shelves: found } = await shelves(companyId);
      const tag = entityTag(version, companyId);
      reply.headers({ etag: tag, 'cache-control': 'private, no-cache', vary: 'authorization' });
      if (noneMatch(request.headers['if-none-match'], tag)) return reply.code(304).send(undefined);
      return found;
    },
  );

  app.get(
    '/storefront/arrival',
    {
      config: { access: { kind: 'application' } },
      schema: { hide: true, querystring: ArrivalQuery, response: { 200: Arrival, '4xx': ErrorBody } },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return arrival(applicationCaller(request).companyId, request.query);
    },
  );
};
