/** `/guide`: the pages of docs/ for people, drawn when they are first asked for, and kept. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { Refusal } from '../../shared/errors.ts';
import { LOAD_DEADLINE_MS, sharedLoads } from '../../shared/shared-load.ts';
import { nextTurn } from '../../shared/slices.ts';
import { wantsPage } from '../pages/missing-page.ts';
import { sendPage } from '../pages/page.ts';
import { drawFound, drawMissing, drawPage } from './draw-guide.ts';
import { type GuidePage, readGuide } from './guide-pages.ts';
import { searchGuide } from './guide-search.ts';

const folder = fileURLToPath(new URL('../../../docs/', import.meta.url));
const hidden = { config: { access: { kind: 'public' as const } }, schema: { hide: true } };
const LONGEST_QUESTION = 200;

export const guideRoutes = (app: FastifyInstance, { publicPath }: { readonly publicPath: string }): void => {
  const base = `${publicPath}/guide`;
  const shared = sharedLoads<readonly GuidePage[]>({ what: 'the guide', deadlineMs: LOAD_DEADLINE_MS });
  let kept: readonly GuidePage[] | undefined;
  const pages = async (): Promise<readonly GuidePage[]> =>
    kept ?? (await shared('', async () => (kept = await readGuide(folder, base))));
  const sendNamed = async (reply: FastifyReply, name?: string): Promise<FastifyReply> => {
    const all = await pages();
    const page = name === undefined ? all[0] : all.find((one) => one.name === name);
    if (page !== undefined) return sendPage(reply, drawPage(all, page, base));
    if (!wantsPage(reply.request)) throw new Refusal('route_not_found');
    return sendPage(reply.code(404), drawMissing(all, base));
  };

  app.get('/guide', hidden, async (_request, reply) => sendNamed(reply));
  app.get<{ Params: { readonly '*': string } }>('/guide/*', hidden, async (request, reply) =>
    sendNamed(reply, request.params['*'].replace(/\/$/, '')),
  );
  app.get<{ Querystring: { readonly q?: string } }>(
    '/guide/search',
    { ...hidden, schema: { hide: true, querystring: Type.Object({ q: Type.Optional(Type.String()) }) } },
    async (request, reply) => {
      const question = (request.query.q ?? '').slice(0, LONGEST_QUESTION);
      const all = await pages();
      // It goes through all of docs/: of many who search at once, one in a turn of the loop.
      await nextTurn();
      return sendPage(reply, drawFound(all, { question, found: searchGuide(all, question) }, base));
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
