/** What a storefront reads: lists of products, and one product. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Answer, ProductReader } from './read-products.ts';
import { ProductDetail, ProductList, ProductPath, ProductsQuery } from '../../contract/catalog/catalog-contract.ts';
import { applicationCaller } from '../../http/access.ts';
import type { Access } from '../../http/caller.ts';
import { operationTable } from '../../http/operation.ts';
import type { ForRead } from '../../http/replica-reads.ts';
import type { Clock } from '../../shared/clock.ts';
import { noneMatch } from '../../http/requests/conditional.ts';

const words = {
  getProducts:
    'List and search products. x-currency-code asks for a currency; one the application does not offer or has no rate for is ignored.',
  getProductDetailBySlug: 'Read a product',
};

const access: Access = { kind: 'application' };
const tags = ['Catalogue'];
const path = '/service/application/catalog/v1.0/products';
const unchanged = Type.Unsafe<undefined>({ type: 'null', description: 'What If-None-Match names is still current.' });

const askedCurrency = (request: FastifyRequest): string | undefined => {
  const given = request.headers['x-currency-code'];
  return typeof given === 'string' ? given.toUpperCase() : undefined;
};

/** The bytes are the answer: they were made by JSON.stringify from a value of the schema's type. */
const send = async <T>(request: FastifyRequest, reply: FastifyReply, answer: Answer, view: ViewTime): Promise<T> => {
  const { tag, body, seen, until } = answer;
  const current = noneMatch(request.headers['if-none-match'], tag);
  const bytes = current ? undefined : await body(); // a refusal has no tag
  const vary = [reply.getHeader('vary') ?? [], 'x-currency-code', 'authorization'].flat().join(', ');
  reply.headers({ etag: tag, 'cache-control': 'private, no-cache', vary });
  if (view.stamp !== undefined) {
    request.evidence = { witnesses: () => seen, stamp: view.stamp, since: view.since, until };
  }
  if (current) return reply.code(304).send() as unknown as T;
  return reply.type('application/json; charset=utf-8').send(bytes) as unknown as T;
};

const operation = operationTable(access, tags, words, {
  getProducts: { querystring: ProductsQuery, response: { 200: ProductList, 304: unchanged } },
  getProductDetailBySlug: { params: ProductPath, response: { 200: ProductDetail, 304: unchanged } },
});

/** When what an answer is made from began to be read; without a stamp it is not kept. */
type ViewTime = { readonly since: number; readonly stamp: number | undefined };

export type ListedFrom = {
  readonly products: ProductReader;
  /** For what is about to be read: `db/prove.ts`. Undefined: no answer is kept, as none of a replica can be. */
  readonly stamp?: (() => number) | undefined;
};
export type ProductRoutesOptions = {
  readonly from: ForRead<ListedFrom>;
  readonly now: Clock;
};

export const productRoutes: FastifyPluginAsyncTypebox<ProductRoutesOptions> = async (app, { from, now }) => {
  const viewTime = ({ stamp }: ListedFrom): ViewTime => ({ since: now(), stamp: stamp?.() });
  app.get(path, operation.getProducts, async (request, reply) => {
    const source = from('getProducts');
    const time = viewTime(source);
    const answer = await source.products.list(applicationCaller(request), request.query, askedCurrency(request));
    return send<ProductList>(request, reply, answer, time);
  });

  app.get(`${path}/:slug`, operation.getProductDetailBySlug, async (request, reply) => {
    const source = from('getProductDetailBySlug');
    const time = viewTime(source);
    const { slug } = request.params;
    const answer = await source.products.product(applicationCaller(request), slug, askedCurrency(request));
    return send<ProductDetail>(request, reply, answer, time);
  });
};
