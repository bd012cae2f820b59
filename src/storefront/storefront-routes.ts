/**
 * The shop at `/`, at its products and at its cart, for people. What it shows it reads through the same operations as any
 * storefront, but for two things no operation answers: the shelves, and when a size would arrive.
 */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { gunzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify';
import { Type } from 'typebox';
import { ErrorBody } from '../contract/primitives.ts';
import {
  Arrival,
  ArrivalQuery,
  Shelves,
  type StorefrontShop as Shop,
} from '../contract/catalog/storefront-contract.ts';
import { applicationCaller } from '../http/access.ts';
import { entityTag, noneMatch } from '../http/requests/conditional.ts';
import { type Page, sendPage } from '../http/pages/page.ts';
import { type WebBundle, type WebFile, webBundleRoutes } from '../http/pages/web-bundle.ts';
import { Refusal } from '../shared/errors.ts';
import type { ReadArrival } from './read-arrival.ts';
import type { ReadShelves } from './read-shelves.ts';
import type { ShownShop } from './shown-shop.ts';
import type { DrawPage, SentPage } from './draw-pages.ts';
import { pageState } from './page-state.ts';
import { offlineWorker, workerHeaders } from './offline-worker.ts';
import type { SiteMap } from './site-map.ts';
import { assetPath, storefrontHeaders } from './storefront-page.ts';

export type StorefrontOptions = {
  readonly shop: ShownShop;
  readonly shelves: ReadShelves;
  readonly arrival: ReadArrival;
  readonly bundle: WebBundle;
  /** By the tag of their language. */
  readonly words: ReadonlyMap<string, WebFile>;
  /** For those alone who agreed to be counted. */
  readonly told: WebFile;
  readonly worker: WebFile;
  readonly draw: DrawPage;
  readonly map: SiteMap;
  readonly publicPath: string;
  readonly publicUrl: URL;
  /** What `/` shows while there is no shop. */
  readonly landing: Page;
};

const hidden = {
  method: ['GET', 'HEAD'] as HTTPMethods[],
  config: { access: { kind: 'public' as const } },
  schema: { hide: true },
} satisfies Partial<RouteOptions>;
/** Pages of the demo shop alone. */
const SIGN_IN = '/sign-in';
const PAYMENT = '/demo-payment';
const isMissing = (
  path: string,
  { demo_sign_in: signsIn, demo_payment: pays }: Pick<Shop, 'demo_sign_in' | 'demo_payment'>,
): boolean => (path === SIGN_IN && !signsIn) || (path === PAYMENT && !pays);
const pagePaths = [
  '/product/:slug',
  '/cart',
  '/cart/order-status',
  '/checkout',
  '/orders',
  '/account',
  '/account/:tab',
  '/shared-cart/:token',
  SIGN_IN,
  PAYMENT,
];
const unchanged = Type.Unsafe<undefined>({ type: 'null' });

export const storefrontRoutes: FastifyPluginAsyncTypebox<StorefrontOptions> = async (app, options) => {
  const { shop, shelves, arrival, bundle, words, told, worker, draw, map, publicPath, publicUrl, landing } = options;
  webBundleRoutes(app, assetPath, [
    bundle.script,
    bundle.style,
    ...bundle.atOnce,
    ...bundle.later,
    told,
    ...words.values(),
  ]);
  const address = ({ name }: WebFile): string => `${assetPath}/${name}`;
  const wordFiles = Object.fromEntries([...words].map(([tag, file]) => [tag, address(file)]));

  const public_url = publicUrl.href.replace(/\/$/, '');
  /** Undefined: there is no shop. Without a path: the page of addresses that lead nowhere. */
  const shopPage = async (request: FastifyRequest, path?: string): Promise<SentPage | undefined> => {
    const shown = await shop();
    if (shown === undefined) return undefined;
    const [at = '/', search = ''] = request.url.split(/(?=\?)/);
    const { currency, currencies } = shown.shop;
    return draw({
      shop: { ...shown.shop, base: publicPath, public_url, words: wordFiles, told: address(told) },
      caller: shown.caller,
      ...(path === undefined || isMissing(path, shown.shop) ? {} : { at: { path: at, search } }),
      state: pageState(request.headers, [currency, ...currencies]),
    });
  };
  const send = (request: FastifyRequest, reply: FastifyReply, { status, gzipped }: SentPage): FastifyReply => {
    const takesIt = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    reply.code(status).headers({ ...storefrontHeaders, vary: 'accept-encoding, accept-language, cookie' });
    if (takesIt) reply.header('content-encoding', 'gzip');
    return reply.type('text/html; charset=utf-8').send(Buffer.from(takesIt ? gzipped : gunzipSync(gzipped)));
  };

  app.ownPages.missing = async (request, reply) => {
    const page = await shopPage(request);
    if (page !== undefined) void send(request, reply, page);
    return page !== undefined;
  };
  app.route({
    ...hidden,
    url: '/',
    handler: async (request, reply) => {
      const page = await shopPage(request, '/');
      return page === undefined ? sendPage(reply, landing) : send(request, reply, page);
    },
  });
  for (const path of pagePaths) {
    app.route({
      ...hidden,
      url: path,
      handler: async (request, reply) => {
        const page = await shopPage(request, path);
        if (page === undefined) throw new Refusal('route_not_found');
        return send(request, reply, page);
      },
    });
  }

  const workerText = offlineWorker({ bundle, words, worker }, publicPath);
  app.route({
    ...hidden,
    url: '/worker.js',
    handler: async (_request, reply) =>
      reply.headers(workerHeaders).type('text/javascript; charset=utf-8').send(workerText),
  });

  /** For search engines; a shop that shows nothing has nothing for them. */
  const text = (url: string, type: string, make: (companyId: number, number: number) => Promise<string | undefined>) =>
    app.route<{ Params: { readonly number?: string } }>({
      ...hidden,
      url,
      handler: async (request, reply) => {
        const shown = await shop();
        const made = shown && (await make(shown.caller.companyId, Number(request.params.number ?? 1)));
        if (made === undefined) throw new Refusal('route_not_found');
        return reply.header('cache-control', 'public, max-age=3600').type(`${type}; charset=utf-8`).send(made);
      },
    });
  text('/robots.txt', 'text/plain', async () => map.robots(public_url));
  text('/sitemap.xml', 'application/xml', (companyId) => map.index(public_url, companyId));
  text('/sitemap/:number(^[1-9]\\d{0,3}$).xml', 'application/xml', (companyId, number) =>
    map.list(public_url, companyId, number),
  );

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
