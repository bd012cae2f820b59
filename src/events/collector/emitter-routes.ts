/** The emitter, for pages of any shop: one module and its types. It is public, and every origin may load it. */
import { readFileSync } from 'node:fs';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { entityTag, noneMatch } from '../../http/requests/conditional.ts';
import type { WebFile } from '../../http/pages/web-bundle.ts';
import { emitterTypes } from './emitter-types.ts';

export type EmitterOptions = {
  /** web/emitter, bundled. */
  readonly emitter: WebFile;
};

const api = new URL('../../../web/emitter/emitter-api.ts', import.meta.url);
const hidden = { config: { access: { kind: 'public' } }, schema: { hide: true } } as const;
const HOUR_SECONDS = 3600;

/** Under the same name for ever, so that a page can name it: kept for an hour, then asked for again. */
const send = (
  request: FastifyRequest,
  reply: FastifyReply,
  { type, tag, body }: { readonly type: string; readonly tag: string; readonly body: Buffer | string },
) => {
  reply.headers({
    etag: tag,
    'cache-control': `public, max-age=${HOUR_SECONDS}, stale-while-revalidate=${24 * HOUR_SECONDS}`,
    vary: 'accept-encoding',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  });
  if (noneMatch(request.headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.type(type).send(body);
};

export const emitterRoutes: FastifyPluginAsync<EmitterOptions> = async (app, { emitter }) => {
  const types = emitterTypes(readFileSync(api, 'utf8'));
  const scriptTag = entityTag(1, emitter.name);
  const typesTag = entityTag(1, types);

  app.get('/emitter.js', hidden, async (request, reply) => {
    const compressed = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    if (compressed) reply.header('content-encoding', 'gzip');
    reply.header('x-typescript-types', './emitter.d.ts');
    return send(request, reply, {
      type: emitter.type,
      tag: scriptTag,
      body: compressed ? emitter.gzipped() : emitter.plain,
    });
  });
  app.get('/emitter.d.ts', hidden, async (request, reply) =>
    send(request, reply, { type: 'application/typescript; charset=utf-8', tag: typesTag, body: types }),
  );
};
