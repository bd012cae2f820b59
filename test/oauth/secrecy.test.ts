/** What was issued is found nowhere afterwards: not in the database's bytes, not in the log, not in the metrics. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { dataFolder, serving } from '../commands/run-cartwright.ts';
import { createPostgres, engines } from '../databases.ts';
import { Client } from 'pg';

type Json = Readonly<Record<string, unknown>>;
type Credentials = Readonly<
  Record<
    'organization_id' | 'company_id' | 'application_id' | 'application_token' | 'client_id' | 'client_secret',
    string
  >
>;

const CLIENTS = 30;

/** Uses every door through which a secret comes or goes, and returns all secrets that passed. */
const issueSecrets = async (base: string, given: Credentials): Promise<readonly string[]> => {
  const issued: string[] = [given.client_secret, given.application_token];
  const clients = `${base}/service/partner/authorization/v1.0/organization/${given.organization_id}/oauth/client`;
  const sdk = `${base}/service/panel/authentication/v1.0/organization/${given.organization_id}/oauth/token`;
  const json = async (answer: Response): Promise<Json> => (await answer.json()) as Json;
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  });
  const tokens = async (answer: Response): Promise<Json> => {
    const body = await json(answer);
    for (const name of ['access_token', 'refresh_token']) if (typeof body[name] === 'string') issued.push(body[name]);
    return body;
  };
  const post = (address: string, body: Json, headers: Record<string, string>) =>
    fetch(address, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });

  const first = await tokens(
    await fetch(sdk, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      headers: basic(given.client_id, given.client_secret),
    }),
  );
  const bearer = { authorization: `Bearer ${String(first['access_token'])}` };
  for (let n = 0; n < CLIENTS; n += 1) {
    const made = await json(
      await post(
        clients,
        { grants: ['client_credentials', 'refresh_token'], scopes: { type: 'custom', permissions: ['company/*'] } },
        bearer,
      ),
    );
    const [id, secret] = [String(made['client_id']), String((made['secret'] as string[])[0])];
    issued.push(secret);
    const added = await json(await post(`${clients}/${id}/secret`, {}, bearer));
    issued.push(String(added['secret']));
    const body = await tokens(
      await post(sdk, { grant_type: 'client_credentials', client_id: id, client_secret: secret }, {}),
    );
    await tokens(
      await fetch(sdk, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: String(body['refresh_token']) }),
        headers: basic(id, secret),
      }),
    );
    // Secrets in places where they do not belong, as people send them by mistake.
    await fetch(`${clients}/${id}?client_secret=${secret}&token=${String(body['access_token'])}`, {
      headers: { authorization: `Bearer ${String(body['access_token'])}` },
    });
    await post(`${clients}/${id}/secret`, { client_secret: secret, expires_at: 'never' }, bearer);
    await fetch(`${base}/service/application/configuration/v1.0/application`, { headers: basic(id, secret) });
  }
  return issued;
};

const postgresText = async (url: string): Promise<string> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  const tables = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  let text = '';
  for (const { name } of tables.rows) text += JSON.stringify((await client.query(`select * from ${name}`)).rows);
  await client.end();
  return text;
};

describe('secrets', () => {
  for (const { name, skip } of engines) {
    test(`issued on ${name} are found nowhere afterwards`, { skip: skip ?? false }, async () => {
      const { folder, remove } = dataFolder();
      after(remove);
      const postgres = name === 'postgres' ? await createPostgres(false) : undefined;
      if (postgres !== undefined) after(postgres.drop);
      const node = await serving({
        CARTWRIGHT_DATA: folder,
        CARTWRIGHT_LOG_LEVEL: 'debug',
        CARTWRIGHT_LOG_SAMPLE: '1',
        ...(postgres === undefined ? {} : { DATABASE_URL: postgres.url }),
      });
      const given = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')) as Credentials;
      const issued = await issueSecrets(node.url, given);
      const metrics = await (await fetch(`${node.url}/metrics`)).text();
      const files = () =>
        readdirSync(folder)
          .filter((file) => file.startsWith('cartwright.db'))
          .map((file) => readFileSync(join(folder, file), 'latin1'));
      const stored = postgres === undefined ? files().join('') : await postgresText(postgres.url);
      await node.stop();
      assert.ok(issued.length > 100, `${issued.length} issued`);
      assert.ok(
        stored.includes(given.client_id) && node.printed().includes('/oauth/client'),
        'the places were really looked at',
      );
      const found = (place: string, text: string): readonly string[] =>
        issued.filter((secret) => text.includes(secret)).map((secret) => `${place}: ${secret.slice(0, 8)}…`);
      assert.deepEqual(
        [...found('database', stored), ...found('log', node.printed()), ...found('metrics', metrics)],
        [],
      );
    });
  }
});
