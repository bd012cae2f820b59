/** What may be used once is used once, however many try at the same moment; and a second use ends the family. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { forEachEngine } from '../databases.ts';
import { CALLBACK, decide, oauthServer, postForm } from './oauth-server.ts';

const TRIES = 10;
const ROUNDS = 5;
type Tokens = { readonly access_token: string; readonly refresh_token: string };

forEachEngine(async (engine) => {
  const server = await oauthServer(engine);
  after(() => server.close());
  const client = await server.addClient({ grants: ['client_credentials', 'authorization_code', 'refresh_token'] });

  const post = (form: Readonly<Record<string, string>>): Promise<Response> =>
    postForm(server, '/oidc/token', form, { authorization: client.basic });
  const newTokens = async (): Promise<Tokens> =>
    (await (await post({ grant_type: 'client_credentials' })).json()) as Tokens;
  const refresh = (token: string): Promise<Response> => post({ grant_type: 'refresh_token', refresh_token: token });
  const newCode = async (): Promise<string> => {
    const prefix = `/service/panel/authentication/v1.0/organization/${server.organizationId}/oauth`;
    const query = new URLSearchParams({ client_id: client.clientId, response_type: 'code', redirect_uri: CALLBACK });
    const back = await decide(
      await server.browser('owner'),
      `${server.base}${prefix}/authorize?${query.toString()}`,
      'allow',
    );
    return back.searchParams.get('code') ?? '';
  };
  const redeem = (code: string): Promise<Response> =>
    post({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK });
  const isActive = async (token: string): Promise<boolean> => {
    const answer = await postForm(server, '/oidc/token/introspection', { token }, { authorization: client.basic });
    return ((await answer.json()) as { readonly active: boolean }).active;
  };

  /** The answers of ten at once: one success, the rest `invalid_grant`. Gives the success. */
  const onlyWinner = async (attempt: () => Promise<Response>): Promise<Tokens> => {
    const answers = await Promise.all(Array.from({ length: TRIES }, attempt));
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as (Tokens & { error?: string })[];
    assert.deepEqual(
      bodies.flatMap(({ error }) => error ?? []),
      Array.from({ length: TRIES - 1 }, () => 'invalid_grant'),
    );
    const winner = bodies.find(({ access_token }) => access_token !== undefined);
    assert.ok(winner);
    return winner;
  };

  test('of ten that redeem one refresh token at once, one succeeds and the family ends', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { refresh_token } = await newTokens();
      const winner = await onlyWinner(() => refresh(refresh_token));
      assert.equal(await isActive(winner.access_token), false);
      assert.equal((await refresh(winner.refresh_token)).status, 400);
    }
  });

  test('of ten that redeem one code at once, one succeeds and the family ends', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const code = await newCode();
      const winner = await onlyWinner(() => redeem(code));
      assert.equal(await isActive(winner.access_token), false);
    }
  });

  test('a refresh token that comes back later ends every token of its family, and the audit says so', async () => {
    const first = await newTokens();
    const second = (await (await refresh(first.refresh_token)).json()) as Tokens;
    assert.equal(await isActive(second.access_token), true);
    assert.equal(await isActive(first.refresh_token), false, 'a used one is not active');

    assert.equal((await refresh(first.refresh_token)).status, 400);
    for (const token of [first.access_token, second.access_token, second.refresh_token]) {
      assert.equal(await isActive(token), false);
    }
    const rows = await server.node.db.all<{ actor: string; organization_id: string }>(
      'select actor, organization_id from audit where action = ? and subject = ? order by id desc limit 1',
      ['token.reuse', `client/${client.clientId}`],
    );
    assert.deepEqual(rows, [{ actor: `service:${client.clientId}`, organization_id: server.organizationId }]);
  });

  test('a code that comes back later ends the tokens it gave', async () => {
    const code = await newCode();
    const tokens = (await (await redeem(code)).json()) as Tokens;
    assert.equal(await isActive(tokens.access_token), true);
    const again = await redeem(code);
    assert.equal(again.status, 400);
    assert.equal(await isActive(tokens.access_token), false);
  });

  test('asking about a used refresh token does not end anything', async () => {
    const first = await newTokens();
    const second = (await (await refresh(first.refresh_token)).json()) as Tokens;
    assert.equal(await isActive(first.refresh_token), false);
    assert.equal(await isActive(second.access_token), true);
  });

  test('a refresh token of one client is of no use to another', async () => {
    const other = await server.addClient({ grants: ['client_credentials', 'refresh_token'] });
    const { refresh_token, access_token } = await newTokens();
    const form = { grant_type: 'refresh_token', refresh_token };
    const answer = await postForm(server, '/oidc/token', form, { authorization: other.basic });
    assert.equal(answer.status, 400);
    assert.equal(await isActive(access_token), true);
  });
});
