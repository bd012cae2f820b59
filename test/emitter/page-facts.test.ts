/** What events say about a page and a browser. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { redacted } from '../../web/emitter/envelope.ts';
import { systemOf } from '../../web/emitter/operating-system.ts';
import { campaignOf, publicAddress } from '../../web/emitter/page-address.ts';
import { uuid } from '../../web/emitter/uuid.ts';

describe('facts of a page', () => {
  test('an address keeps what it shows and loses what it hides', () => {
    for (const [address, shown] of [
      ['https://shop.example/a/b', 'https://shop.example/a/b'],
      ['https://shop.example/a?q=red+tee&page=2#top', 'https://shop.example/a?q=red+tee&page=2'],
      ['https://ann:pass@shop.example/?token=x', 'https://shop.example/'],
      ['https://shop.example/reset?resetCode=1&PASSWORD=2&Email=a@b.c&size=M', 'https://shop.example/reset?size=M'],
    ] as const) {
      assert.equal(publicAddress(new URL(address)), shown);
    }
  });

  test('a campaign is what the address says of one', () => {
    assert.deepEqual(campaignOf('?utm_source=news&q=1&utm_medium=mail'), { utm_source: 'news', utm_medium: 'mail' });
    assert.deepEqual(campaignOf(''), {});
  });

  test('a browser says which system it runs on', () => {
    for (const [agent, name, version] of [
      ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0', 'Windows', '10.0'],
      ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.0', 'macOS', '10.15.7'],
      ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_1_2 like Mac OS X) AppleWebKit/605.1.15', 'iOS', '17.1.2'],
      ['Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15', 'iOS', '16.6'],
      ['Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Mobile Safari/537.36', 'Android', '14'],
      ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Linux', ''],
      ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36', 'CrOS', ''],
      ['curl/8.5.0', '', ''],
    ] as const) {
      assert.deepEqual(systemOf(agent), { name, version }, agent);
    }
  });

  test('ids have the form of their version and sort by time', () => {
    const earliest = Date.now();
    const ids = Array.from({ length: 50 }, uuid);
    const latest = Date.now();
    for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.equal(new Set(ids).size, 50);
    const times = ids.map((id) => Number.parseInt(id.replace('-', '').slice(0, 12), 16));
    for (const [at, time] of times.entries()) {
      assert.ok(time >= (times[at - 1] ?? earliest) && time <= latest, `${time} of ${earliest} to ${latest}`);
    }
  });

  test('what is redacted keeps its type, and nothing else changes', () => {
    const payload = {
      email: 'a@b.c',
      user: { emails: ['x'], age: 3, active: true, id: null },
      lines: [{ email: 'd' }, 1],
    };
    assert.deepEqual(redacted(payload, ['email', 'emails', 'age', 'active', 'id']), {
      email: '',
      user: { emails: [], age: 0, active: false, id: null },
      lines: [{ email: '' }, 1],
    });
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (any) => {
        assert.deepEqual(redacted(any, []), JSON.parse(JSON.stringify(any)));
      }),
    );
    assert.deepEqual(redacted({ a: undefined, b: 1 }, []), { b: 1 });
  });
});
