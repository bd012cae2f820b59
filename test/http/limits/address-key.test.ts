import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { addressKey, bareAddress } from '../../../src/http/limits/address-key.ts';
import { sampleServer } from '../sample-server.ts';

const bytes = fc.tuple(...[0, 1, 2, 3].map(() => fc.nat(255)));
const groups = fc.array(fc.oneof(fc.constant(0), fc.nat(0xffff)), { minLength: 8, maxLength: 8 });
const port = fc.integer({ min: 1, max: 65_535 });

const dotted = (all: readonly number[]): string => all.join('.');
const hex = (all: readonly number[]): string => all.map((group) => group.toString(16)).join(':');
const pairs = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]): readonly number[] => [a * 256 + b, c * 256 + d];
const halves = (all: readonly number[]): readonly number[] => all.flatMap((group) => [group >> 8, group & 0xff]);

/** As the URL standard writes it: in small letters, with the longest run of zeros left out. */
const shortest = (all: readonly number[]): string => new URL(`http://[${hex(all)}]`).hostname.slice(1, -1);
const spellings6 = (all: readonly number[]): readonly string[] => [
  hex(all),
  hex(all).toUpperCase(),
  all.map((group) => group.toString(16).padStart(4, '0')).join(':'),
  shortest(all),
  `${hex(all.slice(0, 6))}:${dotted(halves(all.slice(6)))}`,
];
const spellings4 = (all: readonly number[]): readonly string[] => [
  dotted(all),
  `::ffff:${dotted(all)}`,
  `::FFFF:${dotted(all)}`,
  `::ffff:${hex(pairs(all))}`,
  `0:0:0:0:0:ffff:${dotted(all)}`,
];
/** As sockets and proxies bring it. */
const brought = (address: string, at: number): readonly string[] =>
  address.includes(':')
    ? [address, `[${address}]`, `[${address}]:${at}`, `${address}%eth0`, `[${address}%eth0]:${at}`]
    : [address, `${address}:${at}`];
const keysOf = (spellings: readonly string[], at: number): ReadonlySet<string> =>
  new Set(spellings.flatMap((one) => brought(one, at)).map(addressKey));

describe('addresses', () => {
  const counted = {
    '203.0.113.9': '203.0.113.9',
    '203.0.113.9:40123': '203.0.113.9',
    '::ffff:203.0.113.9': '203.0.113.9',
    '[::ffff:cb00:7109]:443': '203.0.113.9',
    '2001:db8:1:2:3:4:5:6': '2001:db8:1:2::/64',
    '2001:0db8:0001:0002::7': '2001:db8:1:2::/64',
    '[2001:db8:1:2::7]:40123': '2001:db8:1:2::/64',
    '2001:db8::1': '2001:db8:0:0::/64',
    '2001:db8::5:6:7:203.0.113.9': '2001:db8:0:5::/64',
    '::1': '0:0:0:0::/64',
    'fe80::1%eth0': 'fe80:0:0:0::/64',
    unknown: 'unknown',
    '': '',
  };
  for (const [ip, key] of Object.entries(counted))
    test(`${ip} counts as ${key}`, () => assert.equal(addressKey(ip), key));

  test('law: an address of IPv4 is one however it is spelt, and no other', () => {
    fc.assert(
      fc.property(bytes, bytes, port, (one, other, at) => {
        assert.deepEqual([...keysOf(spellings4(one), at)], [dotted(one)]);
        assert.equal(addressKey(dotted(one)) === addressKey(dotted(other)), dotted(one) === dotted(other));
      }),
    );
  });

  test('law: addresses of IPv6 are one by their first half, however they are spelt', () => {
    fc.assert(
      fc.property(groups, groups, port, (one, other, at) => {
        const [first, second] = [
          [0x2001, ...one.slice(1)],
          [0x2001, ...other.slice(1)],
        ];
        const neighbour = [...first.slice(0, 4), ...second.slice(4)];
        const keys = keysOf([...spellings6(first), ...spellings6(neighbour)], at);
        assert.deepEqual([...keys], [`${hex(first.slice(0, 4))}::/64`]);
        const isSame = hex(first.slice(0, 4)) === hex(second.slice(0, 4));
        assert.equal(keys.has(addressKey(hex(second))), isSame);
      }),
    );
  });

  test('law: whatever a proxy writes is short when it is counted', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('f', ':', '[', ']', '.', '%', '9', 'z'), maxLength: 4_000 }),
        (said) => {
          assert.ok(addressKey(said).length < 1_200 && bareAddress(said).length <= said.length);
        },
      ),
    );
  });

  test('behind a proxy that writes ports one client is one address, and a proxy with its port is still a proxy', async () => {
    const app = sampleServer({
      trustedProxies: ['127.0.0.1', '10.0.0.0/8'],
      rates: { addressPerMinute: 2, callerPerMinute: 100 },
    });
    const ask = async (forwarded: string): Promise<number> =>
      (await app.inject({ url: '/service/application/thing/1', headers: { 'x-forwarded-for': forwarded } })).statusCode;
    assert.notEqual(await ask('203.0.113.9:40001'), 429);
    assert.notEqual(await ask('203.0.113.9:40002, 10.0.0.7:9000'), 429);
    assert.equal(await ask('203.0.113.9:40003'), 429);
    assert.notEqual(await ask('203.0.113.8:40003, 10.0.0.7:9000'), 429);
    await app.close();
  });
});
