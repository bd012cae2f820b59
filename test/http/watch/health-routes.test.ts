import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type HealthOptions, healthRoutes } from '../../../src/http/watch/health-routes.ts';
import { createMetrics } from '../../../src/http/watch/metrics.ts';
import { createServer } from '../../../src/http/server.ts';
import { listen, sampleOptions } from '../sample-server.ts';

const healthServer = (health: Partial<HealthOptions> = {}, server: Parameters<typeof sampleOptions>[0] = {}) => {
  const metrics = createMetrics();
  const app = createServer(sampleOptions({ metrics, ...server }));
  const checks = { database: async () => undefined };
  healthRoutes(app, {
    version: '1.2.3',
    renderMetrics: async () => metrics.render(),
    metricsToken: undefined,
    isDraining: () => false,
    checks,
    ...health,
  });
  return app;
};

describe('health', () => {
  test('alive is alive, whatever else fails', async () => {
    const app = healthServer({ isDraining: () => true, checks: { database: () => Promise.reject(new Error('gone')) } });
    const answer = await app.inject({ url: '/healthz' });
    assert.deepEqual([answer.statusCode, answer.json()], [200, { status: 'ok', version: '1.2.3' }]);
    await app.close();
  });

  test('ready when every check answers', async () => {
    const app = healthServer();
    const answer = await app.inject({ url: '/readyz' });
    assert.deepEqual(
      [answer.statusCode, answer.json()],
      [200, { ready: true, checks: { database: 'ok', stopping: 'ok' } }],
    );
    await app.close();
  });

  test('not ready when one fails, hangs, or the node is stopping, and it says which without saying how', async () => {
    const app = healthServer({
      checkTimeoutMs: 20,
      isDraining: () => true,
      checks: {
        database: () => Promise.reject(new Error('connect to secret-host failed')),
        stream: () => new Promise<void>(() => undefined),
        keys: async () => undefined,
      },
    });
    const answer = await app.inject({ url: '/readyz' });
    assert.equal(answer.statusCode, 503);
    assert.deepEqual(answer.json(), {
      ready: false,
      checks: { database: 'failed', stream: 'no answer within 20 ms', keys: 'ok', stopping: 'yes' },
    });
    await app.close();
  });

  test('a part that fails is logged once with its cause, and once when it works again', async () => {
    const lines: string[] = [];
    let error: Error | undefined = new Error('the server takes no writes');
    const database = async (): Promise<void> => {
      if (error !== undefined) throw error;
    };
    const app = healthServer({ checks: { database } });
    const write = (fields: object, text: string): unknown =>
      lines.push(`${text} ${(fields as { err?: Error }).err?.message ?? ''}`);
    app.log.error = write as never;
    app.log.info = write as never;
    for (let turn = 0; turn < 3; turn += 1) await app.inject({ url: '/readyz' });
    error = undefined;
    for (let turn = 0; turn < 3; turn += 1) await app.inject({ url: '/readyz' });
    assert.deepEqual(lines, ['not ready: failed the server takes no writes', 'ready again ']);
    await app.close();
  });

  test('probes are neither limited nor shed', async () => {
    const overload = { maxInFlight: 0, mostWaitMs: 1 };
    const app = healthServer({}, { rates: { addressPerMinute: 1, callerPerMinute: 1 }, overload });
    const port = await listen(app);
    for (let turn = 0; turn < 5; turn += 1) {
      assert.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200);
    }
    await app.close();
  });

  test('metrics are for the own network without a token, and for who has it with one', async () => {
    const open = healthServer({}, { trustedProxies: ['10.0.0.9'] });
    const answer = await open.inject({ url: '/metrics' });
    assert.equal(answer.statusCode, 200);
    const from = async (remoteAddress: string, headers = {}) =>
      (await open.inject({ url: '/metrics', remoteAddress, headers })).statusCode;
    for (const own of ['10.0.0.8', '192.168.1.2', '::1', '::ffff:172.16.0.1', 'fd00::1']) {
      assert.equal(await from(own), 200, own);
    }
    for (const other of ['9.9.9.9', '2600::1', '::ffff:9.9.9.9']) assert.equal(await from(other), 401, other);
    assert.equal(await from('10.0.0.9', { 'x-forwarded-for': '9.9.9.9' }), 401, 'behind a proxy that is named');
    assert.equal(await from('9.9.9.9', { 'x-forwarded-for': '10.0.0.8' }), 401, 'by his own word');
    assert.match(String(answer.headers['content-type']), /^text\/plain; version=0\.0\.4/);
    assert.match(answer.body, /^# HELP cartwright_/);
    await open.close();
    const closed = healthServer({ metricsToken: 'scrape-me' });
    const get = (authorization?: string) =>
      closed.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });
    assert.equal((await get()).statusCode, 401);
    assert.equal((await get('Bearer scrape-you')).statusCode, 401);
    assert.equal((await get('Bearer scrape-me')).statusCode, 200);
    await closed.close();
  });
});
