/** Somebody sets the machine's clock while the node runs: nobody waits longer for it and nobody gets off sooner. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../../../src/app.ts';
import { changeApplication } from '../../../src/applications/change-application.ts';
import { system } from '../../../src/applications/node.ts';
import { readConfig } from '../../../src/config.ts';
import { planClient } from '../../../src/oauth/clients/client-statements.ts';
import { newNode, type TestNode } from '../../applications/new-node.ts';
import { people } from '../../applications/sign-in-people.ts';
import { newShop, type Shop } from '../../applications/test-server.ts';
import { engines } from '../../databases.ts';
import { collectorUrl } from '../../events/event-server.ts';
import { anEvent } from '../../events/samples.ts';
import { plainClient } from '../../oauth/oauth-server.ts';

const HOUR = 3_600_000;
const request = { ...system, checkVersion: () => {}, remember: () => [] };

for (const [way, ms] of [
  ['back', -HOUR],
  ['forward', HOUR],
] as const) {
  describe(`a clock that is set an hour ${way}`, () => {
    let node: TestNode;
    let shop: Shop;
    let app: FastifyInstance;
    let setBy = 0;
    before(async () => {
      const [sqlite] = engines;
      assert.ok(sqlite);
      const made = await newNode(sqlite);
      node = { ...made, now: () => made.clock.at + setBy };
      shop = await newShop(node);
      const config = readConfig({ CARTWRIGHT_LOG_LEVEL: 'silent', CARTWRIGHT_WEBHOOKS: 'off' });
      app = await createApp(node, config, () => false);
    });
    after(async () => {
      await app.close();
      await node.close();
    });
    const authorization = () =>
      `Bearer ${Buffer.from(`${shop.applicationId}:${shop.applicationToken}`).toString('base64')}`;

    type Told = { readonly statusCode: number; readonly headers: Readonly<Record<string, unknown>> };
    /** The same refusal with the same wait before and after the clock is set, and none once that wait is over. */
    const holds = async (call: () => Promise<Told>): Promise<void> => {
      setBy = 0;
      const told = await call();
      assert.equal(told.statusCode, 429);
      const wait = Number(told.headers['retry-after']);
      assert.ok(wait > 0);
      setBy = ms;
      const after = await call();
      assert.deepEqual([after.statusCode, after.headers['retry-after']], [429, told.headers['retry-after']]);
      node.clock.at += wait * 1000;
      assert.notEqual((await call()).statusCode, 429);
      setBy = 0;
    };

    test('leaves the requests a minute as they were', async () => {
      await changeApplication(node, shop, { requests_per_minute: 3 }, request);
      const call = () =>
        app.inject({
          url: '/service/application/cart/v1.0/basic',
          headers: { authorization: authorization() },
        });
      for (let n = 0; n < 3; n += 1) assert.equal((await call()).statusCode, 200);
      await holds(call);
      await changeApplication(node, shop, { requests_per_minute: 10_000 }, request);
    });

    test('leaves the events a minute as they were', async () => {
      await changeApplication(node, shop, { events: { events_per_minute: 60 } }, request);
      const call = () => {
        const event = () => anEvent('product_view', { applicationId: shop.applicationId, at: node.now() });
        const payload = { batch: Array.from({ length: 60 }, event) };
        return app.inject({ method: 'POST', url: collectorUrl, headers: { authorization: authorization() }, payload });
      };
      assert.equal((await call()).statusCode, 200);
      await holds(call);
    });

    test('leaves the wait after wrong secrets as it was', async () => {
      const planned = planClient({ ...shop, document: plainClient, at: node.now() }, node.random);
      await node.db.commit(planned.statements);
      const credential = Buffer.from(`${planned.clientId}:wrong`).toString('base64');
      const call = () =>
        app.inject({
          method: 'POST',
          url: '/oidc/token',
          headers: {
            authorization: `Basic ${credential}`,
            'content-type': 'application/x-www-form-urlencoded',
          },
          payload: 'grant_type=client_credentials',
        });
      for (let n = 0; n < 10; n += 1) assert.equal((await call()).statusCode, 401);
      await holds(call);
    });

    test('leaves the wait after wrong passwords as it was', async () => {
      const { newOperator, signIn } = people(node, shop, app);
      const { email } = await newOperator('correct horse battery');
      const call = () => signIn(email, 'wrong wrong wrong');
      for (let n = 0; n < 5; n += 1) assert.equal((await call()).statusCode, 403);
      await holds(call);
    });
  });
}
