/** `/guide`: the pages of docs/ for people, drawn when they are first asked for, and kept. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { Refusal } from '../../shared/errors.ts';
import { once } from '../../shared/once.ts';
import { sendPage } from '../pages/page.ts';
import { drawFound, drawPage } from './draw-guide.ts';
import { type GuidePage, readGuide, searchGuide } from './guide-pages.ts';

const folder = fileURLToPath(new URL('../../../docs/', import.meta.url));
const hidden = { config: { access: { kind: 'public' as const } }, schema: { hide: true } };
const LONGEST_QUESTION = 200;

export const guideRoutes = (app: FastifyInstance, { publicPath }: { readonly publicPath: string }): void => {
  const base = `${publicPath}/guide`;
  const pages = once(() => readGuide(folder, base));
  const sendNamed = (reply: FastifyReply, name: string): FastifyReply => {
    const all = pages();
    const page = all.find((one: GuidePage) => one.name === name);
    if (page === undefined) throw new Refusal('route_not_found');
    return sendPage(reply, drawPage(all, page, base));
  };

  app.get('/guide', hidden, async (_request, reply) => sendNamed(reply, pages()[0]?.name ?? ''));
  app.get<{ Params: { readonly '*': string } }>('/guide/*', hidden, async (request, reply) =>
    sendNamed(reply, request.params['*'].replace(/\/$/, '')),
  );
  app.get<{ Querystring: { readonly q?: string } }>(
    '/guide/search',
    { ...hidden, schema: { hide: true, querystring: Type.Object({ q: Type.Optional(Type.String()) }) } },
    async (request, reply) => {
      const question = (request.query.q ?? '').slice(0, LONGEST_QUESTION);
      return sendPage(reply, drawFound(pages(), { question, found: searchGuide(pages(), question) }, base));
    },
  );
  app.get<{ Params: { readonly name: string } }>('/guide/pictures/:name', hidden, async (request, reply) => {
    const { name } = request.params;
    const kind = /^[\w-]+\.(png|webp)$/.exec(name)?.[1];
    if (kind === undefined) throw new Refusal('route_not_found');
    try {
      const picture = readFileSync(`${folder}pictures/${name}`);
      return reply.type(`image/${kind}`).header('cache-control', 'public, max-age=3600').send(picture);
    } catch {
      throw new Refusal('route_not_found');
    }
  });
};
