import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { exampleOf } from '../../../src/http/reference/docs-schema.ts';
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
  };
  docsRoutes(app, { document: () => openApiDocument(routes(), info), publicPath: '/shop' });
  sampleRoutes(app);
  after(() => app.close());

  test('shows every operation with a line to try it, and works without script', async () => {
    const { body, headers, statusCode } = await app.inject({ url: '/docs' });
    assert.equal(statusCode, 200);
    assert.match(String(headers['content-type']), /^text\/html/);
    for (const id of ['getThing', 'listThings', 'putThing', 'addThing']) assert.ok(body.includes(`id="${id}"`), id);
    assert.ok(body.includes('https://shop.test/shop/service/platform/things'));
    assert.ok(body.includes('<code>quantity</code> <span class="warn">required</span>'));
    assert.ok(body.includes('permission <code>things/write</code>'));
    assert.ok(body.includes('{&quot;name&quot;:&quot;text&quot;,&quot;quantity&quot;:1}'));
    assert.ok(body.includes('href="/shop/openapi.json"'));
    assert.ok(body.includes('&lt;b&gt;bold'));
    assert.doesNotMatch(body.replace(/<script>.*<\/script>/s, ''), /<script|\son\w+=|style="/);
  });

  test('runs only its own script and style: their hashes are in the policy', async () => {
    const { body, headers } = await app.inject({ url: '/docs' });
    const policy = String(headers['content-security-policy']);
    for (const tag of ['script', 'style']) {
      const text = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(body)?.[1] ?? '';
      assert.ok(policy.includes(`sha256-${createHash('sha256').update(text).digest('base64')}`), tag);
    }
    assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/);
  });

  test('is the same document for programs', async () => {
    const answer = await app.inject({ url: '/openapi.json' });
    assert.equal(answer.json().openapi, '3.1.0');
    assert.ok(answer.json().paths['/things']);
    assert.equal(answer.json().paths['/docs'], undefined);
  });

  test('examples follow references and stop in circles', () => {
    const schemas = { Tree: { type: 'object', properties: { left: { $ref: '#/components/schemas/Tree' } } } };
    assert.match(JSON.stringify(exampleOf({ $ref: '#/components/schemas/Tree' }, schemas)), /^\{"left":\{"left"/);
    assert.deepEqual(exampleOf({ type: 'array', items: { enum: ['b'] } }, {}), ['b']);
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
