/** In one go, as a person meets it: from a program's link through signing in and agreeing to the code it is given. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { addOperator } from '../../src/operators/add-operator.ts';
import { system } from '../../src/applications/node.ts';
import { setPassword } from '../../src/operators/set-password.ts';
import { signInDesk } from '../../src/operators/sign-in-desk.ts';
import { engines } from '../databases.ts';
import { type OauthServer, oauthServer, postForm, type TestClient } from '../oauth/oauth-server.ts';
import { complaintsOf, openBrowser, PAGE_PATIENCE_MS, skipBrowser } from './browser.ts';

const PERSON = { email: 'olga@example.com', name: 'Olga', role: 'owner' } as const;
const PASSWORD = 'correct horse battery';

describe('from a link to a code', { skip: skipBrowser }, () => {
  let server: OauthServer;
  let browser: Browser;
  let client: TestClient;
  let callback: string;
  // Another site: the address differs in its host, so that cookies and their rules are those of two sites.
  const program = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<title>Program</title><link rel="icon" href="data:,"><a href="${decodeURIComponent(request.url?.split('?begin=')[1] ?? '')}">Connect</a>`,
    );
  });
  before(async () => {
    const [sqlite] = engines;
    if (sqlite === undefined) throw new Error('there is always SQLite');
    server = await oauthServer(sqlite, '', { CARTWRIGHT_STOREFRONT: 'off' });
    await new Promise<void>((resolve) => program.listen(0, '::1', resolve));
    callback = `http://[::1]:${(program.address() as AddressInfo).port}/callback`;
    client = await server.addClient({ grants: ['authorization_code'], redirect_urls: [callback] });
    const { node, organizationId } = server;
    const { operatorId } = await addOperator(node, { organizationId, ...PERSON }, system);
    const { queue } = signInDesk(node);
    await setPassword(
      node,
      queue,
      { operator: { id: operatorId, organizationId }, password: PASSWORD },
      { actor: 'system', requestId: 'r' },
    );
    browser = await openBrowser();
  });
  after(async () => {
    program.close();
    program.closeAllConnections();
    await server?.close();
  });

  for (const javaScriptEnabled of [true, false]) {
    for (const prompt of ['', 'login']) {
      const how = `${javaScriptEnabled ? 'with' : 'without'} JavaScript${prompt && ', signed in already and asked to do so again'}`;
      test(how, async () => {
        const context = await browser.newContext({ javaScriptEnabled });
        context.setDefaultTimeout(PAGE_PATIENCE_MS);
        const page = await context.newPage();
        const complaints = complaintsOf(page);
        const signIn = async (): Promise<void> => {
          await page.getByLabel('E-mail address').fill(PERSON.email);
          await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
          await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        };
        if (prompt !== '') {
          await page.goto(`${server.base}/console/sign-in`);
          await signIn();
          await page.waitForURL(`${server.base}/console`);
        }
        const query = { client_id: client.clientId, response_type: 'code', redirect_uri: callback, state: 'abc' };
        const asked = new URLSearchParams({ ...query, scope: 'company/audit/read', ...(prompt && { prompt }) });
        const authorize = `${server.base}/service/panel/authentication/v1.0/company/${server.companyId}/oauth/authorize?${asked.toString()}`;
        await page.goto(`${new URL(callback).origin}/?begin=${encodeURIComponent(authorize)}`);
        await page.getByRole('link', { name: 'Connect' }).click();
        await signIn();
        await page.getByText('Names of these permissions').click();
        await page.getByText('company/audit/read').waitFor();
        await page.getByRole('button', { name: 'Allow', exact: true }).click();
        await page.waitForURL(({ href }) => href.startsWith(callback));
        const back = new URL(page.url()).searchParams;
        assert.deepEqual([back.get('state'), back.get('company_id')], ['abc', String(server.companyId)]);
        const form = { grant_type: 'authorization_code', code: back.get('code') ?? '' };
        const answer = await postForm(server, '/oidc/token', form, { authorization: client.basic });
        assert.equal(((await answer.json()) as { readonly scope?: string }).scope, 'company/audit/read');
        assert.deepEqual(complaints, []);
        await context.close();
      });
    }
  }
});
