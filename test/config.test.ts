import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { describe, test } from 'node:test';
import { ConfigurationError, readConfig, unknownVariables, withMeantVariable } from '../src/config.ts';

describe('configuration', () => {
  test('an empty environment gives a laptop: loopback, port 8080, SQLite in ./data', () => {
    const config = readConfig({});
    assert.equal(config.host, '127.0.0.1');
    assert.equal(config.port, 8080);
    assert.equal(config.databaseUrl, undefined);
    assert.equal(config.dataFolder, resolve('data'));
  });

  test('an empty variable counts as absent', () => {
    assert.equal(readConfig({ PORT: '', DATABASE_URL: '  ' }).port, 8080);
  });

  test('an address of PostgreSQL that cannot be read is told by the name of its variable', () => {
    for (const url of ['postgres://user:pa#ss@host/db', 'postgres://host:port/db']) {
      assert.throws(() => readConfig({ DATABASE_URL: url }), /DATABASE_URL must be like postgres:.*%23/);
    }
    for (const url of ['postgres://u:p%23@db:5433/shop?sslmode=require', 'postgres:///shop?host=/run/postgresql']) {
      assert.equal(readConfig({ DATABASE_URL: url }).databaseUrl, url);
    }
  });

  test('every problem is reported at once, by the name of its variable', () => {
    const wrong = {
      PORT: '70000',
      DATABASE_URL: 'mysql://x',
      CARTWRIGHT_PUBLIC_URL: 'ftp://shop.example',
      CARTWRIGHT_LOG_SAMPLE: 'often',
      CARTWRIGHT_LOG_LEVEL: 'loud',
      CARTWRIGHT_WARM_UP: 'a little',
      CARTWRIGHT_ALLOW_PRIVATE_ADDRESSES: 'perhaps',
    };
    assert.throws(
      () => readConfig(wrong),
      (error) => {
        assert.ok(error instanceof ConfigurationError);
        assert.deepEqual(
          error.problems.map((problem) => problem.split(' ')[0]),
          [
            'PORT',
            'DATABASE_URL',
            'CARTWRIGHT_PUBLIC_URL',
            'CARTWRIGHT_WARM_UP',
            'CARTWRIGHT_LOG_LEVEL',
            'CARTWRIGHT_LOG_SAMPLE',
            'CARTWRIGHT_ALLOW_PRIVATE_ADDRESSES',
          ],
        );
        return true;
      },
    );
  });

  const numbers = ['-1', '1.5', '1e3', '0x10', 'NaN', ' 8 0 '];
  for (const host of ['256.1.1.1', 'localhost:80', 'a b', '[::1]', 'http://127.0.0.1', '127.0.0.1/'])
    test(`HOST=${host} is refused`, () => assert.throws(() => readConfig({ HOST: host }), /HOST must be an address/));
  for (const host of ['::', '::1', '0.0.0.0', 'localhost', 'shop.internal'])
    test(`HOST=${host} is taken`, () => assert.equal(readConfig({ HOST: host }).host, host));

  for (const port of numbers) {
    test(`PORT=${port} is refused`, () =>
      assert.throws(() => readConfig({ PORT: port }), /PORT must be a whole number/));
  }

  test('a public address keeps its path as prefix and takes no credentials', () => {
    assert.equal(readConfig({ CARTWRIGHT_PUBLIC_URL: 'https://shop.example/api' }).publicUrl?.pathname, '/api');
    assert.throws(() => readConfig({ CARTWRIGHT_PUBLIC_URL: 'https://me:pw@shop.example' }), /no user name/);
  });

  test('a proxy is an address, a network, or the name of a few', () => {
    const given = '10.0.0.1, 172.16.0.0/12,fd00::/8 ,loopback';
    const trusted = ['10.0.0.1', '172.16.0.0/12', 'fd00::/8', 'loopback'];
    assert.deepEqual(readConfig({ CARTWRIGHT_TRUSTED_PROXIES: given }).trustedProxies, trusted);
    for (const wrong of ['proxy.example', '10.0.0.0/33', '10.0.0', '10.0.0.1,', 'fe80::1%eth0', '::1/']) {
      assert.throws(
        () => readConfig({ CARTWRIGHT_TRUSTED_PROXIES: wrong }),
        /CARTWRIGHT_TRUSTED_PROXIES names '/,
        wrong,
      );
    }
  });

  test('a misspelt variable is noticed', () => {
    assert.deepEqual(unknownVariables({ CARTWRIGHT_PUBLC_URL: 'x', CARTWRIGHT_DATA: 'y', PATH: 'z' }), [
      'CARTWRIGHT_PUBLC_URL',
    ]);
    assert.equal(
      withMeantVariable('CARTWRIGHT_PUBLC_URL'),
      'CARTWRIGHT_PUBLC_URL (did you mean CARTWRIGHT_PUBLIC_URL?)',
    );
    assert.equal(withMeantVariable('CARTWRIGHT_ELEPHANT'), 'CARTWRIGHT_ELEPHANT');
  });

  test('what `cartwright env` prints for a shell is no misspelt variable', () => {
    assert.deepEqual(unknownVariables({ CARTWRIGHT_URL: 'http://127.0.0.1:8080' }), []);
  });

  test('a configuration cannot be changed after it was read', () => {
    assert.ok(Object.isFrozen(readConfig({})));
  });
});
