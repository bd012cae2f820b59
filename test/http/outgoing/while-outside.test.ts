/** Requests that wait for somebody outside are not in progress: they keep nobody from a node that has nothing to do. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { keySets } from '../../../src/customers/key-set.ts';
import { networkKeySource } from '../../../src/customers/key-source.ts';
import { addressProblems } from '../../../src/http/outgoing/check-address.ts';
import { guardedRequest } from '../../../src/http/outgoing/guarded-request.ts';
import { whileOutside } from '../../../src/http/outgoing/while-outside.ts';
import { createMetrics } from '../../../src/http/watch/metrics.ts';
import { createServer } from '../../../src/http/server.ts';
import { customRuleAt } from '../../../src/offers/logic/change-custom-rule.ts';
import { ruleAsker } from '../../../src/offers/logic/rule-asker.ts';
import { processStopwatch } from '../../../src/shared/clock.ts';
import { nextTurn } from '../../../src/shared/slices.ts';
import { webhookRoutes } from '../../../src/webhooks/webhook-routes.ts';
import { newNode } from '../../applications/new-node.ts';
import { newShop } from '../../applications/test-server.ts';
import { forEachEngine } from '../../databases.ts';
import { openRuleDesk } from '../../orders/rule-desk.ts';
import { says } from '../../orders/rule-program.ts';
import { openReceiver } from '../../webhooks/receiver.ts';
import { reach } from '../../webhooks/webhook-server.ts';
import { saidCaller } from '../quiet-server.ts';
import { listen, sampleOptions } from '../sample-server.ts';

const open = { access: { kind: 'public' } } as const;
const once = { ...reach, timeoutMs: 60_000, maxBytes: 1_000 };

/** Somebody who says nothing until he is let. */
const silentReceiver = async () => {
  const receiver = await openReceiver();
  after(receiver.close);
  const held = Promise.withResolvers<void>();
  receiver.answer = () => held.promise.then(() => ({ status: 200, body: '{"keys":[]}' }));
  return { url: receiver.url, received: receiver.received, speaks: () => held.resolve() };
};

const server = (maxInFlight: number, mostWaitMs = 50) => {
  const metrics = createMetrics();
  const app: FastifyInstance = createServer(
    sampleOptions({
      metrics,
      overload: { maxInFlight, mostWaitMs },
      identify: async ({ headers }) => saidCaller(headers),
    }),
  );
  after(() => app.close());
  app.get('/quick', { config: open }, async () => 'done');
  const count = (name: string): number => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(metrics.render())?.[1]);
  const until = async (inFlight: number, outside: number): Promise<void> => {
    while (count('cartwright_http_in_flight') !== inFlight || count('cartwright_http_outside') !== outside)
      await new Promise(setImmediate);
  };
  return { app, until };
};
const asking =
  (port: number) =>
  async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
    await answer.text();
    return answer.status;
  };

describe('requests that wait for somebody outside', () => {
  test('leave their places to others, and have them again when he has spoken', async () => {
    const receiver = await silentReceiver();
    const { app, until } = server(4);
    const here = Promise.withResolvers<void>();
    app.get('/outside', { config: open }, async () => {
      const { status } = await guardedRequest(receiver.url, once);
      await here.promise;
      return String(status);
    });
    const ask = asking(await listen(app));
    const both = [ask('/outside'), ask('/outside')];
    await until(0, 2);
    receiver.speaks();
    await until(2, 0);
    here.resolve();
    assert.deepEqual(await Promise.all(both), [200, 200]);
    await until(0, 0);
  });

  test('are so many of one address, and wait in their places beyond that', async () => {
    const receiver = await silentReceiver();
    const { app, until } = server(4);
    app.get('/outside', { config: open }, async () => String((await guardedRequest(receiver.url, once)).status));
    const ask = asking(await listen(app));
    const many = Array.from({ length: 6 }, () => ask('/outside'));
    await until(4, 2);
    while ((await ask('/quick')) !== 503);
    receiver.speaks();
    assert.deepEqual(await Promise.all(many), Array(6).fill(200));
    await until(0, 0);
  });

  test('of a client who goes away are nowhere, then and when he outside speaks', async () => {
    const receiver = await silentReceiver();
    const { app, until } = server(4);
    const gone = Promise.withResolvers<void>();
    app.get('/outside', { config: open }, async () => {
      await guardedRequest(receiver.url, once);
      gone.resolve();
      return 'done';
    });
    const ask = asking(await listen(app));
    const client = new AbortController();
    const left = assert.rejects(ask('/outside', { signal: client.signal }));
    await until(0, 1);
    client.abort();
    await left;
    await until(0, 0);
    receiver.speaks();
    await gone.promise;
    await until(0, 0);
    assert.equal(await ask('/quick'), 200);
    await until(0, 0);
  });

  test('are back when they wait no longer, whatever becomes of what they waited for', async () => {
    const { app, until } = server(4);
    const [held, never] = [Promise.withResolvers<void>(), new Promise<readonly string[]>(() => {})];
    app.get('/outside', { config: open }, async () => {
      const late = { ...once, timeoutMs: 20, resolve: () => never };
      await assert.rejects(guardedRequest('https://nobody.example/', late), { name: 'TimeoutError' });
      await held.promise;
      return 'done';
    });
    app.get('/looks', { config: open }, async () =>
      JSON.stringify(
        await addressProblems('https://slow.example/', { ...reach, resolve: () => held.promise.then(() => []) }),
      ),
    );
    const ask = asking(await listen(app));
    const asked = [ask('/outside'), ask('/looks')];
    await until(1, 1);
    held.resolve();
    assert.deepEqual(await Promise.all(asked), [200, 200]);
    await until(0, 0);
  });

  test('for several at once are one, and in progress again when all have spoken', async () => {
    const { app, until } = server(4);
    const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    app.get('/outside', { config: open }, async () => {
      await Promise.all([
        whileOutside(() => whileOutside(() => one.promise)),
        whileOutside(() => other.promise).catch(() => undefined),
      ]);
      for (let turn = 0; turn < 3; turn += 1) await nextTurn();
      return 'done';
    });
    const ask = asking(await listen(app));
    const asked = ask('/outside');
    await until(0, 1);
    one.resolve();
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
    await until(0, 1);
    other.reject(new Error('he hung up'));
    assert.equal(await asked, 200);
    await until(0, 0);
  });

  test('that another asked already are so too: a key set is asked for once', async () => {
    const receiver = await silentReceiver();
    const { app, until } = server(8);
    const findKey = keySets(
      networkKeySource(reach, () => {}),
      processStopwatch,
    );
    app.get('/outside', { config: open }, async () => JSON.stringify(await findKey(receiver.url, { alg: 'RS256' })));
    const ask = asking(await listen(app));
    const many = Array.from({ length: 4 }, () => ask('/outside'));
    await until(0, 4);
    assert.equal(receiver.received.length, 1);
    receiver.speaks();
    assert.deepEqual(await Promise.all(many), Array(4).fill(200));
  });
});

forEachEngine((engine) => {
  test('pings of a receiver who says nothing keep nobody from the node', async () => {
    const node = await newNode(engine);
    const shop = await newShop(node);
    const receiver = await silentReceiver();
    const { app, until } = server(8);
    await app.register(webhookRoutes, { desk: { node, reach } });
    const ask = asking(await listen(app));
    const ping = () =>
      ask(`/service/platform/webhook/v1.0/company/${shop.companyId}/subscriber/ping`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-organization': shop.organizationId },
        body: JSON.stringify({ webhook_url: receiver.url }),
      });
    const pings = Array.from({ length: 4 }, ping);
    await until(0, 4);
    assert.equal(await ask('/quick'), 200);
    receiver.speaks();
    assert.deepEqual(await Promise.all(pings), Array(4).fill(200));
    after(node.close);
  });

  test('carts that wait for a custom rule do neither, also those that wait for their turn at it or for the same answer', async () => {
    const node = await newNode(engine);
    const shop = await newShop(node);
    const { program, put, work, close } = await openRuleDesk({ ...shop, node });
    const asker = ruleAsker({ node, reach, modules: work.desk.modules });
    after(async () => {
      await Promise.all([asker.close(), close()]);
      await node.close();
    });
    await put('slow', { url: program.url });
    const rule = await customRuleAt(node, shop, 'slow');
    const { app, until } = server(64);
    app.get<{ Params: { text: string } }>('/rule/:text', { config: open }, async ({ params }) => {
      const question = { text: JSON.stringify(params), read: (said: unknown) => said };
      return JSON.stringify(await asker.ask(shop.applicationId, rule, question, 'somebody'));
    });
    const ask = asking(await listen(app));
    program.answers(says({}));
    // What is done for the first time takes longer, and a rule has two seconds at most.
    await Promise.all(Array.from({ length: 6 }, (_, at) => ask(`/rule/before%20${at}`)));
    const held = Promise.withResolvers<void>();
    program.answers((told, response) => void held.promise.then(() => says({})(told, response)));
    const asked = Array.from({ length: 6 }, (_, at) => ask(`/rule/${at % 5}`));
    await until(0, 6);
    held.resolve();
    assert.deepEqual(await Promise.all(asked), Array(6).fill(200));
    await until(0, 0);
  });
});
