/** The node's own storefront, as a browser meets it: the page, its token, its files, and the two questions of its own. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import { removeToken, tokensOf } from '../../src/applications/tokens/change-tokens.ts';
import { changeApplication } from '../../src/applications/change-application.ts';
import { system } from '../../src/applications/node.ts';
import type { Arrival, Shelves, StorefrontShop } from '../../src/contract/catalog/storefront-contract.ts';
import { bundleWeb, type WebFile } from '../../src/http/pages/web-bundle.ts';
import { shownShop } from '../../src/storefront/shown-shop.ts';
import { triedShop } from '../../src/storefront/tried-shop.ts';
import { newNode } from '../applications/new-node.ts';
import { newShop } from '../applications/test-server.ts';
import { anArticle, aProduct, aSeller } from '../catalog/shop.ts';
import { forEachEngine } from '../databases.ts';
import { aStore, openEmptyFront, openStorefront } from './shop-front.ts';

const bundle = await bundleWeb('storefront');
const scripts = [bundle.script, ...bundle.atOnce, ...bundle.later];
const shoes = { l1: { uid: 1, name: 'Fashion' }, l2: { uid: 12, name: 'Shoes' }, l3: { uid: 121, name: 'Sneakers' } };

const shopIn = ({ body }: LightMyRequestResponse): StorefrontShop =>
  JSON.parse(/<script type="application\/json" id="shop">(.*?)<\/script>/s.exec(body)?.[1] ?? '') as StorefrontShop;
const bearer = ({ application_id: id, application_token: token }: StorefrontShop) => ({
  authorization: `Bearer ${Buffer.from(`${id}:${token}`).toString('base64')}`,
});

forEachEngine(async (engine) => {
  const { node, shop, app, feed } = await openEmptyFront(engine);
  const page = (url = '/') => app.inject({ url });
  const ask = async <T>(url: string): Promise<T> => {
    const answer = await app.inject({ url, headers: bearer(shopIn(await page())) });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json<T>();
  };

  describe('the storefront', () => {
    test('waits until there is something to sell, and then needs no restart', async () => {
      const empty = await page();
      assert.match(empty.body, /Cartwright is running/);
      assert.equal((await page('/cart')).statusCode, 404);
      await feed('sellers', [aSeller]);
      await feed('stores', [aStore]);
      await feed('areas', [{ area: '400*', country: 'IN', city: 'Mumbai', time_zone: 'Asia/Kolkata' }]);
      await feed('lanes', [
        { store_uid: 1, area: '400*', journeys: { standard: { unit: 'days', min: 1, max: 2 } } },
        { store_uid: 1, area: '400099', serviceable: false },
      ]);
      await feed('products', [
        aProduct(1),
        aProduct(2),
        aProduct(3, { category_hierarchy: [shoes], brand: { uid: 8, name: 'Volta' } }),
        aProduct(4, { is_active: false, brand: { uid: 9, name: 'Nobody' } }),
      ]);
      const tried = triedShop(node.db, shownShop(node));
      assert.deepEqual((await tried())?.bodies, {});
      await feed('articles', [anArticle(1), anArticle(1, { size: 'L', quantity: 0 })]);
      const { size } = anArticle(1);
      const found = await tried();
      assert.deepEqual(found?.examples, {
        application_id: shop.applicationId,
        organization_id: shop.organizationId,
        company_id: shop.companyId,
        slug: 'product-1',
      });
      assert.deepEqual(found?.bodies, { addItems: { items: [{ item_id: 1, item_size: size, quantity: 1 }] } });
      for (const path of ['/', '/product/product-1', '/cart']) {
        const shown = await page(path);
        assert.equal(shown.statusCode, 200);
        assert.equal(shopIn(shown).application_id, shop.applicationId);
      }
    });

    test('runs nothing inline and loads nothing from elsewhere but pictures', async () => {
      const { body, headers } = await page();
      assert.doesNotMatch(
        body.replace(/<script type="application\/json".*?<\/script>/s, ''),
        /<script>|style=|\son\w+=/,
      );
      const policy = String(headers['content-security-policy']);
      assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
      assert.doesNotMatch(policy, /unsafe|\*/);
      for (const { plain } of [...scripts, bundle.style]) {
        assert.doesNotMatch(plain.toString().replaceAll('http://www.w3.org', ''), /https?:\/\//);
      }
    });

    test('a name cannot break out of the page', async () => {
      const name = '</script><script>alert(1)</script>';
      await changeApplication(node, shop, { name }, { ...system, checkVersion: () => {}, remember: () => [] });
      const shown = await page();
      assert.equal(shopIn(shown).name, name);
      assert.doesNotMatch(shown.body, /<script>/);
    });

    test('carries one token, whoever serves the page, and it is nowhere in clear', async () => {
      const other = await openStorefront(node);
      after(() => other.close());
      const pages = await Promise.all(
        [...Array(8).keys()].map((at) => (at % 2 === 0 ? app : other).inject({ url: '/' })),
      );
      const tokens = new Set(pages.map((one) => shopIn(one).application_token));
      assert.equal(tokens.size, 1);
      assert.equal((await node.dump()).includes([...tokens][0] ?? ''), false);
      assert.equal((await tokensOf(node.db, shop)).tokens.length, 2);
      assert.match(await node.dump(), /storefront/);
    });

    test('a token that an operator removes is replaced by another', async () => {
      const old = shopIn(await page());
      const { tokens } = await tokensOf(node.db, shop);
      const its = tokens.find(({ hint }) => old.application_token.endsWith(hint));
      assert.ok(its);
      await removeToken(node, shop, its.id, system);
      assert.equal((await app.inject({ url: '/storefront/shelves', headers: bearer(old) })).statusCode, 401);
      const fresh = shopIn(await page());
      assert.notEqual(fresh.application_token, old.application_token);
      assert.equal((await app.inject({ url: '/storefront/shelves', headers: bearer(fresh) })).statusCode, 200);
    });

    test('two nodes that need the first token at once make one', async () => {
      const apart = await newNode(engine);
      after(() => apart.close());
      const its = await newShop(apart);
      await apart.db.commit([
        {
          sql: `insert into product (company_id, uid, slug, sort_name, is_active, version, articles_version, feed_run,
            created_at, modified_at, document) values (?, 1, 's', 's', 1, 1, 1, 'r', 1, 1, '{}')`,
          params: [its.companyId],
        },
      ]);
      const shown = await Promise.all([1, 2, 3, 4].map(() => shownShop(apart)()));
      assert.equal(new Set(shown.map((one) => one?.shop.application_token)).size, 1);
    });

    test('is drawn by the node with what it shows, in the words of search engines too', async () => {
      const list = await page();
      assert.match(list.body, /<h1>All products<\/h1>/);
      assert.match(list.body, /<meta name="description" content="[^"]+">/);
      assert.match(list.body, /href="\/product\/product-1"/);
      const one = await page('/product/product-1');
      assert.match(one.body, /<title>Linen shirt 1 · .+<\/title>/);
      const said = /id="structured">(.*?)<\/script>/s.exec(one.body)?.[1] ?? '{}';
      const { '@type': type, name } = JSON.parse(said) as Record<string, string>;
      assert.deepEqual([type, name], ['Product', 'Linen shirt 1']);
      assert.equal((await page('/product/product-77')).statusCode, 404);
      assert.match((await page('/?category=shoes&sort=up')).body, /<h1>All products<\/h1>/);
      assert.equal((await app.inject({ method: 'HEAD', url: '/' })).statusCode, 200);
      const small = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } });
      assert.equal(small.headers['content-encoding'], 'gzip');
    });

    test('an address that leads nowhere is a page of the shop: its name, its shelves and a way back', async () => {
      const open = (url: string, language = 'en') =>
        app.inject({ url, headers: { accept: 'text/html', 'accept-language': language } });
      for (const [url, title] of [
        ['/product/product-77', 'This product is gone'],
        ['/no/such/page', 'There is no such page'],
        ['/sign-in', 'There is no such page'],
      ] as const) {
        const { statusCode, body } = await open(url);
        assert.equal(statusCode, 404, url);
        assert.match(body, new RegExp(`<h1>${title}</h1>`), url);
        assert.match(body, /<header[^]*href="\/\?category=1"[^]*<main/);
        assert.match(body, /<main[^]*<a href="\/" class="button"/);
        assert.match(body, /<meta name="robots" content="noindex">/);
        assert.match(body, /"missing":"(page|product)"/);
      }
      assert.match((await open('/no/such/page', 'de')).body, /<html lang="de"/);
      const bytes = await Promise.all(['/no/such/page', '/wp-admin/x.php'].map(async (url) => (await open(url)).body));
      assert.equal(bytes[0], bytes[1], 'one page for all of them');
      const program = await app.inject({ url: '/no/such/page' });
      assert.deepEqual([program.statusCode, program.json().error_code], [404, 'route_not_found']);
      assert.equal((await app.inject({ method: 'POST', url: '/cart' })).statusCode, 405);
    });

    test('does not draw what its cookie does not allow', async () => {
      const cookie = 'cw_page=answered.xx.ZZZ';
      const { body } = await app.inject({ url: '/', headers: { cookie } });
      const drawn = JSON.parse(/id="drawn">(.*?)<\/script>/s.exec(body)?.[1] ?? '{}') as Record<string, unknown>;
      assert.deepEqual([drawn['isAnswered'], drawn['language'], drawn['currency']], [true, 'en', '']);
      assert.doesNotMatch(body, /class="consent"/);
    });

    test('speaks the first language that its visitor reads, with words that only he loads', async () => {
      const { body } = await app.inject({ url: '/', headers: { 'accept-language': 'fr, de-AT;q=0.8, en;q=0.5' } });
      assert.match(body, /<html lang="de" dir="ltr">[^]*<h1>Alle Artikel<\/h1>/);
      const file = shopIn({ body } as LightMyRequestResponse).words['de'] ?? '';
      assert.match((await page(file)).body, /Zur Kasse/);
      for (const { plain } of scripts) assert.doesNotMatch(plain.toString(), /Zur Kasse/);
    });

    test('tells search engines which pages are for them', async () => {
      assert.match((await page('/robots.txt')).body, /Disallow: \/checkout\n[^]*Sitemap: \S+\/sitemap\.xml/);
      assert.match((await page('/sitemap.xml')).body, /<loc>\S+\/sitemap\/1\.xml<\/loc>/);
      const { body } = await page('/sitemap/1.xml');
      assert.match(body, /\/product\/product-1</);
      assert.doesNotMatch(body, /product-4/);
      assert.equal((await page('/sitemap/2.xml')).statusCode, 404);
    });

    test('shelves count active products, level by level, and are sent again only when a product changed', async () => {
      const { categories, brands } = await ask<Shelves>('/storefront/shelves');
      assert.deepEqual(categories, [
        {
          uid: 1,
          name: 'Fashion',
          count: 3,
          children: [
            { uid: 11, name: 'Tops', count: 2, children: [{ uid: 111, name: 'Shirts', count: 2 }] },
            { uid: 12, name: 'Shoes', count: 1, children: [{ uid: 121, name: 'Sneakers', count: 1 }] },
          ],
        },
      ]);
      assert.deepEqual(brands, [
        { uid: 7, name: 'Calico', count: 2 },
        { uid: 8, name: 'Volta', count: 1 },
      ]);
      const headers = bearer(shopIn(await page()));
      const { etag } = (await app.inject({ url: '/storefront/shelves', headers })).headers;
      const again = () =>
        app.inject({ url: '/storefront/shelves', headers: { ...headers, 'if-none-match': String(etag) } });
      assert.equal((await again()).statusCode, 304);
      await feed('products', [aProduct(5, { brand: { uid: 8, name: 'Volta' } })]);
      assert.equal((await again()).json<Shelves>().brands[1]?.count, 2);
    });

    test('says when a size arrives, and where nobody goes', async () => {
      const arrival = (size: string, area: string) =>
        ask<Arrival>(`/storefront/arrival?item_id=1&size=${size}&area_code=${area}`);
      const found = await arrival('M', '400001');
      assert.deepEqual([found.deliverable, found.place], [true, 'Mumbai']);
      assert.deepEqual(
        found.journeys.map(({ journey }) => journey),
        ['standard'],
      );
      const [journey] = found.journeys;
      assert.match(journey?.day ?? '', /^\d\d \w{3}, \w+day$/);
      assert.equal(journey?.message, `Delivery by ${journey?.day}`);
      assert.ok(Date.parse(journey?.max ?? '') > node.now());
      for (const [size, area] of [
        ['M', '400099'],
        ['M', '999999'],
        ['M', '???'],
        ['L', '400001'],
        ['XXL', '400001'],
      ] as const) {
        const none = await arrival(size, area);
        assert.deepEqual([none.deliverable, none.journeys], [false, []], `${size} to ${area}`);
      }
    });

    test('its own questions take its credential and nothing less', async () => {
      for (const url of ['/storefront/shelves', '/storefront/arrival?item_id=1&size=M&area_code=1']) {
        assert.equal((await app.inject({ url })).statusCode, 401);
      }
    });

    test('knows the public path', async () => {
      const below = await openStorefront(node, new URL('https://example.com/shop'));
      after(() => below.close());
      const shown = await below.inject({ url: '/shop/' });
      assert.equal(shopIn(shown).base, '/shop');
      const script = /src="([^"]+)"/.exec(shown.body)?.[1] ?? '';
      assert.match(script, /^\/shop\/storefront\//);
      assert.equal((await below.inject({ url: script })).statusCode, 200);
    });
  });

  describe('its files', () => {
    test('are kept for ever, because another content has another name', async () => {
      for (const { name, type, plain } of [...scripts, bundle.style]) {
        const sent = await app.inject({ url: `/storefront/${name}` });
        assert.equal(sent.headers['content-type'], type);
        assert.match(String(sent.headers['cache-control']), /immutable/);
        assert.ok(sent.rawPayload.equals(plain));
        const small = await app.inject({ url: `/storefront/${name}`, headers: { 'accept-encoding': 'gzip, br' } });
        assert.equal(small.headers['content-encoding'], 'gzip');
        assert.ok(small.rawPayload.length < plain.length / 2);
      }
      assert.equal((await app.inject({ url: '/storefront/other.js' })).statusCode, 404);
      assert.equal((await bundleWeb('storefront')).script.name, bundle.script.name);
    });

    test('are at most 40 kB of script and 8 kB of style, as they travel, and 16 kB of pages that come later', async () => {
      const sizeOf = (files: readonly WebFile[]): number => files.reduce((sum, file) => sum + file.gzipped().length, 0);
      const bytes = [[bundle.script, ...bundle.atOnce], [bundle.style], bundle.later].map(sizeOf);
      const [script = 0, style = 0, later = 0] = bytes;
      assert.ok(script <= 40_000 && style <= 8_000 && later > 0 && later <= 16_000, `${bytes.join(', ')} bytes`);
      const ahead = ({ body }: LightMyRequestResponse) =>
        [...body.matchAll(/rel="modulepreload" href="\/storefront\/([^"]+)"/g)].map(([, name]) => name);
      const names = (files: readonly WebFile[]) => files.map(({ name }) => name);
      assert.deepEqual(ahead(await page()), names(bundle.atOnce));
      assert.deepEqual(ahead(await page('/checkout')), names([...bundle.atOnce, ...bundle.later]));
    });
  });
});
