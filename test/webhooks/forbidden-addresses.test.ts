/** Addresses that lead inside, in every spelling a URL parser takes: nothing is ever connected to the canary that sits there. */
import assert from 'node:assert/strict';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { privateAddresses, publicAddresses, type Resolve } from '../../src/http/outgoing/address-guard.ts';
import type { Reach } from '../../src/http/outgoing/check-address.ts';
import { sendEvent } from '../../src/webhooks/courier/send-delivery.ts';
import { engines } from '../databases.ts';
import { openReceiver } from './receiver.ts';
import { subscriberBody, webhookServer } from './webhook-server.ts';

const event = { id: 'e', slug: 's', body: '{}', sequenceKey: null, sequence: null };
const secrets = { secrets: [{ secret: 'a secret of sixteen', endsAt: null }], headers: {} } as const;
const attempt = (url: string, reach: Reach) => sendEvent(event, { url, secrets, reach, now: () => 0 });

/** Every way to write one part of an IPv4 address. */
const spellings = (part: number): readonly string[] => [
  String(part),
  `0${part.toString(8)}`,
  `00${part.toString(8)}`,
  `0x${part.toString(16)}`,
  `0X${part.toString(16).toUpperCase()}`,
];
const ipv4 = (a: number, b: number, c: number, d: number): readonly string[] => {
  const number = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (high: number, low: number): string => ((high << 8) | low).toString(16);
  const wide = [a, b, c, d].map((part) =>
    String(part).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  );
  return [
    ...spellings(a).flatMap((first) => spellings(d).map((last) => `${first}.${b}.${c}.${last}`)),
    ...spellings(number),
    ...spellings(a).map((first) => `${first}.${(b * 256 + c) * 256 + d}`),
    ...spellings(b).map((second) => `${a}.${second}.${c * 256 + d}`),
    wide.join('.'),
    `${a}。${b}．${c}｡${d}`,
    `${a}%2E${b}%2e${c}.${d}`,
    `${a}.${b}.${c}.${d}.`,
    `[::ffff:${a}.${b}.${c}.${d}]`,
    `[::ffff:${hex(a, b)}:${hex(c, d)}]`,
    `[0:0:0:0:0:ffff:${a}.${b}.${c}.${d}]`,
    `[64:ff9b::${a}.${b}.${c}.${d}]`,
    `[::${a}.${b}.${c}.${d}]`,
    `[2002:${hex(a, b)}:${hex(c, d)}::1]`,
  ];
};
const hosts = [
  ...ipv4(127, 0, 0, 1),
  ...ipv4(127, 8, 9, 10),
  ...ipv4(10, 0, 0, 5),
  ...ipv4(192, 168, 1, 1),
  ...ipv4(172, 16, 0, 1),
  ...ipv4(169, 254, 169, 254),
  '0',
  '0.0.0.0',
  '0x0',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'inside.example',
  'inside.example.',
  'ｉnside.example',
  'mixed.example',
  '255.255.255.255',
  '100.64.0.1',
  '198.18.0.1',
];
const inside: Resolve = async (host) => (host.startsWith('mixed') ? ['93.184.215.14', '127.0.0.1'] : ['127.0.0.1']);
const reach: Reach = { policy: publicAddresses, resolve: inside };

describe('no connection is made', () => {
  let [port, connections] = [0, 0];
  const canary = createTcpServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  before(async () => {
    await new Promise<void>((resolve) => canary.listen(0, '::', resolve));
    ({ port } = canary.address() as AddressInfo);
  });
  after(() => new Promise<void>((resolve) => canary.close(() => resolve())));

  test(`to any of ${hosts.length * 2} addresses inside`, async () => {
    assert.ok(hosts.length * 2 >= 300);
    for (const host of hosts) {
      for (const scheme of ['http', 'https']) {
        const { outcome } = await attempt(`${scheme}://${host}:${port}/x`, reach);
        assert.equal(outcome.kind, 'unreachable', host);
        assert.match(outcome.kind === 'unreachable' ? outcome.reason : '', /address refused/, host);
      }
    }
    assert.equal(connections, 0);
  });

  test('to other schemes, with user names, or to other ports', async () => {
    const urls = [
      ...['ftp', 'file', 'gopher', 'ws', 'data', 'javascript'].map((scheme) => `${scheme}://127.0.0.1:${port}/`),
      `https://user:password@93.184.215.14/`,
      ...[22, 25, 80, 3306, 5432, 6379, 9200].map((other) => `https://93.184.215.14:${other}/`),
      `http://93.184.215.14/`,
      `https://127.0.0.1:${port}\\@93.184.215.14/`,
      'https:///',
      'https://',
      `https://${'a'.repeat(3_000)}.example/`,
    ];
    for (const url of urls) assert.equal((await attempt(url, reach)).outcome.kind, 'unreachable', url);
    assert.equal(connections, 0);
  });

  test('to where a receiver redirects', async () => {
    const receiver = await openReceiver();
    try {
      for (const status of [301, 302, 303, 307, 308]) {
        receiver.answer = () => ({ status, headers: { location: `http://127.0.0.1:${port}/` } });
        const { outcome } = await attempt(receiver.url, { policy: privateAddresses, resolve: inside });
        assert.deepEqual(outcome, { kind: 'answered', status, retryAfterMs: null });
      }
      assert.equal(connections, 0);
    } finally {
      await receiver.close();
    }
  });

  test('by a name that changes its mind: saved outside, it leads inside when something is delivered', async () => {
    const [sqlite] = engines;
    if (sqlite === undefined) throw new Error('there is always SQLite');
    let asked = 0;
    const rebinding: Resolve = async () => {
      asked += 1;
      return asked === 1 ? ['93.184.215.14'] : ['127.0.0.1'];
    };
    const rebound: Reach = { policy: publicAddresses, resolve: rebinding };
    const server = await webhookServer(sqlite, rebound);
    try {
      const url = `https://rebinding.example:8443/`;
      const { status } = await server.call('POST', 'v2.0/subscriber', subscriberBody(url));
      assert.equal(status, 201);
      const { outcome } = await attempt(url, rebound);
      assert.deepEqual(outcome, { kind: 'unreachable', reason: 'address refused: address' });
      const again = await server.call('POST', 'v2.0/subscriber', subscriberBody(url));
      assert.equal(again.status, 422);
      assert.equal(connections, 0);
    } finally {
      await server.close();
    }
  });

  test('by a name that changes its mind between check and connection: it is asked once, and that answer is connected to', async () => {
    const receiver = await openReceiver();
    let asked = 0;
    const turning: Resolve = async () => {
      asked += 1;
      return asked === 1 ? ['127.0.0.1'] : ['169.254.169.254'];
    };
    try {
      const url = `http://turning.example:${receiver.port}/hook`;
      const { outcome } = await attempt(url, { policy: privateAddresses, resolve: turning });
      assert.equal(outcome.kind, 'answered');
      assert.equal(asked, 1);
      assert.equal(receiver.received[0]?.headers.host, `turning.example:${receiver.port}`);
    } finally {
      await receiver.close();
    }
  });
});
