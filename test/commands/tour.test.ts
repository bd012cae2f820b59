import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
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
