/** Names of merchants, asked of name servers: one that says nothing holds up nobody who looks up another name. */
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { lookup, Resolver } from 'node:dns/promises';
import { describe, test } from 'node:test';
import { publicAddresses, privateAddresses } from '../../../src/http/outgoing/address-guard.ts';
import { nameResolver, networkReach } from '../../../src/http/outgoing/resolve-names.ts';

type Asked = NonNullable<Parameters<typeof nameResolver>[0]>;
const says = (four: readonly string[] | Error, six: readonly string[] | Error): Asked =>
  ({
    resolve4: async () => (four instanceof Error ? Promise.reject(four) : four),
    resolve6: async () => (six instanceof Error ? Promise.reject(six) : six),
  }) as unknown as Asked;

describe('a name of a merchant', () => {
  test('leads to all its addresses, first to one of the kind that this machine has', async () => {
    const both = says(['192.0.2.1', '192.0.2.2'], ['2001:db8::1']);
    assert.deepEqual(await nameResolver(both, () => true)('shop.example'), ['192.0.2.1', '192.0.2.2', '2001:db8::1']);
    assert.deepEqual(await nameResolver(both, () => false)('shop.example'), ['2001:db8::1', '192.0.2.1', '192.0.2.2']);
  });

  test('may have addresses of one kind only, and none', async () => {
    const none = new Error('queryA ENODATA');
    assert.deepEqual(await nameResolver(says(none, ['2001:db8::1']), () => true)('shop.example'), ['2001:db8::1']);
    assert.deepEqual(await nameResolver(says(['192.0.2.1'], none), () => false)('shop.example'), ['192.0.2.1']);
    assert.deepEqual(await nameResolver(says(none, none))('shop.example'), []);
  });

  test('that no name server answers for keeps no other name waiting', async (t) => {
    const silent = createSocket('udp4');
    await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve));
    t.after(() => silent.close());
    const resolver = new Resolver({ timeout: 2_500, tries: 1 });
    resolver.setServers([`127.0.0.1:${silent.address().port}`]);
    const resolve = nameResolver(resolver);
    let ended = 0;
    const asked = Array.from({ length: 12 }, async (_, at) => {
      const found = await resolve(`silent-${at}.example`);
      ended += 1;
      return found;
    });
    assert.ok((await lookup('localhost', { all: true })).length > 0);
    assert.equal(ended, 0, 'all of them wait still');
    assert.deepEqual((await Promise.all(asked)).flat(), [], 'and end by themselves');
  });

  test('that only this machine knows is for who lets private networks in', async () => {
    const open = networkReach(true);
    assert.equal(open.policy, privateAddresses);
    assert.ok((await open.resolve('localhost')).some((address) => ['127.0.0.1', '::1'].includes(address)));
    assert.equal(networkReach(false).policy, publicAddresses);
  });
});
