import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { describe, test, type TestContext } from 'node:test';
import * as fc from 'fast-check';
import {
  type AddressPolicy,
  guardAddress,
  privateAddresses,
  publicAddresses,
  type Resolve,
} from '../../../src/http/outgoing/address-guard.ts';
import { guardedGet } from '../../../src/http/outgoing/guarded-get.ts';
import { type AddressKind, addressKind } from '../../../src/http/outgoing/ip-address.ts';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Literals as they may stand in a URL, in every notation a URL parser takes, by the kind of place they name. */
const hosts: Readonly<Record<Exclude<AddressKind, 'public'>, readonly string[]>> = {
  loopback: words(`
    127.0.0.1 127.0.0.53 127.255.255.254 127.1 127.0.1 127.0.0.1. 2130706433 017700000001 0x7f000001 0x7F000001
    0x7f.1 0x7f.0.0.1 0177.0.0.1 0177.1 0177.0x0.0.1 127.0.0.0x1 127.0.0.01 00177.1 %31%32%37.0.0.1 127%2e0%2e0%2e1
    １２７.0.0.1 ①②⑦.⓪.⓪.① 127。0。0。1 127．0．0．1 [::1] [0:0:0:0:0:0:0:1] [0000::0001] [::0:1] [::0.0.0.1]
    [::ffff:127.0.0.1] [::ffff:7f00:1] [::FFFF:7F00:0001] [0:0:0:0:0:ffff:127.0.0.1] [::ffff:127.255.0.1]
    [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [0064:ff9b:0:0:0:0:7f00:0001]`),
  private: words(`
    10.0.0.1 10.255.255.255 10.1 012.0.0.1 0xa.0.0.1 167772161 0x0a000001 172.16.0.1 172.31.255.255 172.16.1
    0xac100001 2886729729 192.168.0.1 192.168.255.255 192.168.1 0xc0.0xa8.0.1 3232235521 0300.0250.0.1
    100.64.0.1 100.127.255.255 100.99.1 [fc00::1] [fd00::1] [fdff:ffff::1] [fec0::1] [fd12:3456:789a:1::1]
    [::ffff:10.0.0.1] [::ffff:a00:1] [::ffff:192.168.0.1] [::ffff:172.16.0.1] [64:ff9b::10.0.0.1]
    [64:ff9b::192.168.1.1] [64:ff9b::100.64.0.1]`),
  link_local: words(`
    169.254.0.1 169.254.255.254 169.254.1 0xa9fe0001 2851995649 [fe80::1] [fe80::dead:beef] [febf::1]
    [::ffff:169.254.0.1] [64:ff9b::169.254.1.1]`),
  metadata: words(`
    169.254.169.254 169.254.43518 2852039166 0xa9fea9fe 0xa9.0xfe.0xa9.0xfe 0251.0376.0251.0376 025177524776
    169.254.169.254. 169.254.170.2 168.63.129.16 0xa83f8110 100.100.100.200 192.0.0.192 [fd00:ec2::254]
    [fd20:ce::254] [::ffff:169.254.169.254] [::ffff:a9fe:a9fe] [64:ff9b::a9fe:a9fe] [64:ff9b::168.63.129.16]`),
  multicast: words('224.0.0.1 239.255.255.250 0xe0000001 3758096385 [ff02::1] [ff00::] [ff0e::1] [::ffff:224.0.0.1]'),
  reserved: words(`
    0 0.0.0.0 0x0 00 0.0.0.1 0.255.255.255 192.0.0.1 192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.7
    203.0.113.9 240.0.0.1 255.255.255.255 0xffffffff 4294967295 [::] [0::0] [::2] [::10.0.0.1] [::127.0.0.1]
    [::8.8.8.8] [::ffff:0.0.0.0] [::ffff:255.255.255.255] [::ffff:0:8.8.8.8] [64:ff9b::0.0.0.0] [64:ff9b:1::1]
    [64:ff9b:1::a00:1] [64:ff9b::1:808:808] [100::1] [2001::1] [2001:0:7f00:1::] [2001:10::1] [2001:20::1]
    [2001:db8::1] [2002:7f00:1::] [2002:a00:1::1] [2002:808:808::1] [3fff::1] [4000::1] [5f00::1] [8000::1] [fe00::1]`),
};
const publicHosts = words(`
  8.8.8.8 1.1.1.1 134744072 0x08080808 010.8.8.8 9.255.255.255 11.0.0.1 100.63.255.255 100.128.0.1 126.255.255.255
  128.0.0.1 169.253.0.1 169.255.0.1 172.15.255.255 172.32.0.1 192.167.0.1 192.169.0.1 198.17.0.1 198.20.0.1
  223.255.255.255 168.63.129.17 [2606:4700::1111] [2a00:1450:4001::8a] [2001:4860:4860::8888] [::ffff:8.8.8.8]
  [64:ff9b::8.8.8.8] [64:ff9b::808:808]`);

const nowhere: Resolve = async () => [];
const refusal = async (url: string, policy: AddressPolicy = publicAddresses, resolve: Resolve = nowhere) => {
  const verdict = await guardAddress(url, policy, resolve);
  return 'refused' in verdict ? verdict.refused : undefined;
};

describe('address literals', () => {
  const kinds = Object.entries(hosts);

  test('the corpus is large', () => {
    assert.ok(kinds.flatMap(([, list]) => list).length >= 150);
  });

  for (const [kind, list] of kinds) {
    test(`${list.length} spellings of ${kind} addresses are recognised and refused`, async () => {
      for (const host of list) {
        const literal = (URL.parse(`https://${host}/`)?.hostname ?? '').replace(/^\[|\]$/g, '');
        assert.equal(addressKind(literal), kind, host);
        assert.equal(await refusal(`https://${host}/x`), 'address', host);
      }
    });
  }

  test('public ones are allowed and pinned', async () => {
    for (const host of publicHosts) assert.equal(await refusal(`https://${host}/`), undefined, host);
  });

  test('private networks can be allowed, metadata, link-local and the rest cannot', async () => {
    for (const [kind, list] of kinds) {
      const expected = kind === 'loopback' || kind === 'private' ? undefined : 'address';
      for (const host of list) assert.equal(await refusal(`https://${host}:9200/`, privateAddresses), expected, host);
    }
  });

  test('an address with a zone, and what is no address, is reserved', () => {
    for (const text of [
      'fe80::1%eth0',
      '::1%lo',
      '2606:4700::1%1',
      '',
      'example.com',
      '1.2.3',
      ':::',
      '127.0.0.1:80',
    ]) {
      assert.equal(addressKind(text), 'reserved', text);
    }
  });

  test('every IPv4 address is of one kind, however it is wrapped', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        assert.equal(addressKind(`::ffff:${address}`), addressKind(address));
        assert.equal(addressKind(`64:ff9b::${address}`), addressKind(address));
        assert.equal(addressKind(`::${address}`) === 'public', false);
      }),
    );
  });
});

describe('URLs', () => {
  const open: Resolve = async () => ['93.184.215.14'];
  const cases: Readonly<Record<string, readonly string[]>> = {
    url_invalid: [
      '',
      'x',
      '//example.com/',
      'https://',
      'https://[fe80::1%25eth0]/',
      'https://[::1',
      'https://256.1.1.1/',
      'https://1.2.3.4.5/',
      'https://0x100000000/',
      'https://exa mple.com/',
      'https://example.com:99999/',
      'https://[::ffff:1.2.3]/',
      `https://example.com/${'x'.repeat(2048)}`,
    ],
    scheme: [
      'http://example.com/',
      'http://8.8.8.8/',
      'ftp://example.com/',
      'file:///etc/passwd',
      'gopher://example.com/',
      'data:text/plain,x',
      'javascript:alert(1)',
      'ws://example.com/',
      'blob:https://example.com/1',
    ],
    userinfo: [
      'https://user@example.com/',
      'https://user:pass@example.com/',
      'https://:pass@example.com/',
      'https://example.com%40127.0.0.1@8.8.8.8/',
    ],
    port: [
      'https://example.com:22/',
      'https://example.com:80/',
      'https://example.com:6379/',
      'https://example.com:0/',
      'https://8.8.8.8:9200/',
    ],
  };
  for (const [reason, list] of Object.entries(cases)) {
    test(`${list.length} are refused for ${reason}`, async () => {
      for (const url of list) assert.equal(await refusal(url, publicAddresses, open), reason, url);
    });
  }

  test('a name is pinned to the address it resolved to', async () => {
    const verdict = await guardAddress('https://Shop.Example:8443/a?b#c', publicAddresses, open);
    assert.ok('target' in verdict);
    const { url, ...target } = verdict.target;
    assert.deepEqual(target, { address: '93.184.215.14', family: 4, host: 'shop.example', port: 8443, secure: true });
    assert.equal(url.pathname, '/a');
  });

  test('a name that points inside is refused, also when it points outside too', async () => {
    for (const inside of ['127.0.0.1', '169.254.169.254', '::1', 'fd00:ec2::254', '64:ff9b::a9fe:a9fe', 'fe80::1%2']) {
      assert.equal(await refusal('https://a.example/', publicAddresses, async () => [inside]), 'address', inside);
      assert.equal(await refusal('https://a.example/', publicAddresses, async () => ['8.8.8.8', inside]), 'address');
    }
  });

  test('a name without an address, or whose look-up fails, is refused', async () => {
    assert.equal(await refusal('https://a.example/'), 'unresolved');
    assert.equal(await refusal('https://a.example/', publicAddresses, () => Promise.reject(new Error())), 'unresolved');
  });

  test('http reaches an allowed loopback address and nothing else', async () => {
    const loopback: AddressPolicy = { allow: ['loopback', 'private'], ports: [443] };
    assert.equal(await refusal('http://127.0.0.1:4567/', loopback), undefined);
    assert.equal(await refusal('http://idp.example/', loopback, async () => ['::1']), undefined);
    assert.equal(await refusal('http://10.0.0.1/', loopback), 'scheme');
    assert.equal(await refusal('http://8.8.8.8/', loopback), 'scheme');
    assert.equal(await refusal('http://127.0.0.1/', publicAddresses), 'address');
  });

  test('an IP literal is never asked of the resolver', async () => {
    const asked: string[] = [];
    const resolve: Resolve = async (host) => {
      asked.push(host);
      return ['8.8.8.8'];
    };
    assert.equal(await refusal('https://2130706433/', publicAddresses, resolve), 'address');
    assert.deepEqual(asked, []);
  });
});

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
const serve = async (t: TestContext, handler: Handler): Promise<number> => {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};
const limits = { policy: privateAddresses, timeoutMs: 2_000, maxBytes: 1_000, resolve: nowhere };

describe('guardedGet', () => {
  test('connects to the pinned address under the name of the URL', async (t) => {
    const port = await serve(t, ({ headers, url }, response) => response.end(`${headers.host} ${url}`));
    const resolve: Resolve = async () => ['127.0.0.1'];
    const body = await guardedGet(`http://idp.example:${port}/keys?a=b`, { ...limits, resolve });
    assert.equal(body.toString(), `idp.example:${port} /keys?a=b`);
  });

  test('asks a name once: one that flips to the inside on every second question gets no second question', async (t) => {
    let reached = 0;
    const port = await serve(t, (_, response) => response.end(String((reached += 1))));
    let questions = 0;
    const flipping: Resolve = async () => [(questions += 1) % 2 === 1 ? '8.8.8.8' : '127.0.0.1'];
    for (let round = 0; round < 10; round += 1) {
      const verdict = await guardAddress('https://flip.example/', publicAddresses, flipping);
      assert.deepEqual(
        'target' in verdict ? verdict.target.address : verdict.refused,
        round % 2 ? 'address' : '8.8.8.8',
      );
    }
    assert.equal(questions, 10);
    const backwards: Resolve = async () => [(questions += 1) % 2 === 1 ? '127.0.0.1' : '8.8.8.8'];
    await guardedGet(`http://flip.example:${port}/`, { ...limits, resolve: backwards });
    assert.deepEqual([questions, reached], [11, 1]);
  });

  test('opens no connection to a refused address', async (t) => {
    let connections = 0;
    const port = await serve(t, (_, response) => response.end(String((connections += 1))));
    for (const host of [...hosts.loopback, ...words('0 0.0.0.0 [::]')]) {
      for (const scheme of ['http', 'https']) {
        const get = guardedGet(`${scheme}://${host}:${port}/`, { ...limits, policy: publicAddresses });
        await assert.rejects(get, /address refused: address/);
      }
    }
    assert.equal(connections, 0);
  });

  test('does not follow a redirect', async (t) => {
    let followed = false;
    const port = await serve(t, ({ url }, response) => {
      if (url !== '/') followed = true;
      response.writeHead(302, { location: '/inside' }).end();
    });
    await assert.rejects(guardedGet(`http://127.0.0.1:${port}/`, limits), /answered 302/);
    assert.equal(followed, false);
  });

  test('gives up at the size limit, also when the length is not announced', async (t) => {
    const port = await serve(t, (_, response) => {
      response.write('x'.repeat(600));
      response.end('x'.repeat(600));
    });
    await assert.rejects(guardedGet(`http://127.0.0.1:${port}/`, limits), /more than 1000 bytes/);
  });

  test('takes who goes on in another protocol, or closes without a word, for who gives no answer', async (t) => {
    const say = async (text: string): Promise<number> => {
      const server = createTcpServer((socket) => {
        socket.on('error', () => undefined).once('data', () => socket.end(text));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      t.after(() => server.close());
      return (server.address() as AddressInfo).port;
    };
    // Longer than the test may take: what ends it must be the answer, not the time.
    const get = async (text: string) =>
      guardedGet(`http://127.0.0.1:${await say(text)}/`, { ...limits, timeoutMs: 600_000 });
    const upgrade = 'connection: upgrade\r\nupgrade: websocket\r\n\r\n';
    await assert.rejects(get(`HTTP/1.1 101 Switching Protocols\r\n${upgrade}`), /answered 101 and another protocol/);
    await assert.rejects(get(`HTTP/1.1 101 Switching Protocols\r\n${upgrade}{"keys":[]}`), /another protocol/);
    await assert.rejects(get('HTTP/1.1 103 Early Hints\r\n\r\n'), /socket hang up/);
    await assert.rejects(get(''), /socket hang up/);
  });

  test('gives up in time on a server or a name server that never answers', async (t) => {
    const port = await serve(t, () => undefined);
    await assert.rejects(guardedGet(`http://127.0.0.1:${port}/`, { ...limits, timeoutMs: 50 }), { name: 'AbortError' });
    const slow = await serve(t, (_, response) => void response.write('x'));
    await assert.rejects(guardedGet(`http://127.0.0.1:${slow}/`, { ...limits, timeoutMs: 50 }), /abort/i);
    const silent: Resolve = () => new Promise(() => undefined);
    const keepAlive = setTimeout(() => undefined, 5_000);
    t.after(() => clearTimeout(keepAlive));
    await assert.rejects(guardedGet('http://a.example/', { ...limits, resolve: silent, timeoutMs: 50 }), {
      name: 'TimeoutError',
    });
  });
});
