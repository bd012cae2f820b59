import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fastify } from 'fastify';
import * as fc from 'fast-check';
import { Type } from 'typebox';
import { list, listOf, part } from '../../src/contract/answer-fields.ts';
import { Nullable } from '../../src/contract/primitives.ts';
import { routeCompilers } from '../../src/http/route-compilers.ts';
import { writeAnswers } from '../../src/http/answers/write-answers.ts';
import { installSlicedAnswers } from '../../src/http/sliced-answers.ts';
import { countedCalls } from '../counted-work.ts';

const text = Type.String();
const Small = part('Small', 'Few members.', { name: text });
const Line = part('Line', 'Many members.', {
  ...Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`optional_${at}`, Type.Optional(text)])),
  name: text,
  small: list(Small, 'Small things.'),
  free: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
});
const Parcel = part('Parcel', 'Holds lines.', { code: Type.Optional(text), lines: listOf(Line, 'Lines.') });
const Cart = part('Cart', 'Two lists, one of them needed.', {
  before: Type.Optional(text),
  lines: list(Line, 'Lines.'),
  between: Nullable(text),
  parcels: listOf(Parcel, 'Parcels.'),
  after: Type.Optional(text),
});
const Wrapped = part('Wrapped', 'A cart further in, and small things of the answer itself.', {
  success: Type.Boolean(),
  cart: Type.Optional(Cart),
  words: list(Small, 'Small things.'),
  open: Type.Optional(
    Type.Array(
      Type.Object({ ...Line.properties, small: Type.Optional(Type.Unknown()) }, { additionalProperties: true }),
    ),
  ),
});

const words = fc.string({ unit: 'binary', maxLength: 8 });
/** Quotation marks, braces and members that look like those of the answer. */
const free = fc.constantFrom({}, { lines: [] }, { '"lines":[]': '}],{' }, { parcels: [{ lines: null }] });
const line = fc.record(
  {
    name: words,
    free,
    small: fc.array(fc.record({ name: words }), { maxLength: 3 }),
    optional_1: words,
    optional_7: words,
    unknown: words,
  },
  { requiredKeys: ['name', 'free'] },
);
const lines = fc.oneof(
  fc.array(line, { maxLength: 2 }),
  fc.tuple(line, fc.integer({ min: 49, max: 130 })).map(([one, count]) => Array.from({ length: count }, () => one)),
);
const cart = fc.record(
  {
    before: words,
    lines,
    between: fc.option(words),
    parcels: fc.array(fc.record({ code: words, lines }, { requiredKeys: ['lines'] }), { maxLength: 3 }),
    after: words,
  },
  { requiredKeys: ['parcels', 'between'] },
);
const many = fc
  .tuple(words, fc.constantFrom(0, 500, 1200))
  .map(([name, count]) => Array.from({ length: count }, () => ({ name })));
const answer = fc.record({ success: fc.boolean(), cart, words: many }, { requiredKeys: ['success'] });

/** Serves what it is told to, once as it is and once in slices. */
const server = async (sliced: boolean, inBytes = false) => {
  const app = fastify({ schemaController: { compilersFactory: routeCompilers().factory } });
  if (inBytes) writeAnswers(app, { asGiven: '/', changed: '/' });
  if (sliced) installSlicedAnswers(app);
  const told: { payload: unknown; thrown?: Error } = { payload: null };
  app.get('/', { schema: { response: { '2xx': Wrapped } } }, async () => told.payload);
  await app.ready();
  return async (payload: unknown) => {
    told.payload = payload;
    const { rawPayload, headers, statusCode } = await app.inject('/');
    return { statusCode, headers: { ...headers, date: '' }, bytes: rawPayload.toString('base64') };
  };
};

describe('long answers', () => {
  test('are byte for byte what the serialiser of the route makes, with the same headers', async () => {
    const [plain, sliced, bytes] = [await server(false), await server(true), await server(true, true)];
    await fc.assert(
      fc.asyncProperty(answer, async (payload) => {
        const wanted = await plain(payload);
        assert.deepEqual([await sliced(payload), await bytes(payload)], [wanted, wanted]);
      }),
      { numRuns: 150 },
    );
  });

  test('let others have their turn between slices of fifty', async () => {
    const send = await server(true);
    const entry = { name: 'x', free: {} };
    const turnsOf = (count: number): Promise<number> => {
      const lines = Array.from({ length: count }, () => entry);
      return countedCalls('nextTurn', () => send({ success: true, cart: { between: null, parcels: [], lines } }));
    };
    assert.equal(await turnsOf(50), 0);
    assert.ok((await turnsOf(500)) >= 10);
  });

  test('let others have their turn between very many small things', async () => {
    const send = await server(true);
    const turnsOf = (count: number): Promise<number> =>
      countedCalls('nextTurn', () =>
        send({ success: true, words: Array.from({ length: count }, () => ({ name: 'x' })) }),
      );
    assert.deepEqual([await turnsOf(500), (await turnsOf(5000)) >= 10], [0, true]);
  });

  test('let others have their turn between a few things of which nobody knows how large they are', async () => {
    const [plain, send] = [await server(false), await server(true)];
    const turnsOf = async (count: number): Promise<number> => {
      const open = Array.from({ length: count }, (_, at) => ({ name: 'x', free: {}, other: { at } }));
      assert.deepEqual(await send({ success: true, open }), await plain({ success: true, open }));
      return countedCalls('nextTurn', () => send({ success: true, open }));
    };
    assert.deepEqual([await turnsOf(3), (await turnsOf(60)) >= 20], [0, true]);
  });

  test('let others have their turn between large things of a list that is cut, however few they are', async () => {
    const [plain, send] = [await server(false), await server(true)];
    const lines = Array.from({ length: 60 }, () => ({ name: 'x', free: { own: 'x'.repeat(150_000) } }));
    const payload = { success: true, cart: { between: null, parcels: [], lines } };
    assert.deepEqual(await send(payload), await plain(payload));
    assert.ok((await countedCalls('nextTurn', () => send(payload))) >= 7);
  });

  test('let others have their turn between a few large things, and not between a few small ones', async () => {
    const [plain, send] = [await server(false), await server(true)];
    const turnsOf = async (signs: number): Promise<number> => {
      const lines = Array.from({ length: 20 }, () => ({ name: 'x', free: { own: ['x'.repeat(signs)] } }));
      const payload = { success: true, cart: { between: null, parcels: [], lines } };
      assert.deepEqual(await send(payload), await plain(payload));
      return countedCalls('nextTurn', () => send(payload));
    };
    assert.deepEqual([await turnsOf(40_000), (await turnsOf(400_000)) >= 6], [0, true]);
  });

  test('one that cannot be serialised is a fault, not a half answer', async () => {
    const send = await server(true);
    const nameless = Array.from({ length: 120 }, () => ({ free: {} }));
    const { statusCode } = await send({ success: true, cart: { between: null, parcels: [], lines: nameless } });
    assert.equal(statusCode, 500);
  });
});
