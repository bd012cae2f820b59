/**
 * The reference for people at /docs and for programs at /openapi.json: both made from the routes that exist. The page is
 * Scalar's, served from here (vendor/scalar-api-reference); operations are tried against this node with the credential of
 * the shop that it shows to everybody.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { once } from '../../shared/once.ts';
import { LOAD_DEADLINE_MS, sharedLoads } from '../../shared/shared-load.ts';
import { inSlices } from '../../shared/slices.ts';
import { type Html, html, pageHeaders, pageFrame } from '../pages/page.ts';
import { type OpenApiDocument, openApiText } from './openapi.ts';
import { textOf } from './openapi-schema.ts';

export type Tried = {
  readonly bearer: string;
  /** Values of parameters, by their names. */
  readonly examples: Readonly<Record<string, string | number>>;
  /** Bodies that name what there is, by operation. */
  readonly bodies: Readonly<Record<string, unknown>>;
};
export type DocsOptions = {
  readonly document: () => Promise<OpenApiDocument>;
  readonly publicPath: string;
  /** What to try operations with; undefined when there is nothing that everybody may know. */
  readonly tried: () => Promise<Tried | undefined>;
};

const library = new URL('../../../vendor/scalar-api-reference/standalone.js.gz', import.meta.url);
const YEAR_SECONDS = 31_536_000;

/**
 * The colours of the house. Where the library's looks leave people out: greys that are too pale; a button inside the button that opens a chapter, for a
 * link that its address bar has anyway. On a phone the address of an operation is cut after a few words, which many share:
 * what it does stands before it.
 */
const customCss = `
.light-mode { --scalar-background-1: #faf7f2; --scalar-background-2: #f1ebe1; --scalar-background-3: #e3dacd; --scalar-border-color: #e3dacd; --scalar-color-1: #241e18; --scalar-color-2: #5f564b; --scalar-color-3: #665c51; --scalar-sidebar-search-color: #665c51; --scalar-color-accent: #0b6b57; }
.dark-mode { --scalar-background-1: #171411; --scalar-background-2: #201c18; --scalar-background-3: #2a251f; --scalar-border-color: #3a332b; --scalar-color-1: #f2ece3; --scalar-color-2: #c4b9ab; --scalar-color-3: #aea294; --scalar-sidebar-search-color: #aea294; --scalar-color-accent: #63cdb1; }
#reference .section-header-label { font-family: "Iowan Old Style", "Palatino Linotype", Palatino, "Noto Serif", "DejaVu Serif Condensed", Georgia, serif; font-weight: 500; }
.section-accordion-button .scalar-button { display: none; }
@media (max-width: 48rem) {
  .endpoint-label { flex-direction: column; align-items: flex-start; gap: 0.125rem; min-width: 0; }
  .endpoint-label-name.endpoint-label-name { display: block; order: -1; max-width: 100%; white-space: normal; color: inherit; }
  .endpoint-label-path.endpoint-label-path { max-width: 100%; font-size: 0.75rem; }
}`;

/** The page must stay on this node: no fonts, no proxy, no services of the library's maker. */
const settings = {
  // Operations are drawn when they are opened; the other layout draws 62,000 elements for the chapter of carts alone.
  layout: 'classic',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'none',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  orderRequiredPropertiesFirst: true,
  customCss,
} as const;

const script = `
const { base, tried, ...settings } = JSON.parse(document.getElementById('settings').textContent);
const show = (content) => {
  for (const { operationId, parameters = [], requestBody } of Object.values(content.paths).flatMap(Object.values)) {
    for (const one of parameters) if (Object.hasOwn(tried.examples, one.name)) one.example = tried.examples[one.name];
    if (Object.hasOwn(tried.bodies, operationId)) requestBody.content['application/json'].example = tried.bodies[operationId];
  }
  const application = { token: tried.bearer };
  Scalar.createApiReference('#reference', {
    ...settings,
    content,
    servers: [{ url: location.origin + base }],
    authentication: { preferredSecurityScheme: 'application', securitySchemes: { application } },
  });
};
fetch(base + '/openapi.json').then((answer) => answer.json()).then(show);
`;

/** The library puts its style sheets into the page itself; scripts run by their hash or from here, as everywhere. */
const headers = {
  'cache-control': 'no-store',
  ...pageHeaders(script, { styles: "'unsafe-inline'", files: "'self'" }),
};

/** JSON that cannot end the element it stands in. */
const embedded = (value: unknown): Html => ({ markup: JSON.stringify(value).replaceAll('<', '\\u003c') });

const TAGS_A_TURN = 5;
const operationList = async ({ tags, paths }: OpenApiDocument): Promise<Html> => {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const byTag = Map.groupBy(
    all.flatMap((one) => one.operation.tags.map((tag) => ({ ...one, tag }))),
    ({ tag }) => tag,
  );
  const chapters = await inSlices(
    tags,
    TAGS_A_TURN,
    ({ name }) =>
      html`<h2>${name}</h2><ul>${(byTag.get(name) ?? []).map(
        ({ method, path, operation }) =>
          html`<li class="operation"><code>${method} ${path}</code> ${operation.summary}</li>`,
      )}</ul>`,
  );
  return html`${chapters}`;
};

type Shown = { readonly base: string; readonly tried: Tried; readonly file: string };
type Reference = { readonly info: OpenApiDocument['info']; readonly list: Html } & Compressed;

const docsPage = ({ info, list }: Reference, { base, tried, file }: Shown): string => {
  const title = `${textOf(info['title'])} ${textOf(info['version'])}`;
  const body = html`
<div id="reference"></div>
<noscript><h1>${title}</h1><p>${textOf(info['description'])}</p>
<p>With JavaScript this page shows every field and lets you try every operation;
<a href="${base}/openapi.json">openapi.json</a> has the same for programs.</p>${list}</noscript>
<script type="application/json" id="settings">${embedded({ ...settings, base, tried })}</script>
<script src="${base}/docs/${file}"></script>
<script>${{ markup: script }}</script>
`;
  return pageFrame(title, null, body);
};

type Compressed = { readonly plain: Buffer; readonly gzipped: Buffer };

const compress = promisify(gzip);
const decompress = promisify(gunzip);

const referenceOf = async (document: OpenApiDocument): Promise<Reference> => {
  const list = await operationList(document);
  const plain = Buffer.from(await openApiText(document));
  return { info: document.info, list, plain, gzipped: await compress(plain) };
};

const sendCompressed = (request: FastifyRequest, reply: FastifyReply, { plain, gzipped }: Compressed): FastifyReply => {
  reply.header('vary', 'accept-encoding');
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(plain);
  return reply.header('content-encoding', 'gzip').send(gzipped);
};

/** What is made once, when it is first asked for, and by one of those who ask for it at once. */
const madeOnce = <T>(what: string, make: () => Promise<T>): (() => Promise<T>) => {
  const shared = sharedLoads<T>({ what, deadlineMs: LOAD_DEADLINE_MS });
  let made: { readonly value: T } | undefined;
  return async () => (made ??= { value: await shared('', make) }).value;
};

export const docsRoutes = (app: FastifyInstance, { document, publicPath, tried }: DocsOptions): void => {
  const hidden = { config: { access: { kind: 'public' } }, schema: { hide: true } } as const;
  // Routes do not change once the server is up.
  const reference = madeOnce('the reference', async () => referenceOf(await document()));
  const code = once(() => readFileSync(library));
  const scripts = madeOnce(
    "the reference's library",
    async (): Promise<Compressed> => ({ plain: await decompress(code()), gzipped: code() }),
  );
  const fileName = once(() => `${createHash('sha256').update(code()).digest('base64url').slice(0, 16)}.js`);

  app.get('/docs', hidden, async (_request, reply) => {
    const found = (await tried()) ?? { bearer: '', examples: {}, bodies: {} };
    const page = docsPage(await reference(), { base: publicPath, tried: found, file: fileName() });
    return reply.headers(headers).type('text/html; charset=utf-8').send(page);
  });
  app.get<{ Params: { readonly name: string } }>('/docs/:name', hidden, async (request, reply) => {
    if (request.params.name !== fileName()) return reply.callNotFound();
    reply.header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`).type('text/javascript; charset=utf-8');
    return sendCompressed(request, reply, await scripts());
  });
  app.get('/openapi.json', hidden, async (request, reply) => {
    reply.type('application/json; charset=utf-8').header('access-control-allow-origin', '*');
    return sendCompressed(request, reply, await reference());
  });
};
