/** The page on which an operator agrees, and what keeps others from agreeing in his name. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { builtInRoles } from '../../src/operators/operator-rules.ts';
import { forEachEngine } from '../databases.ts';
import { CALLBACK, decide, oauthServer, openConsent, postForm } from './oauth-server.ts';

forEachEngine(async (engine) => {
  const server = await oauthServer(engine);
  after(() => server.close());
  const client = await server.addClient({
    grants: ['authorization_code', 'refresh_token'],
    meta: { name: 'Ads <b>&', description: '', tags: [] },
  });

  const addressFor = (scope?: string): string => {
    const query = { client_id: client.clientId, response_type: 'code', redirect_uri: CALLBACK, state: 's' };
    const all = scope === undefined ? query : { ...query, scope };
    const prefix = `${server.base}/service/panel/authentication/v1.0/organization/${server.organizationId}/oauth`;
    return `${prefix}/authorize?${new URLSearchParams(all).toString()}`;
  };
  const exchange = async (back: URL): Promise<Readonly<Record<string, unknown>>> => {
    const form = { grant_type: 'authorization_code', code: back.searchParams.get('code') ?? '' };
    const answer = await postForm(server, '/oidc/token', form, { authorization: client.basic });
    return (await answer.json()) as Readonly<Record<string, unknown>>;
  };

  test('the page says who asks for what, in plain text', async () => {
    const { page, text } = await openConsent(await server.browser('owner'), addressFor('company/settings/read'));
    assert.equal(page.status, 200);
    assert.ok(text.includes('Ads &lt;b&gt;&amp; asks for access'));
    assert.match(text, /<td>Settings of applications, and their tokens\.<\/td><td>see<\/td>/);
    assert.ok(text.includes('<code>company/settings/read</code>'));
    assert.ok(text.includes('client.example'));
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.ok(policy.includes("form-action 'self' https://client.example"));
    assert.ok(policy.includes("frame-ancestors 'none'"));
  });

  test('agreeing leads back with a code, the state and the issuer, and the audit tells it', async () => {
    const back = await decide(await server.browser('owner'), addressFor('company/settings/read'), 'allow');
    assert.equal(`${back.origin}${back.pathname}`, CALLBACK);
    assert.equal(back.searchParams.get('state'), 's');
    assert.equal(back.searchParams.get('iss'), `${server.base}/oidc`);
    assert.equal((await exchange(back))['scope'], 'company/settings/read');
    const row = await server.node.db.one<{ actor: string; document: string }>(
      'select actor, document from audit where action = ? order by id desc limit 1',
      ['client.consent'],
    );
    assert.match(row?.actor ?? '', /^operator:/);
    assert.ok(row?.document.includes('company/settings/read'));
  });

  test('neither the page’s id nor the code is in the database', async () => {
    const browser = await server.browser('owner');
    const { location } = await openConsent(browser, addressFor());
    const waiting = await server.dump();
    assert.ok(waiting.includes('Interaction'), 'the page is in the database');
    assert.equal(waiting.includes(location.split('/').at(-1) ?? ''), false);
    const code = (await decide(browser, addressFor(), 'allow')).searchParams.get('code') ?? '';
    const issued = await server.dump();
    assert.ok(code !== '' && issued.includes('AuthorizationCode'));
    assert.equal(issued.includes(code), false);
  });

  test('declining leads back with access_denied', async () => {
    const back = await decide(await server.browser('owner'), addressFor(), 'deny');
    assert.equal(back.searchParams.get('error'), 'access_denied');
    assert.equal(back.searchParams.get('code'), null);
  });

  test('nobody gives more than he has himself', async () => {
    const viewer = await server.browser('viewer');
    const address = addressFor('company/* organization/clients/read');
    const { text } = await openConsent(viewer, address);
    assert.ok(text.includes('not yours to give'));
    const tokens = await exchange(await decide(viewer, address, 'allow'));
    assert.deepEqual(String(tokens['scope']).split(' ').toSorted(), builtInRoles.viewer.permissions.toSorted());
  });

  test('who has nothing of it can only decline', async () => {
    const viewer = await server.browser('viewer');
    const address = addressFor('organization/clients/read');
    assert.equal((await openConsent(viewer, address)).text.includes('value="allow"'), false);
    const back = await decide(viewer, address, 'allow');
    assert.equal(back.searchParams.get('error'), 'access_denied');
  });

  test('without a signed-in operator the way leads to the sign-in page and names where to return', async () => {
    const { page, location } = await openConsent(await server.browser(), addressFor());
    assert.equal(page.status, 303);
    const target = new URL(page.headers.get('location') ?? '', server.base);
    assert.equal(target.pathname, '/console/sign-in');
    assert.equal(target.searchParams.get('return_to'), new URL(location, server.base).pathname);
  });

  test('coming from another site the browser makes a step on ours first, so that the session’s cookie is sent', async () => {
    const browser = await server.browser('owner');
    const asked = await browser.open(addressFor());
    const location = asked.headers.get('location') ?? '';
    const step = await browser.open(location, { headers: { 'sec-fetch-site': 'cross-site' } });
    assert.equal(step.status, 200);
    assert.equal(step.headers.get('refresh'), `0; url=${location}`);
    assert.ok((await step.text()).includes(`href="${location}"`));
  });

  test('an operator of another organization cannot agree', async () => {
    const stranger = await server.browser('owner', await server.addOrganization());
    const { page, text } = await openConsent(stranger, addressFor());
    assert.equal(page.status, 403);
    assert.equal(text.includes('form_token'), false);
  });

  test('a form of another site, or without the page’s own token, agrees to nothing', async () => {
    const browser = await server.browser('owner');
    const { location, formToken } = await openConsent(browser, addressFor());
    const post = (token: string, site: string): Promise<Response> =>
      browser.open(location, {
        method: 'POST',
        body: new URLSearchParams({ form_token: token, decision: 'allow' }),
        headers: { 'sec-fetch-site': site },
      });
    for (const answer of [
      await post(formToken, 'cross-site'),
      await post(formToken, 'same-site'),
      await post('x', 'same-origin'),
    ]) {
      assert.equal(answer.status, 403);
    }
    const other = await openConsent(browser, addressFor());
    assert.equal((await post(other.formToken, 'same-origin')).status, 403, 'the token of another page');
    assert.equal((await post(formToken, 'same-origin')).status, 303);
  });

  test('a page of another browser has expired here', async () => {
    const { location } = await openConsent(await server.browser('owner'), addressFor());
    const answer = await (await server.browser('owner')).open(location);
    assert.equal(answer.status, 400);
    assert.ok((await answer.text()).includes('expired'));
  });

  test('every request is agreed to anew', async () => {
    const browser = await server.browser('owner');
    await decide(browser, addressFor(), 'allow');
    const { text } = await openConsent(browser, addressFor());
    assert.ok(text.includes('value="allow"'));
  });

  test('what an operator agreed to is not renewed once he is no longer active', async () => {
    const browser = await server.browser('owner');
    const tokens = await exchange(await decide(browser, addressFor('company/audit/read'), 'allow'));
    await server.node.db.commit([{ sql: 'update operator set is_active = 0' }]);
    const form = { grant_type: 'refresh_token', refresh_token: String(tokens['refresh_token']) };
    const answer = await postForm(server, '/oidc/token', form, { authorization: client.basic });
    assert.equal(answer.status, 400);
  });
});
