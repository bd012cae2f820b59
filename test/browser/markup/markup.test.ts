// alone: its shop has markup in everything that anybody wrote
/**
 * Whatever is written into the shop is a text wherever it is shown: every text that an operation takes has markup in it, and every page
 * of the shop and of the console is opened in a browser afterwards.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { addOperator } from '../../../src/operators/add-operator.ts';
import { enterByLink } from '../../../src/operators/operator-session.ts';
import { system } from '../../../src/applications/node.ts';
import { openExampleShop } from '../../http/reference/example-shop.ts';
import { sendExamples } from '../../http/reference/send-examples.ts';
import { openBrowser, PAGE_PATIENCE_MS, skipBrowser } from '../browser.ts';
import { crawl, type Seen } from './crawl.ts';
import { markedBodies } from './marked-bodies.ts';

/** What was made stays, so that it is shown. */
const REMOVES = /^(remove|delete|erase|cancelGift)(?!Coupon$|Offer$|AreaFromZone$)|^staffRemoveAddress$/;
const ODD = encodeURIComponent(`'"></script><img src=x-m onerror=xM=1><x-m>`);
const shopPaths =
  `/ /cart /checkout /orders /account /account/addresses /account/balances /account/wishlist /account/carts /guide /docs
  /?q=${ODD} /product/${ODD} /${ODD} /guide/search?q=${ODD} /shared-cart/${ODD} /cart/order-status?order_id=${ODD}
  /console/sign-in?return_to=/${ODD}`.split(/\s+/);
const CART = '/service/application/cart/v1.0/detail';

describe('markup in every text', { skip: skipBrowser }, () => {
  const opened = openExampleShop();
  const marked = markedBodies();
  const slugs: string[] = [];
  const orders = new Set<string>();
  const said: string[] = [];
  before(async () => {
    const { shop, providersUrl } = opened();
    await sendExamples(shop, providersUrl, {
      adding: marked.adding,
      again: marked.again,
      skips: ({ operationId }) => REMOVES.test(operationId),
      heard: (operationId, sent, { status, body }) => {
        if (status < 400 && Number(body['refused'] ?? 0) === 0) marked.taken(operationId, sent);
        if (typeof body['order_id'] === 'string') orders.add(body['order_id']);
      },
    });
    const own = await shop.service('GET', '/service/platform/catalog/v1.0/company/{company}/products/90001');
    slugs.push(String(own.body['slug']));
    const customer = await shop.customer('demo-asha');
    const added = await customer('POST', CART, {
      items: [
        { item_id: 10001, item_size: 'M' },
        { item_id: 90001, item_size: 'M' },
      ],
    });
    assert.equal(added.status, 200);
  });

  const visiting = async (visit: (page: Page, context: BrowserContext) => Promise<Seen>): Promise<Seen> => {
    const browser = await openBrowser();
    const context = await browser.newContext({ baseURL: opened().shop.url, locale: 'en-IN', serviceWorkers: 'block' });
    context.setDefaultTimeout(PAGE_PATIENCE_MS);
    try {
      return await visit(await context.newPage(), context);
    } finally {
      await context.close();
    }
  };

  test('is a text on every page of the console', async () => {
    const { shop } = opened();
    const { node, credentials, url } = shop;
    const whose = { organizationId: credentials.organization_id, email: 'eve@example.com', role: 'owner' } as const;
    const { linkToken } = await addOperator(node, { ...whose, name: '<x-m>Eve' }, system);
    const session = (await enterByLink(node, linkToken, 'r')) ?? '';
    const seen = await visiting(async (page, context) => {
      await context.addCookies([{ name: 'cw_session', value: session, url, sameSite: 'Strict' }]);
      return crawl(page, {
        from: [
          '/console',
          ...[...orders].map((id) => `/console/orders/${id}`),
          `/console/orders?q=${ODD}`,
          `/console/customers?q=${ODD}`,
          `/console/${ODD}`,
        ],
        follows: (path) => path.startsWith('/console') && !path.endsWith('/password'),
        open: async (own, path) => {
          await own.goto(path);
          await own.locator('main:not(:has([aria-busy=true])) h1').waitFor();
        },
      });
    });
    assert.deepEqual(seen.faults, []);
    assert.ok(seen.shapes.size > 60, [...seen.shapes].join(' '));
    said.push(seen.said);
  });

  test('is a text on every page of the shop', async () => {
    const seen = await visiting(async (page) => {
      await page.goto('/sign-in');
      await page.locator('html[data-ready]').waitFor();
      await page.locator('.people button').first().click();
      await page.waitForURL((url) => url.pathname !== '/sign-in');
      return crawl(page, {
        from: [
          ...slugs.map((slug) => `/product/${slug}`),
          ...[...orders].map((id) => `/cart/order-status?order_id=${id}`),
          ...shopPaths,
        ],
        follows: (path) => !/^\/(console|service|guide|docs|metrics|healthz|readyz|openapi)/.test(path),
        open: async (own, path) => {
          await own.goto(path);
          await own.locator('h1').first().waitFor();
          await own.locator('body:not(:has(.bone)):not(:has([aria-busy="true"]))').waitFor();
          await own.waitForLoadState('networkidle');
        },
      });
    });
    assert.deepEqual(seen.faults, []);
    assert.ok(seen.shapes.size > 20, [...seen.shapes].join(' '));
    said.push(seen.said);
  });

  test('was really taken, and really shown', () => {
    const plain = said.join('\n').replace(/\s+/g, ' ');
    const taken = [...marked.places];
    const shown = taken.filter(([, text]) => plain.includes(text.replace(/\s+/g, ' ')));
    assert.ok(taken.length > 300, `${taken.length} texts taken`);
    assert.ok(shown.length > 250, `${shown.length} of them shown`);
  });
});
