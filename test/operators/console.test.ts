import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { addOperator, type IssuedLink } from '../../src/operators/add-operator.ts';
import { system } from '../../src/applications/node.ts';
import { isSameOrigin } from '../../src/operators/same-origin.ts';
import { forEachEngine } from '../databases.ts';
import { newNode } from '../applications/new-node.ts';
import { newShop, testServer } from '../applications/test-server.ts';

describe('same origin', () => {
  test('the browser’s word counts first, then the origin, and without either it is not', () => {
    const publicUrl = new URL('https://shop.example/cartwright');
    const cases: readonly (readonly [Record<string, string>, boolean])[] = [
      [{ 'sec-fetch-site': 'same-origin' }, true],
      [{ 'sec-fetch-site': 'same-site', origin: 'https://shop.example' }, false],
      [{ 'sec-fetch-site': 'none' }, false],
      [{ origin: 'https://shop.example' }, true],
      [{ origin: 'http://shop.example' }, false],
      [{ origin: 'https://evil.example', host: 'evil.example' }, false],
      [{ origin: 'null' }, false],
      [{}, false],
    ];
    for (const [headers, expected] of cases) {
      assert.equal(isSameOrigin(headers, publicUrl), expected, JSON.stringify(headers));
    }
    assert.equal(isSameOrigin({ origin: 'http://127.0.0.1:8080', host: '127.0.0.1:8080' }, undefined), true);
    assert.equal(isSameOrigin({ origin: 'http://evil.example', host: '127.0.0.1:8080' }, undefined), false);
  });
});

forEachEngine(async (engine) => {
  const servers: FastifyInstance[] = [];
  const node = await newNode(engine);
  const shop = await newShop(node);
  const app = await testServer(node);
  servers.push(app);
  after(async () => {
    for (const server of servers) await server.close();
    await node.close();
  });

  let count = 0;
  const invite = (name = 'Jane'): Promise<IssuedLink> => {
    count += 1;
    const { organizationId } = shop;
    return addOperator(node, { organizationId, email: `jane${count}@example.com`, name, role: 'owner' }, system);
  };
  const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}, server = app) =>
    server.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...headers },
      payload: new URLSearchParams(fields).toString(),
    });
  const cookieOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['set-cookie']);
  const signIn = async () => {
    const answer = await post('/console/enter', { token: (await invite()).linkToken });
    return cookieOf(answer).split(';')[0] ?? '';
  };

  test('opening the link shows a button and uses nothing up; pressing it signs in once', async () => {
    const { linkToken } = await invite('Jane <Doe>');
    const url = `/console/enter?token=${linkToken}`;
    for (let look = 0; look < 3; look += 1) {
      const page = await app.inject({ url });
      assert.equal(page.statusCode, 200);
      assert.ok(page.body.includes('Jane &lt;Doe&gt;') && page.body.includes(linkToken));
      assert.equal(page.headers['set-cookie'], undefined);
      assert.equal(page.headers['cache-control'], 'no-store');
      // Under no-referrer a browser would send the form with `Origin: null`.
      assert.equal(page.headers['referrer-policy'], 'strict-origin');
    }
    const entered = await post('/console/enter', { token: linkToken });
    assert.deepEqual([entered.statusCode, entered.headers.location], [303, '/console']);
    assert.match(cookieOf(entered), /^cw_session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/);
    const again = await post('/console/enter', { token: linkToken });
    assert.equal(again.statusCode, 404);
    assert.equal(again.headers['set-cookie'], undefined);
    assert.ok(!(await app.inject({ url })).body.includes('<form'));
  });

  test('ten presses at once make one session', async () => {
    const { linkToken } = await invite();
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('/console/enter', { token: linkToken })));
    assert.equal(answers.filter(({ statusCode }) => statusCode === 303).length, 1);
    assert.equal(answers.filter((answer) => answer.headers['set-cookie'] !== undefined).length, 1);
  });

  test('another site cannot sign anybody in or out', async () => {
    const { linkToken } = await invite();
    const forged = await post('/console/enter', { token: linkToken }, { 'sec-fetch-site': 'cross-site' });
    assert.equal(forged.statusCode, 403);
    assert.equal((await post('/console/enter', { token: linkToken })).statusCode, 303);
    const cookie = await signIn();
    const out = await post('/console/sign-out', { form_token: 'guess' }, { cookie });
    assert.equal(out.statusCode, 403);
    assert.ok((await app.inject({ url: '/console', headers: { cookie } })).body.includes('Sign out'));
  });

  test('the console says who you are and what there is, and a stranger how to get in', async () => {
    const cookie = await signIn();
    const { body } = await app.inject({ url: '/console', headers: { cookie } });
    for (const text of ['Jane', 'Org', shop.applicationId, 'Shop', 'Sign out']) assert.ok(body.includes(text), text);
    const strange = await app.inject({ url: '/console', headers: { cookie: 'cw_session=nobody' } });
    assert.ok(strange.body.includes('cartwright operator add') && !strange.body.includes('Sign out'));
  });

  test('signing out by the console’s button ends the session and clears the cookie', async () => {
    const cookie = await signIn();
    const { body } = await app.inject({ url: '/console', headers: { cookie } });
    const formToken = /name="form_token" value="([\w-]+)"/.exec(body)?.[1] ?? '';
    const out = await post('/console/sign-out', { form_token: formToken }, { cookie });
    assert.equal(out.statusCode, 303);
    assert.match(cookieOf(out), /^cw_session=; Path=\/; Max-Age=0;/);
    assert.ok(!(await app.inject({ url: '/console', headers: { cookie } })).body.includes('Sign out'));
  });

  test('under an https address with a path, the cookie is Secure and every address keeps the path', async () => {
    const server = await testServer(node, new URL('https://shop.example/cartwright/'));
    servers.push(server);
    const { linkToken } = await invite();
    const page = await server.inject({ url: `/cartwright/console/enter?token=${linkToken}` });
    assert.ok(page.body.includes('action="/cartwright/console/enter"'));
    const entered = await post('/cartwright/console/enter', { token: linkToken }, {}, server);
    assert.equal(entered.headers.location, '/cartwright/console');
    assert.match(cookieOf(entered), /; Secure$/);
  });
});
