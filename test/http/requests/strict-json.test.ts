import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import * as fc from 'fast-check';
import { sizeProblem } from '../../../src/http/requests/json-size.ts';
import { maximumDepth, parseStrictJson } from '../../../src/http/requests/strict-json.ts';
import { Refusal } from '../../../src/shared/errors.ts';
import { sampleServer } from '../sample-server.ts';

const parse = (text: string): unknown => parseStrictJson(Buffer.from(text));
const problem = (work: () => unknown): { readonly field: string; readonly message: string } | undefined => {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof Refusal);
    assert.equal(error.code, 'body_invalid');
    return error.options.details?.[0];
  }
  return undefined;
};
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('strict JSON', () => {
  const refused: readonly (readonly [string, string, string])[] = [
    ['a number beyond all numbers', '{"items":[{"price":1e400}]}', 'items[0].price'],
    ['a key that reaches a prototype', '{"a":{"__proto__":{"x":1}}}', 'a.__proto__'],
    ['an escaped key that reaches a prototype', '{"\\u005f_proto__":1}', '__proto__'],
    ['a constructor with a prototype', '{"constructor":{"prototype":{"x":1}}}', 'constructor'],
    ['NUL in text', '{"a":["\\u0000"]}', 'a[0]'],
    ['half a surrogate pair in text', '{"a":"\\ud800"}', 'a'],
    ['NUL in a name', '{"a":{"b\\u0000":1}}', 'a'],
    ['half a surrogate pair in a name', '{"\\udfff":1}', ''],
    ['what is not JSON', '{a:1}', ''],
    ['a bare NUL string', '"\\u0000"', ''],
    ['one level too many', nested(maximumDepth + 1), Array(maximumDepth).fill('[0]').join('')],
  ];
  for (const [name, text, field] of refused) {
    test(`refuses ${name} and says where`, () => assert.equal(problem(() => parse(text))?.field, field));
  }

  test('refuses bytes that are not UTF-8', () => {
    assert.match(problem(() => parseStrictJson(Buffer.from([0x22, 0xff, 0x22])))?.message ?? '', /UTF-8/);
  });

  test('takes the deepest that is allowed, and a constructor that is only a word', () => {
    parse(nested(maximumDepth));
    assert.deepEqual(parse('{"constructor":"a builder"}'), { constructor: 'a builder' });
  });

  test('a hundred thousand levels are refused, not followed', () => {
    assert.match(problem(() => parse(nested(100_000)))?.message ?? '', /32 levels/);
  });

  test('of a large body it says what is too much without reading it', (context) => {
    const read = context.mock.method(JSON, 'parse');
    const many = (count: number, entry = '1'): string => `[${Array<string>(count).fill(entry).join(',')}]`;
    assert.equal(problem(() => parse(nested(100_000)))?.message, `Nest at most ${maximumDepth} levels.`);
    const members = (count: number): string => `{${Array.from({ length: count }, (_, n) => `"${n}":1`).join(',')}}`;
    for (const text of [many(150_000), many(75_000, '{}'), members(50_000)]) {
      assert.match(problem(() => parse(text))?.message ?? '', /^Send at most 150000 values at once; /);
    }
    assert.equal(read.mock.callCount(), 0);
    assert.equal((parse(many(149_999)) as unknown[]).length, 149_999);
    assert.equal(Object.keys(parse(members(49_999)) as object).length, 49_999);
  });

  test('law: a large body is refused before it is read only for what it would be refused for afterwards', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 5 }),
        fc.string(),
        fc.integer({ min: 1, max: 40 }),
        (value, text, levels) => {
          // Brackets, commas and quotes in texts are none.
          let wrapped: unknown = [value, text, `${text}\\`, '[{"'.repeat(50), ','.repeat(200_000)];
          for (let level = 1; level < levels; level += 1) wrapped = level % 2 === 0 ? [wrapped] : { [text]: wrapped };
          const bytes = Buffer.from(JSON.stringify(wrapped));
          const deepest = (one: unknown): number =>
            typeof one !== 'object' || one === null ? 0 : 1 + Math.max(0, ...Object.values(one).map(deepest));
          assert.equal(sizeProblem(bytes, maximumDepth) === undefined, deepest(wrapped) <= maximumDepth);
        },
      ),
    );
  });

  test('reads every safe value as JSON.parse does', () => {
    const safe = fc.jsonValue({ maxDepth: 5 }).filter((value) => !JSON.stringify(value).includes('__proto__'));
    fc.assert(
      fc.property(safe, (value) => {
        const text = JSON.stringify(value);
        if (text.includes('\\u0000') || /\\ud[89a-f]/i.test(text)) return;
        assert.deepEqual(parse(text), JSON.parse(text));
      }),
      { numRuns: 300 },
    );
  });
});

describe('bodies', () => {
  const app = sampleServer();
  after(() => app.close());
  const post = (payload: string | Buffer, type?: string, more: Readonly<Record<string, string>> = {}) =>
    app.inject({
      method: 'POST',
      url: '/anything',
      payload,
      headers: { ...more, ...(type === undefined ? {} : { 'content-type': type }) },
    });

  test('an empty body is no body under every content type', async () => {
    for (const type of [undefined, 'application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
      const answer = await post('', type);
      assert.equal(answer.statusCode, 200, type);
      assert.deepEqual(answer.json(), { received: null });
    }
  });

  test('of large bodies that come at once, each is read in a turn of its own', async (context) => {
    let turn = 0;
    let isOver = false;
    const count = (): void => {
      turn += 1;
      if (!isOver) setImmediate(count);
    };
    count();
    const readIn: number[] = [];
    const { parse: read } = JSON;
    const large = JSON.stringify({ text: 'x'.repeat(100_000) });
    context.mock.method(JSON, 'parse', (text: string) => {
      if (text === large) readIn.push(turn);
      return read(text) as unknown;
    });
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(large, 'application/json')));
    isOver = true;
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [200, 200, 200, 200, 200],
    );
    assert.deepEqual([readIn.length, new Set(readIn).size], [5, 5]);
  });

  test('a body that is not JSON is 415, whatever it is called', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'image/png', 'nonsense']) {
      const answer = await post('{"a":1}', type);
      assert.equal(answer.statusCode, 415, type);
      assert.equal(answer.json().error_code, 'media_type_unsupported');
    }
  });

  test('a body in another charset is 415, never read as what it is not', async () => {
    for (const charset of ['utf-7', 'UTF-16', '"iso-8859-1"', 'windows-1252']) {
      assert.equal((await post('{"a":1}', `application/json; charset=${charset}`)).statusCode, 415, charset);
    }
    for (const charset of ['utf-8', 'UTF-8', '"utf8"', 'us-ascii']) {
      assert.equal((await post('{"a":1}', `application/json;charset=${charset}`)).statusCode, 200, charset);
    }
  });

  test('a coded body is 415 and never unpacked', async () => {
    assert.equal((await post('{}', 'application/json', { 'content-encoding': 'gzip' })).statusCode, 415);
  });

  test('a body over the limit is 413, and a route may have its own limit', async () => {
    const text = JSON.stringify({ name: 'a'.repeat(70_000), quantity: 1 });
    const headers = { 'content-type': 'application/json' };
    const refusedAnswer = await app.inject({ method: 'POST', url: '/things', payload: text, headers });
    assert.equal(refusedAnswer.statusCode, 413);
    assert.equal(refusedAnswer.json().error_code, 'body_too_large');
    assert.equal((await post(text, 'application/json; charset=utf-8')).statusCode, 200);
  });

  test('nothing a body says reaches the prototype of all objects', async () => {
    const corpus = [
      '{"__proto__":{"polluted":1}}',
      '{"a":[{"__proto__":{"polluted":1}}]}',
      '{"constructor":{"prototype":{"polluted":1}}}',
      '{"a":{"constructor":{"prototype":{"polluted":1}}}}',
      '{"__pro\\u0074o__":{"polluted":1}}',
    ];
    for (const text of corpus) assert.equal((await post(text, 'application/json')).statusCode, 400, text);
    for (const query of ['__proto__[polluted]=1', '__proto__=1', 'constructor.prototype.polluted=1', 'constructor=1']) {
      await app.inject({
        url: `/service/application/thing/1?${query}`,
        headers: { authorization: 'Bearer application' },
      });
    }
    assert.equal(Reflect.get({}, 'polluted'), undefined);
  });

  test('no bytes at all make a failure of ours', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)),
      fc.json().map((text) => Buffer.from(text)),
      fc
        .record({ name: fc.string(), quantity: fc.anything() })
        .map((value) => Buffer.from(JSON.stringify(value) ?? '')),
    );
    const types = fc.constantFrom('application/json', 'text/plain', 'application/json; charset=x', '', 'a/b;c');
    await fc.assert(
      fc.asyncProperty(bytes, types, fc.constantFrom('/things', '/anything'), async (payload, type, url) => {
        const answer = await app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } });
        assert.ok(answer.statusCode < 500, `${answer.statusCode} ${answer.body}`);
        if (answer.statusCode >= 400) assert.equal(typeof answer.json().error_code, 'string');
      }),
      { numRuns: 400 },
    );
  });
});
