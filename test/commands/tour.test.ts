import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { askOf } from '../../src/commands/tour/tour-call.ts';
import { cartwright } from './run-cartwright.ts';

test('the tour shows calls and prices of a shop of its own, whatever the shell says of another, and leaves nothing', async () => {
  const elsewhere = { CARTWRIGHT_DATA: '/nowhere/at/all', DATABASE_URL: 'postgres://127.0.0.1:1/none', PORT: '1' };
  const { code, out, err } = await cartwright(['tour'], elsewhere);
  assert.equal(code, 0, out + err);
  assert.match(out, /Client [0-9a-f]{24}\./);
  assert.match(out, /2 × Harbour Crew Tee\n.*printed price ₹1,598\.00, the shop's ₹1,118\.00/);
  assert.match(out, /Coupon +-₹/);
  assert.match(out, /Fifteen off: ₹150\.93 off/);
  const url = /It serves on (\S+)/.exec(out)?.[1] ?? '';
  await assert.rejects(fetch(`${url}/healthz`));
  assert.deepEqual(
    readdirSync(tmpdir()).filter((name) => name.startsWith('cartwright-tour-')),
    [],
  );
});

test('a call that is turned away for a moment is made again, and one that is refused is not', async () => {
  const answers = [503, 503, 200, 404];
  const server = createServer((_request, response) => {
    response.writeHead(answers.shift() ?? 500, { 'content-type': 'application/json', 'retry-after': '0' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const printed: string[] = [];
    const ask = askOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, (line) => printed.push(line));
    const call = { method: 'GET', path: '/x', authorization: ['Basic a', 'Basic …'] } as const;
    assert.deepEqual((await ask(call)).body, {});
    assert.equal(printed.filter((line) => line.includes('503: busy')).length, 2);
    await assert.rejects(ask(call), /The tour cannot go on: \/x answered/);
    assert.deepEqual(answers, []);
  } finally {
    server.close();
  }
});
