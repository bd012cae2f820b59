/**
 * The published extension kit, unmodified, against a listening node: it starts, is installed by an operator who agrees,
 * keeps its two tokens and renews them, registers its webhooks and is told of a cart that a shopper makes.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addApplication } from '../../src/applications/add-application.ts';
import { system } from '../../src/applications/node.ts';
import { feedCompany } from '../cart/response/feed-company.ts';
import { sellers, stores } from '../cart/response/places.ts';
import { anArticle, aProduct } from '../catalog/shop.ts';
import { forEachEngine } from '../databases.ts';
import { freePort } from '../free-port.ts';
import { decide, oauthServer } from '../oauth/oauth-server.ts';
import { startKit } from './kit-process.ts';

const SCOPES = ['company/webhooks/read', 'company/webhooks/write'];
/** The kit renews a token two minutes before its end; ours last two hours. */
const NEARLY_OVER_MS = (7200 - 60) * 1000;
type Subscribers = { readonly items: readonly { readonly name: string; readonly webhook_url: string }[] };

forEachEngine(async (engine) => {
  const server = await oauthServer(engine, '', {
    CARTWRIGHT_ALLOW_PRIVATE_ADDRESSES: 'true',
    CARTWRIGHT_STOREFRONT: 'off',
  });
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const client = await server.addClient({
    client_type: 'extension',
    grants: ['authorization_code', 'refresh_token'],
    redirect_urls: ['https://elsewhere.example/back', `${address}/fp/auth`],
  });
  const { clientId: apiKey, clientSecret: apiSecret } = client;
  const kit = startKit({ port, cluster: server.base, apiKey, apiSecret, scopes: SCOPES });
  const browser = await server.browser('owner');
  after(async () => {
    await kit.close();
    await server.close();
  });

  const install = async (query = ''): Promise<URL> => {
    const begun = await browser.open(`${address}/fp/install?company_id=${server.companyId}${query}`);
    assert.equal(begun.status, 302);
    return new URL(begun.headers.get('location') ?? '');
  };
  const answerOf = async (response: Response): Promise<unknown> => {
    const text = await response.text();
    assert.equal(response.status, 200, text);
    return JSON.parse(text);
  };
  const postToKit = (path: string, body: unknown): Promise<Response> =>
    fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  test('it starts, and learns from us where it runs', async () => {
    const { isInitialized, baseUrl } = await kit.told('started');
    assert.deepEqual([isInitialized, baseUrl], [true, address]);
  });

  test('it is installed by an operator who agrees', async () => {
    const callback = await decide(browser, await install(), 'allow');
    assert.equal(`${callback.origin}${callback.pathname}`, `${address}/fp/auth`);
    assert.equal(callback.searchParams.get('company_id'), String(server.companyId));
    const returned = await browser.open(callback);
    assert.equal(returned.headers.get('location'), `/home?company_id=${server.companyId}`, await returned.text());
  });

  test('opened from an application it is told which, on the same callback', async () => {
    const application = '0123456789abcdef01234567';
    const callback = await decide(browser, await install(`&application_id=${application}`), 'allow');
    assert.equal(callback.searchParams.get('application_id'), application);
    const returned = await browser.open(callback);
    assert.equal(returned.headers.get('location'), `/home?company_id=${server.companyId}`, await returned.text());
  });

  test('it has registered its webhooks, and calls with the token of its session', async () => {
    const answer = await browser.open(`${address}/api/subscribers?company_id=${server.companyId}`);
    const { items } = (await answerOf(answer)) as Subscribers;
    assert.deepEqual(
      items.map(({ name, webhook_url }) => [name, webhook_url]),
      [[client.clientId, `${address}/webhooks`]],
    );
  });

  /** What the extension's calls with its offline token come to, all at one time, when its clock is so much ahead. */
  const callOffline = async (calls: number, aheadMs = 0): Promise<readonly string[]> => {
    for (let turn = 0; turn < calls; turn += 1) kit.order({ companyId: server.companyId, aheadMs });
    const told = await Promise.all(Array.from({ length: calls }, () => kit.told('called offline', 'failed offline')));
    return told.map((one) =>
      one.kind === 'called offline' ? `${(one.answer as Subscribers).items.length}` : one.message,
    );
  };

  test('it calls with its offline token, and renews it when it is about to end', async () => {
    assert.deepEqual(await callOffline(1), ['1']);
    for (const turn of [1, 2, 3]) assert.deepEqual(await callOffline(1, turn * NEARLY_OVER_MS), ['1']);
  });

  test('several calls that find it about to end renew it once, again and again', async () => {
    for (const turn of [4, 5]) assert.deepEqual(await callOffline(4, turn * NEARLY_OVER_MS), ['1', '1', '1', '1']);
    const before = await server.dump();
    assert.equal(before.includes('token.reuse'), false);
  });

  test('it takes a delivery of ours for genuine, and a forged one not', async () => {
    const { node, organizationId, companyId } = server;
    const settings = { name: 'Shop', currency: 'INR', country: 'IN' } as const;
    const shop = await addApplication(node, { organizationId, companyId }, settings, system);
    const feed = feedCompany(node, companyId);
    await feed('stores', stores);
    await feed('sellers', sellers);
    await feed('products', [aProduct(1)]);
    await feed('articles', [
      anArticle(1, { quantity: 5, prices: [{ currency_code: 'INR', marked: 9, effective: 9 }] }),
    ]);
    const credential = Buffer.from(`${shop.applicationId}:${shop.applicationToken}`).toString('base64');
    const added = await fetch(`${server.base}/service/application/cart/v1.0/detail`, {
      method: 'POST',
      headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
      body: JSON.stringify({ items: [{ item_id: 1, item_size: 'M', quantity: 1 }] }),
    });
    assert.equal(((await answerOf(added)) as { readonly success: boolean }).success, true);
    const { name, contains, ...told } = await kit.told('event');
    assert.deepEqual([name, contains], ['application/cart/create/v1', ['cart']]);
    assert.deepEqual([told.companyId, told.applicationId], [companyId, shop.applicationId]);

    const event = { category: 'application', name: 'cart', type: 'create', version: '1' };
    assert.equal((await postToKit('/webhooks', { event, company_id: companyId })).status, 500);
  });

  test('declined, it says so and has nothing', async () => {
    const callback = await decide(browser, await install(), 'deny');
    assert.equal(callback.searchParams.get('company_id'), String(server.companyId), 'or it would not find its session');
    const returned = await browser.open(callback);
    assert.deepEqual([returned.status, await returned.json()], [500, { message: 'the operator declined' }]);
  });

  test('a code is enough to install it without its callback, and uninstalling it ends that', async () => {
    const callback = await decide(browser, await install(), 'allow');
    const [company_id, code] = [server.companyId, callback.searchParams.get('code')];
    await answerOf(await postToKit('/fp/auto_install', { company_id, code }));
    assert.equal((await kit.told('installed by itself')).companyId, company_id);
    assert.deepEqual(await callOffline(1), ['1']);

    await answerOf(await postToKit('/fp/uninstall', { company_id }));
    assert.equal((await kit.told('uninstalled')).companyId, company_id);
    assert.match((await callOffline(1))[0] ?? '', /null/, 'it has no session any more');
  });
});
