import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { after, describe, test } from 'node:test';
import { docsRoutes } from '../../../src/http/reference/docs-page.ts';
import { collectRoutes, openApiDocument } from '../../../src/http/reference/openapi.ts';
import { html, pageHeaders, renderPage } from '../../../src/http/pages/page.ts';
import { createServer } from '../../../src/http/server.ts';
import { sampleOptions, sampleRoutes } from '../sample-server.ts';

describe('the reference', () => {
  const app = createServer(sampleOptions({ publicPath: '/shop' }));
  const routes = collectRoutes(app);
  const info = {
    title: 'Cartwright',
    version: '1.0.0',
    description: '<b>bold</b>',
    publicUrl: 'https://shop.test/shop',
    tags: {},
    examples: { addThing: { name: 'a lamp', quantity: 2 } },
  };
  const tried = { bearer: 'YTpi', examples: { company_id: 7 }, bodies: { addThing: { name: 'a' } } };
  docsRoutes(app, { document: () => openApiDocument(routes(), info), publicPath: '/shop', tried: async () => tried });
  sampleRoutes(app);
  after(() => app.close());
  const page = () => app.inject({ url: '/docs' });
  const libraryOf = (body: string): string => /<script src="\/shop(\/docs\/[\w-]+\.js)">/.exec(body)?.[1] ?? '';

  test('names every operation also without script', async () => {
    const { body, headers, statusCode } = await page();
    assert.equal(statusCode, 200);
    assert.match(String(headers['content-type']), /^text\/html/);
    const plain = /<noscript>(.*)<\/noscript>/s.exec(body)?.[1] ?? '';
    for (const id of ['/things', '/service/platform/things']) assert.ok(plain.includes(`${id}</code>`), id);
    assert.equal(plain.split('class="operation"').length - 1, routes().filter(({ schema }) => !schema?.hide).length);
    assert.ok(plain.includes('href="/shop/openapi.json"'));
    assert.ok(plain.includes('&lt;b&gt;bold'));
    assert.doesNotMatch(body, /\son\w+=|style="/);
  });

  test('runs its own script by its hash and the library from this node, and takes nothing from elsewhere', async () => {
    const { body, headers } = await page();
    const policy = String(headers['content-security-policy']);
    const script = /<script>(.*?)<\/script>/s.exec(body)?.[1] ?? '';
    const hash = createHash('sha256').update(script).digest('base64');
    assert.ok(policy.includes(`script-src 'sha256-${hash}' 'self';`), policy);
    assert.match(policy, /default-src 'none'.*connect-src 'self'.*frame-ancestors 'none'/);
    assert.doesNotMatch(policy.replace("style-src 'unsafe-inline'", ''), /unsafe|https?:|\*/);
    assert.doesNotMatch(body, /(src|href)="(?!\/shop\/|data:)/);
  });

  test('hands the page what to try operations with', async () => {
    const text = /id="settings">(.*?)<\/script>/s.exec((await page()).body)?.[1] ?? '';
    const settings = JSON.parse(text) as { readonly base: string; readonly tried: typeof tried };
    assert.deepEqual([settings.base, settings.tried], ['/shop', tried]);
  });

  test('has the library as it was published, kept by browsers for ever', async () => {
    const url = libraryOf((await page()).body);
    const [plain, gzipped] = await Promise.all(
      ['identity', 'br, gzip'].map((encoding) => app.inject({ url, headers: { 'accept-encoding': encoding } })),
    );
    assert.match(String(plain?.headers['cache-control']), /immutable/);
    assert.equal(gzipped?.headers['content-encoding'], 'gzip');
    assert.deepEqual(gunzipSync(gzipped?.rawPayload ?? ''), plain?.rawPayload);
    const told = readFileSync(new URL('../../../vendor/scalar-api-reference/README.md', import.meta.url), 'utf8');
    const found = createHash('sha256')
      .update(plain?.rawPayload ?? '')
      .digest('hex');
    assert.ok(told.includes(found), found);
    assert.equal((await app.inject({ url: '/docs/another.js' })).statusCode, 404);
  });

  test('gives bodies that work to whoever tries an operation', async () => {
    const { paths } = (await app.inject({ url: '/openapi.json' })).json();
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods as object));
    const bodies = operations.flatMap(({ requestBody }) => (requestBody === undefined ? [] : [requestBody.content]));
    assert.ok(bodies.some((content) => content['application/json'].example?.name === 'a lamp'));
  });

  test('is the same document for programs', async () => {
    const answer = await app.inject({ url: '/openapi.json' });
    assert.equal(answer.json().openapi, '3.1.0');
    assert.ok(answer.json().paths['/things']);
    assert.equal(answer.json().paths['/docs'], undefined);
    const gzipped = await app.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'gzip' } });
    assert.equal(gunzipSync(gzipped.rawPayload).toString(), answer.body);
  });
});

describe('pages', () => {
  test('text is escaped, markup is not, lists are joined, nothing is nothing', () => {
    const list = ['<', '&'].map((text) => html`<i>${text}</i>`);
    assert.equal(
      html`<p title="${'"\''}">${list}${null}${undefined}${0}</p>`.markup,
      '<p title="&quot;&#39;"><i>&lt;</i><i>&amp;</i>0</p>',
    );
  });

  test('a page without a script allows none', () => {
    assert.match(String(pageHeaders(undefined)['content-security-policy']), /script-src 'none'/);
    assert.doesNotMatch(renderPage({ title: '</title><script>', body: html`` }), /<script>/);
  });
});
