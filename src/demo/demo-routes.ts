/** Pictures of the demo shop and logos of its brands: drawn when they are asked for, and good for every cache. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { boundedCache } from '../db/bounded-cache.ts';
import { entityTag, noneMatch } from '../http/requests/conditional.ts';
import { Refusal } from '../shared/errors.ts';
import { demoLogo, demoPictures } from './demo-shop.ts';

type Drawn = { readonly svg: string | undefined; readonly tag: string };

const MOST_KEPT = 200;
const DAY_SECONDS = 86_400;
const NamePath = Type.Object({ name: Type.String({ maxLength: 200 }) });

const send = (request: FastifyRequest, reply: FastifyReply, { svg, tag }: Drawn): FastifyReply => {
  if (svg === undefined) throw new Refusal('route_not_found', { message: 'The demo shop has no such picture.' });
  reply.headers({
    etag: tag,
    'cache-control': `public, max-age=${DAY_SECONDS}`,
    // Storefronts on other origins show these pictures; opened by itself, one may still load and run nothing.
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  });
  if (noneMatch(request.headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.type('image/svg+xml; charset=utf-8').send(svg);
};

const drawnBy = (draw: (name: string) => string | undefined): ((name: string) => Drawn) =>
  boundedCache(MOST_KEPT, (name) => {
    const svg = draw(name);
    return { svg, tag: entityTag(1, svg ?? null) };
  });

export const demoRoutes = (app: FastifyInstance): void => {
  const options = { config: { access: { kind: 'public' } }, schema: { hide: true, params: NamePath } } as const;
  const picture = drawnBy(demoPictures());
  const logo = drawnBy(demoLogo);
  const nameOf = (request: FastifyRequest): string => (request.params as { readonly name: string }).name;
  app.get('/demo/images/:name', options, async (request, reply) => send(request, reply, picture(nameOf(request))));
  app.get('/demo/brands/:name', options, async (request, reply) => send(request, reply, logo(nameOf(request))));
};
