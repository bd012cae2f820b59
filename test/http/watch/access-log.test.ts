import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { loggedUrl, redact } from '../../../src/http/watch/redaction.ts';
import { sampleServer } from '../sample-server.ts';

type Line = Readonly<Record<string, unknown>>;
const loggedBy = async (sample: number, slowMs: number, requests: readonly object[]): Promise<readonly string[]> => {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const app = sampleServer({ log: { level: 'debug', stream, sample, slowMs, chance: () => 0.5 } });
  for (const request of requests) await app.inject(request);
  await app.close();
  return lines;
};
const parsed = (lines: readonly string[]): readonly Line[] => lines.map((line) => JSON.parse(line));

describe('access log', () => {
  test('a line says which operation, by whom, how it ended and how long it took', async () => {
    const headers = { authorization: 'Bearer application', 'x-request-id': 'request-1' };
    const lines = await loggedBy(1, 60_000, [{ url: '/service/application/thing/x?limit=1', headers }]);
    assert.equal(lines[0]?.split('request-1').length, 2);
    const [line] = parsed(lines);
    const { ms, time, ...rest } = line ?? {};
    assert.equal(typeof ms, 'number');
    assert.match(String(time), /^\d{4}-.*Z$/);
    assert.deepEqual(rest, {
      level: 'info',
      operation: 'getThing',
      method: 'GET',
      url: '/service/application/thing/:id?limit=1',
      status: 400,
      caller: 'application:a1',
      error_code: 'body_invalid',
      request_id: 'request-1',
      msg: 'request',
    });
  });

  test('ordinary requests are sampled, failures and slow ones are not', async () => {
    const ordinary = { method: 'POST', url: '/anything' };
    assert.equal((await loggedBy(0.4, 60_000, [ordinary, ordinary])).length, 0);
    assert.equal((await loggedBy(0.6, 60_000, [ordinary, ordinary])).length, 2);
    assert.equal((await loggedBy(0, 0, [ordinary])).length, 1);
    const failures = parsed(await loggedBy(0, 60_000, [{ url: '/fails/unknown' }]));
    assert.ok(failures.some(({ msg, status }) => msg === 'request' && status === 503));
  });

  test('refusals for too much work are told of together, with the last cause', async () => {
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line) };
    const app = sampleServer({ log: { level: 'debug', stream, sample: 0, slowMs: 60_000, chance: () => 0.5 } });
    for (let n = 0; n < 50; n += 1) assert.equal((await app.inject({ url: '/fails/busy' })).statusCode, 503);
    const told = () => parsed(lines).map(({ refused }) => (refused as { during_work: number }).during_work);
    while (told().reduce((sum, count) => sum + count, 0) < 50) await wait(10);
    assert.ok(parsed(lines).every(({ msg, err }) => msg === 'overloaded' && err !== undefined));
    await app.close();
  });

  test('a fault is logged with its cause and the request id', async () => {
    const lines = parsed(await loggedBy(0, 60_000, [{ url: '/fails/x', headers: { 'x-request-id': 'request-2' } }]));
    const fault = lines.find(({ msg }) => msg === 'fault');
    assert.equal(fault?.['request_id'], 'request-2');
    const error = (fault?.['err'] ?? {}) as Line;
    assert.equal(error['message'], 'secret text of a fault');
    assert.match(String(error['stack']), /sample-server/);
  });

  test('no secret of a request reaches the log', async () => {
    const secrets = [
      's3cr3t-credential',
      's3cr3t-cookie',
      's3cr3t-customer',
      's3cr3t-anonymous',
      's3cr3t-query',
      's3cr3t-body',
    ];
    const headers = {
      authorization: `Bearer ${secrets[0]}`,
      cookie: `cw_customer=${secrets[1]}`,
      'x-customer-token': secrets[2],
      'x-anonymous-id': secrets[3],
    };
    const query = `token=${secrets[4]}&client_secret=${secrets[4]}&code=${secrets[4]}&e%6Dail=${secrets[4]}`;
    const payload = { password: secrets[5], name: secrets[5], quantity: secrets[5] };
    const lines = await loggedBy(1, 0, [
      { url: `/service/application/thing/1?${query}`, headers },
      { method: 'POST', url: `/things?${query}`, headers, payload },
      { url: `/fails/x?${query}`, headers },
      { url: '/fails/refusal', headers },
    ]);
    assert.ok(lines.length >= 5);
    for (const line of lines) assert.doesNotMatch(line, /s3cr3t|swordfish/);
  });
});

describe('redaction', () => {
  test('hides by name at any depth, also in errors and their causes', () => {
    const cause = Object.assign(new Error('postgres://user:hunter2@db/x refused Bearer abc.def'), {
      client_secret: 'x1',
    });
    const text = JSON.stringify(
      redact({ a: { b: [{ Authorization: 'x2', phone: 'x3' }] }, err: new Error('outer', { cause }), secret: null }),
    );
    assert.doesNotMatch(text, /hunter2|abc\.def|x1|x2|x3/);
    assert.match(text, /outer/);
    assert.match(text, /user:\[redacted\]@db/);
    assert.match(text, /"secret":null/);
  });

  test('shows of an address its pattern, what the route knows, and values that name nobody', () => {
    const route = { pattern: '/customers/:user_id', query: new Set(['limit', 'i', 'q', 'id']) };
    const url = '/customers/asha@example.com?i=true&limit=20&limit=9820011223&q=asha&id=0f&asha@example.com=1&x';
    assert.equal(
      loggedUrl(url, route),
      '/customers/:user_id?i=true&limit=20&limit=[redacted]&q=[redacted]&id=[redacted]&[redacted]&[redacted]',
    );
    assert.equal(loggedUrl('/asha@example.com/9820011223', { ...route, pattern: undefined }), '[unrouted]');
    assert.equal(loggedUrl('/a?', { ...route, pattern: '/a' }), '/a');
  });

  test('hides what a database quotes of the row it refused, and whom a fault names', () => {
    const fault = Object.assign(
      new Error('invalid input syntax for type bigint: "asha rao" of asha@example.com, 98200 11223'),
      {
        detail: 'Key (user_id)=(asha) already exists.',
        where: 'unnamed portal parameter $1 = asha',
        constraint: 'customer_pkey',
      },
    );
    const text = JSON.stringify(
      redact({ err: new Error('outer', { cause: fault }), owner_id: 'asha', user_id: 'asha' }),
    );
    assert.doesNotMatch(text, /asha|98200/);
    assert.match(text, /invalid input syntax for type bigint/);
    assert.match(text, /customer_pkey/);
  });

  test('hides a signed token, whatever it is glued to, and leaves other words with dots', () => {
    const token = `eyJ${'a'.repeat(40)}.eyJzdWIiOiJhc2hhIn0.c2ln-bmF0dXJl`;
    for (const before of ['', 'token=', 'x-', '_', 'a.b.', '"']) {
      const text = JSON.stringify(redact({ why: `${before}${token} was refused` }));
      assert.doesNotMatch(text, /aaaa|c3ViI|c2ln/, before);
      assert.match(text, /\[redacted\] was refused/);
    }
    const words = { file: 'a-long-name.of-a-file.test.ts', eyes: 'eyJust-a-word-of-one-part' };
    assert.deepEqual(redact(words), words);
  });

  test('hides an address of mail whole, however long it is', () => {
    const text = JSON.stringify(redact({ why: `mailto:${'asha'.repeat(50)}@example.com, (b@c.example)` }));
    assert.equal(text, '{"why":"mailto:[address], ([address])"}');
  });

  test('leaves what is not secret alone', () => {
    assert.deepEqual(redact({ error_code: 'busy', code: 'busy', n: 1 }), { error_code: 'busy', code: 'busy', n: 1 });
  });

  test('ends on circles', () => {
    const circle: Record<string, unknown> = {};
    circle['again'] = circle;
    assert.match(JSON.stringify(redact(circle)), /\[deep\]/);
  });
});
