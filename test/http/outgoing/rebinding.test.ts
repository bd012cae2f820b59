/** A name server that leads a name outside when it is asked the first time and inside the next, asked over the wire as a node asks. */
import assert from 'node:assert/strict';
import { Resolver } from 'node:dns/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { addressProblems, sharedLookups } from '../../../src/http/outgoing/check-address.ts';
import { publicAddresses } from '../../../src/http/outgoing/address-guard.ts';
import { nameResolver } from '../../../src/http/outgoing/resolve-names.ts';
import { sendEvent } from '../../../src/webhooks/courier/send-delivery.ts';
import { openNameServer } from './name-server.ts';

const ROUNDS = 150;
const event = { id: 'e', slug: 's', body: '{}', sequenceKey: null, sequence: null };
const secrets = { secrets: [{ secret: 'a secret of sixteen', endsAt: null }], headers: {} } as const;

test('a webhook whose name turns inside between its check and its call reaches nobody there', async (t) => {
  let connections = 0;
  const canary = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => canary.once('listening', resolve));
  t.after(() => canary.close());
  const { port } = canary.address() as AddressInfo;
  // A public address that nobody is asked for: what is checked is not called before the name turns.
  const names = await openNameServer((number) => (number % 2 === 1 ? '93.184.215.14' : '127.0.0.1'));
  t.after(names.close);
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  resolver.setServers([names.address]);
  const policy = { ...publicAddresses, ports: [port] };
  const reach = { policy, resolve: sharedLookups(nameResolver(resolver)) };
  for (let round = 0; round < ROUNDS; round += 1) {
    const url = `https://flip-${round}.example:${port}/`;
    assert.deepEqual(await addressProblems(url, reach), [], 'outside, when it is saved');
    const { outcome } = await sendEvent(event, { url, secrets, reach, now: () => 0 });
    assert.equal(outcome.kind, 'unreachable');
    assert.match('reason' in outcome ? outcome.reason : '', /address refused: address/);
  }
  assert.deepEqual([names.questions(), connections], [2 * ROUNDS, 0]);
});
