/** GET /welcome: what runs here and where to go next; also GET / as long as there is no storefront to show. */
import type { FastifyInstance } from 'fastify';
import { html, type Page, sendPage } from './page.ts';

/** `hasShop`: the first address is a storefront, and not this page. */
export const landingPage = (version: string, publicPath: string, hasShop = false): Page => {
  const link = (path: string, title: string, about: string) => html`<li class="panel">
<h3><a href="${publicPath}${path}">${title}</a></h3><p class="soft">${about}</p></li>`;
  return {
    title: 'Cartwright',
    body: html`<main>
<h1>Cartwright is running</h1>
<p class="soft">Self-hosted storefront commerce, version ${version}.</p>
<h2>Your first call</h2>
<p>The first start wrote the credentials of an application to <code>data/credentials.json</code>. In the folder of the project:</p>
<pre>eval "$(npx cartwright env)"
curl -H "Authorization: Bearer $APPLICATION_BEARER" \\
$CARTWRIGHT_URL/service/application/configuration/v1.0/application</pre>
<h2>Where to go</h2>
<ul class="plain">
${hasShop ? link('/', 'Shop', 'The storefront, as its visitors see it.') : ''}
${link('/guide', 'Guide', 'Start, concepts, how each task of a merchant is done, reference, operations.')}
${link('/docs', 'API reference', 'Every operation this node serves: its fields, an example, and a button that tries it.')}
${link('/console', 'Console', 'For operators. The first start printed a link that signs you in once and lets you set a password; after that, sign in with it.')}
${link('/openapi.json', 'openapi.json', 'The same reference for programs.')}
${link('/readyz', 'Readiness', 'Whether this node should get requests, for load balancers. /healthz and /metrics are beside it.')}
</ul>
</main>`,
  };
};

export const landingRoutes = (app: FastifyInstance, page: Page, paths: readonly string[]): void => {
  for (const path of paths) {
    app.get(path, { config: { access: { kind: 'public' } }, schema: { hide: true } }, async (_request, reply) =>
      sendPage(reply, page),
    );
  }
};
