/** Senders that others wrote, unmodified, over a real socket: the published SDK and its click library. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { after, beforeEach, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import type { EventVerdicts } from '../../src/contract/events/event-collector-contract.ts';
import { forEachEngine } from '../databases.ts';
import { eventServer } from './event-server.ts';
import { eventNames, type Json, samples } from './samples.ts';

const require = createRequire(import.meta.url);

type SdkClient = {
  readonly webhook: { readonly saveClickEvent: (given: { readonly body: Json }) => Promise<EventVerdicts> };
};
const { ApplicationClient } = require('@gofynd/fdk-client-javascript') as {
  readonly ApplicationClient: new (config: Json) => SdkClient;
};

type Flick = {
  readonly initialize: (endpoint: string, apiKey: string, flushInterval: number) => Promise<void>;
  readonly sendEvent: (name: string, properties: Json) => Promise<unknown>;
  readonly identify: (userId: string, traits: Json) => Promise<void>;
  readonly batchExecutorID: NodeJS.Timeout;
};

/** The library is written for bundlers; it asks its surroundings for a window, as a page has one. */
const loadFlick = (): Flick => {
  const entry = fileURLToPath(new URL('../../node_modules/@gofynd/flick/dist/index.js', import.meta.url));
  const { outputFiles } = buildSync({
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    write: false,
    logLevel: 'silent',
  });
  const kept = new Map<string, string>();
  const window = {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
    screen: { availWidth: 1280, availHeight: 800 },
  };
  const navigator = {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    languages: ['en-IN', 'en'],
    language: 'en-IN',
  };
  const silent = { log: () => {}, info: () => {}, error: console.error };
  const module = { exports: {} };
  // oxlint-disable-next-line no-implied-eval -- a page runs it as a script, too
  const run = new Function(
    'module',
    'exports',
    'require',
    'window',
    'navigator',
    'console',
    outputFiles[0]?.text ?? '',
  );
  run(module, module.exports, require, window, navigator, silent);
  return module.exports as Flick;
};

/** What a theme hands to the library: everything of the payload that the library does not add itself. */
const propertiesOf = (name: (typeof eventNames)[number]): Json => {
  const {
    context: _context,
    user_id: _user,
    anonymous_id: _anonymous,
    version: _version,
    ...rest
  } = samples[name] as Json;
  return rest;
};

forEachEngine(async (engine) => {
  const server = await eventServer(engine);
  after(() => server.close());
  // They sign with the time of their machine.
  server.node.clock.at = Date.now();
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const base = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  beforeEach(() => server.node.db.commit([{ sql: 'delete from event' }]));

  test('the SDK’s saveClickEvent sends events of every kind, and is told what became of them', async () => {
    const { applicationId, applicationToken } = server.shop;
    const client = new ApplicationClient({
      applicationID: applicationId,
      applicationToken,
      domain: base,
      logLevel: 'SILENT',
    });
    const batch = eventNames.map((name, at) => ({
      event_id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
      event_name: name,
      event_timestamp: new Date().toISOString(),
      context: samples.user_logout.context,
      properties: propertiesOf(name),
      user_id: 'u-1',
      anonymous_id: 'a-1',
    }));
    const body = { batch: [...batch, { event_name: 'cart_view' }], sent_at: new Date().toISOString() };
    const verdicts = await client.webhook.saveClickEvent({ body });
    assert.deepEqual([verdicts.success_count, verdicts.failed_count], [12, 1], JSON.stringify(verdicts.failures));
    assert.deepEqual(verdicts.failed_events, [{ event_name: 'cart_view' }]);
    assert.deepEqual(
      (await server.stored()).map(({ flags }) => flags).filter((flags) => flags !== ''),
      [],
    );
  });

  test('the click library sends what a theme tells it, once each, and nothing of it is refused', async () => {
    const { applicationId, applicationToken } = server.shop;
    const flick = loadFlick();
    await flick.initialize(base, Buffer.from(`${applicationId}:${applicationToken}`).toString('base64'), 30);
    try {
      const { method, login_value } = samples.user_login;
      await flick.identify('u-7', { method, login_value });
      const others = eventNames.filter((name) => name !== 'user_login');
      for (const name of others) await flick.sendEvent(name, propertiesOf(name));
      let stored = await server.stored();
      for (let turn = 0; stored.length < 12 && turn < 3_000; turn += 1) {
        await pause(20);
        stored = await server.stored();
      }
      const names = stored.map(({ slug }) => slug.split('/')[1] ?? '');
      assert.deepEqual(names.toSorted(), [...eventNames].toSorted());
      assert.ok(stored.every(({ user_id }) => user_id === 'u-7'));
      assert.ok(stored.every(({ flags }) => flags === ''));
      assert.deepEqual((stored.at(0)?.body.payload['context'] as Json | undefined)?.['library'], {
        name: 'flick',
        version: '1.0.4',
      });
    } finally {
      clearInterval(flick.batchExecutorID);
    }
  });
});
