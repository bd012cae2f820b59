import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import * as fc from 'fast-check';
import { Type } from 'typebox';
import { formats } from '../../../src/http/requests/formats.ts';
import { createServer } from '../../../src/http/server.ts';
import { sampleOptions, sampleServer } from '../sample-server.ts';

describe('validation of bodies', () => {
  const app = sampleServer();
  after(() => app.close());
  const post = async (payload: object) => (await app.inject({ method: 'POST', url: '/things', payload })).json();
  const good = { name: 'tea', quantity: 1 };

  const cases: readonly (readonly [string, object, string, string])[] = [
    ['a missing field', { name: 'tea' }, 'quantity', 'This field is required.'],
    ['text where a number belongs', { name: 'tea', quantity: '1' }, 'quantity', 'Must be a whole number.'],
    ['a fraction', { name: 'tea', quantity: 1.5 }, 'quantity', 'Must be a whole number.'],
    ['too little', { name: 'tea', quantity: 0 }, 'quantity', 'Must be at least 1.'],
    ['empty text', { name: '', quantity: 1 }, 'name', 'Must have at least 1 character.'],
    ['an unknown word', { ...good, kind: 'x' }, 'kind', 'Must be one of: plain, gift.'],
    ['a wrong type beside null', { ...good, note: 1 }, 'note', 'Must be text or null.'],
    ['a relative address', { ...good, site: '/a' }, 'site', 'Must be a full address such as https://example.com/path.'],
    [
      'a day that does not exist',
      { ...good, at: '2026-02-30T00:00:00Z' },
      'at',
      'Must be a time such as 2026-01-31T12:00:00.000Z.',
    ],
    ['too many', { ...good, tags: ['a', 'b', 'c', 'd'] }, 'tags', 'Must have at most 3 items.'],
    ['a bad entry', { ...good, tags: ['a', 2] }, 'tags[1]', 'Must be text.'],
    ['a field missing inside a choice', { ...good, extra: {} }, 'extra.colour', 'This field is required.'],
    ['a choice missed altogether', { ...good, extra: 4 }, 'extra', 'Must be an object or null.'],
  ];
  for (const [name, body, field, message] of cases) {
    test(`${name} is named and explained`, async () => {
      const answer = await post(body);
      assert.equal(answer.error_code, 'body_invalid');
      assert.deepEqual(answer.details, [{ field, message }]);
    });
  }

  test('a whole number is one that can be kept exactly', async () => {
    for (const quantity of [1e100, 2 ** 53, 2 ** 64]) {
      const answer = await post({ ...good, quantity });
      assert.deepEqual(answer.details, [{ field: 'quantity', message: 'Must be at most 9007199254740991.' }]);
    }
    assert.equal((await post({ ...good, quantity: 2 ** 53 - 1 })).error_code, undefined);
  });

  test('everything that is wrong is said at once', async () => {
    const answer = await post({ quantity: 0, site: 'x', tags: [1] });
    assert.deepEqual(
      answer.details.map(({ field }: { field: string }) => field),
      ['name', 'quantity', 'site', 'tags[0]'],
    );
  });

  test('but never more than twenty things', async () => {
    const answer = await post({ ...good, marks: Array.from({ length: 5000 }, (_, index) => index) });
    assert.equal(answer.details.length, 20);
  });

  test('a list over its limit is refused for that alone, however wrong its items are', async () => {
    const answer = await post({ ...good, tags: Array.from({ length: 5000 }, (_, index) => index) });
    assert.deepEqual(answer.details, [{ field: 'tags', message: 'Must have at most 3 items.' }]);
  });

  test('unknown fields are dropped', async () => {
    assert.deepEqual(await post({ ...good, role: 'admin' }), { received: good });
  });

  test('no body is answered with what is missing from it', async () => {
    const answer = await app.inject({ method: 'POST', url: '/things' });
    assert.equal(answer.statusCode, 400);
    assert.deepEqual(
      answer.json().details.map(({ field }: { field: string }) => field),
      ['name', 'quantity'],
    );
  });
});

describe('values in queries and paths', () => {
  const app = sampleServer();
  after(() => app.close());
  const get = async (address: string) => {
    const url = `/service/application/thing/${address}`;
    return (await app.inject({ url, headers: { authorization: 'Bearer application' } })).json();
  };

  test('booleans are written true, True, 1, false, False, 0', async () => {
    for (const word of ['true', 'True', '1']) assert.equal((await get(`1?full=${word}`)).query.full, true);
    for (const word of ['false', 'False', '0']) assert.equal((await get(`1?full=${word}`)).query.full, false);
    assert.deepEqual((await get('1?full=yes')).details, [{ field: 'full', message: 'Must be true or false.' }]);
  });

  test('whole numbers are read, and only whole numbers', async () => {
    assert.deepEqual(await get('12?limit=5'), { params: { id: 12 }, query: { limit: 5, sort: 'new' } });
    for (const word of ['Infinity', '0x10', '1e3', '%205', '1.0', '', '01', '-0', '+1', '00']) {
      assert.equal((await get(`1?limit=${word}`)).details[0].field, 'limit', word);
    }
    for (const word of ['abc', '012', '%30%31%32', '-012']) {
      assert.deepEqual((await get(word)).details, [{ field: 'id', message: 'Must be a whole number.' }], word);
    }
  });

  test('a parameter left out has its default', async () => {
    assert.equal((await get('1')).query.sort, 'new');
    assert.equal((await get('1?sort=old')).query.sort, 'old');
  });

  test('a list is one value or several', async () => {
    assert.deepEqual((await get('1?ids=4')).query.ids, [4]);
    assert.deepEqual((await get('1?ids=4&ids=5')).query.ids, [4, 5]);
    assert.deepEqual((await get('1?limit=4&limit=5')).details, [
      { field: 'limit', message: 'Must be a whole number.' },
    ]);
  });

  test('a parameter that the operation does not have goes, once or several times', async () => {
    for (const strange of ['other=1', 'other=1&other=2', 'constructor=1&constructor=2', '__proto__=1', 'toString=1']) {
      assert.deepEqual((await get(`1?${strange}`)).query, { sort: 'new' }, strange);
    }
  });

  test('no address makes a failure of ours, and what is read from one can be stored', async () => {
    const escaped = fc
      .array(fc.nat(255), { maxLength: 12 })
      .map((bytes) => bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.constant('1'), escaped),
        escaped,
        fc.constantFrom('limit', 'full', 'ids', 'other', 'sort'),
        async (id, value, name) => {
          const url = `/service/application/thing/${id}?${name}=${value}&other=${value}`;
          const answer = await app.inject({ url, headers: { authorization: 'Bearer application' } });
          assert.ok(answer.statusCode < 500, url);
          if (answer.statusCode !== 200) return;
          for (const text of Object.values(answer.json().query).map(String)) {
            assert.ok(text.isWellFormed() && !text.includes('\0'), url);
          }
        },
      ),
      {
        numRuns: 200,
        examples: [
          ['1', '%ed%a0%80', 'other'],
          ['1', '%c0%80', 'other'],
        ],
      },
    );
  });

  test('unknown parameters are ignored', async () => {
    assert.deepEqual((await get('1?nonsense=1')).params, { id: 1 });
  });
});

describe('schemas', () => {
  test('a choice between closed objects stops the start-up', () => {
    const app = createServer(sampleOptions());
    const branch = (name: string) => Type.Object({ [name]: Type.String() }, { additionalProperties: false });
    const body = Type.Object({ way: Type.Union([branch('a'), branch('b')]) });
    const add = () => app.post('/x', { config: { access: { kind: 'public' } }, schema: { body } }, async () => null);
    assert.throws(add, /POST \/x: a choice between closed objects/);
  });

  const examples: Readonly<Record<string, readonly [readonly string[], readonly string[]]>> = {
    date: [
      ['2024-02-29', '2026-12-31'],
      ['2025-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '1900-02-29'],
    ],
    'date-time': [
      ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.123+05:30', '2026-01-31t12:00:00z'],
      ['2026-01-31', '2026-01-31T24:00:00Z', '2026-01-31T12:00:60Z', '2026-01-31T12:00:00', '2026-01-31 12:00:00Z'],
    ],
    uri: [
      ['https://a.example/b?c#d', 'mailto:a@b.example'],
      ['a.example', '//a.example', 'https://', 'https://a b', 'x'],
    ],
    email: [['a.b+c@d.example'], ['a@b', '@b.example', 'a b@c.example', 'a@@b.example', `${'a'.repeat(65)}@b.example`]],
    uuid: [['018f4e6a-7b1c-7def-8123-0123456789ab'], ['018f4e6a7b1c7def81230123456789ab', '']],
  };
  for (const [name, check] of Object.entries(formats)) {
    test(`the format ${name} knows its own`, () => {
      const [good, bad] = examples[name] ?? [[], []];
      assert.ok(good.length > 0);
      for (const text of good) assert.ok(check(text), text);
      for (const text of bad) assert.ok(!check(text), text);
    });
  }
});
