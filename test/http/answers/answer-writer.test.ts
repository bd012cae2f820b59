/** What is written is, byte for byte, what the framework's serialiser makes of it, shared or not, joined or not. */
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import {
  type Arbitrary,
  array,
  assert as holds,
  boolean,
  constant,
  constantFrom,
  dictionary,
  double,
  integer,
  jsonValue,
  oneof,
  property,
  record,
  string,
} from 'fast-check';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { createApp } from '../../../src/app.ts';
import { withNode } from '../../../src/commands/open-node.ts';
import { readConfig } from '../../../src/config.ts';
import {
  AddCartDetail,
  BulkCartWritten,
  CartWritten,
  UpdateCartDetail,
} from '../../../src/contract/cart/cart-answers-contract.ts';
import { CartDetail } from '../../../src/contract/cart/cart-contract.ts';
import { CartProductInfo } from '../../../src/contract/cart/cart-item-contract.ts';
import { CartLight } from '../../../src/contract/cart/cart-light-contract.ts';
import { ErrorBody } from '../../../src/contract/primitives.ts';
import { answerWriter, writtenAhead } from '../../../src/http/answers/answer-writer.ts';
import { joinsWith } from '../../../src/http/answers/join-parts.ts';
import { sharedPart } from '../../../src/http/answers/shared-parts.ts';

type Json = Readonly<Record<string, unknown>>;

const compile = SerializerSelector()({}, {});
const framework = (schema: object): ((value: unknown) => string) =>
  compile({ schema, method: 'GET', url: '/', httpStatus: '200' }) as (value: unknown) => string;

const words = oneof(
  string(),
  string({ unit: 'grapheme' }),
  constantFrom('', '₹', 'a "quoted" \\ one', '\n\u0001', 'é'),
);

/** Values that keep to a schema, small ones. */
const valuesOf = (schema: Json, depth = 0): Arbitrary<unknown> => {
  const types = [schema['type'] ?? []].flat() as unknown as readonly string[];
  const inner = valueOf(schema, types.find((type) => type !== 'null') ?? '', depth);
  return types.includes('null') ? oneof(constant(null), inner) : inner;
};
const valueOf = (schema: Json, type: string, depth: number): Arbitrary<unknown> => {
  const { const: only, enum: some, properties, required, items, additionalProperties: other } = schema;
  if (only !== undefined) return constant(only);
  if (some !== undefined) return constantFrom(...(some as unknown[]));
  if (type === 'string') return words;
  if (type === 'number') return oneof(integer(), double({ noNaN: true, noDefaultInfinity: true }));
  if (type === 'integer') return integer();
  if (type === 'boolean') return boolean();
  if (type === 'array') return array(valuesOf(items as Json, depth + 1), { maxLength: depth > 3 ? 1 : 2 });
  if (properties !== undefined) {
    const members = Object.entries(properties as Json).map(([name, one]) => [name, valuesOf(one as Json, depth + 1)]);
    const requiredKeys = (required ?? []) as string[];
    return record(Object.fromEntries(members) as Record<string, Arbitrary<unknown>>, { requiredKeys });
  }
  if (typeof other === 'object') return dictionary(string(), valuesOf(other as Json, depth + 1), { maxKeys: 2 });
  return type === 'object'
    ? dictionary(string(), jsonValue({ maxDepth: 1 }), { maxKeys: 2 })
    : jsonValue({ maxDepth: 1 });
};

const schemas: Readonly<Record<string, object>> = {
  CartDetail,
  AddCartDetail,
  UpdateCartDetail,
  BulkCartWritten,
  CartWritten,
  CartLight,
  ErrorBody,
};

const alike = (schema: object, numRuns: number): void => {
  const [write, reference] = [answerWriter(schema), framework(schema)];
  holds(
    property(valuesOf(schema as Json), (value) => {
      assert.equal(write(value).toString(), reference(value));
    }),
    { numRuns },
  );
};

for (const [name, schema] of Object.entries(schemas))
  test(`${name} is written as the framework writes it`, () => alike(schema, 25));

test('so is whatever else is written here, for shoppers and for staff', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-written-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const config = readConfig({ CARTWRIGHT_DATA: folder, CARTWRIGHT_LOG_LEVEL: 'silent' });
  const routes: RouteOptions[] = [];
  const watch = (message: unknown): void => {
    const { fastify: app } = message as { readonly fastify: FastifyInstance };
    app.addHook('onRoute', (route) => void routes.push(route));
  };
  subscribe('fastify.initialization', watch);
  try {
    await withNode(
      config,
      () => {},
      async (node) => (await createApp(node, config, () => false)).close(),
    );
  } finally {
    unsubscribe('fastify.initialization', watch);
  }
  const written = routes.filter(({ serializerCompiler }) => serializerCompiler !== undefined);
  for (const area of ['application', 'platform'])
    assert.ok(written.filter(({ url }) => url.startsWith(`/service/${area}/cart/`)).length > 20, area);
  const answers = new Map<object, string>();
  // Nothing is written where there is no body.
  for (const { method, url, schema } of written)
    for (const [status, answer] of Object.entries((schema?.response ?? {}) as Readonly<Record<string, Json>>))
      if (answer['type'] !== 'null') answers.set(answer, `${String(method)} ${url} ${status}`);
  for (const [schema, name] of answers)
    assert.doesNotThrow(() => alike(schema, 3), `${name} is written in another way`);
});

test('what is shared or joined is written as if it were not', () => {
  const [write, reference] = [answerWriter(CartProductInfo), framework(CartProductInfo)];
  const names = Object.keys(CartProductInfo.properties);
  const lines = valuesOf(CartProductInfo as unknown as Json) as Arbitrary<Json>;
  const part = (value: Json, wanted: (name: string) => boolean): Json =>
    Object.fromEntries(Object.entries(value).filter(([name]) => wanted(name)));
  holds(
    property(lines, lines, array(constantFrom(...names)), (one, other, own) => {
      const isOwn = (name: string): boolean => own.includes(name);
      const base = sharedPart(part(one, (name) => !isOwn(name)));
      const join = joinsWith<Json>(...new Set(own));
      // Twice each: the second time from what is kept.
      for (const value of [one, other, one, other]) {
        const whole = join(base, part(value, isOwn));
        assert.equal(write(whole).toString(), reference(whole));
        assert.equal(write({ ...whole, quantity: 7 }).toString(), reference({ ...whole, quantity: 7 }));
      }
      const shared = sharedPart({ ...other });
      assert.equal(write(shared).toString(), reference(other));
      assert.equal(write(shared).toString(), reference(other));
      // A copy is nobody's: what is changed in it is written.
      assert.equal(write({ ...shared, quantity: 7 }).toString(), reference({ ...other, quantity: 7 }));
    }),
    { numRuns: 25 },
  );
});

test('what is written ahead is written as if it were not, by whomever', () => {
  const carts = valuesOf(CartDetail as unknown as Json) as Arbitrary<Json>;
  const answers = valuesOf(AddCartDetail as unknown as Json) as Arbitrary<Json>;
  holds(
    property(carts, answers, (cart, answer) => {
      const ahead = { ...answer, cart: writtenAhead(CartDetail, cart) };
      const reference = framework(AddCartDetail)({ ...answer, cart });
      assert.equal(answerWriter(AddCartDetail)(ahead).toString(), reference);
      assert.deepEqual(JSON.parse(JSON.stringify(ahead.cart)), JSON.parse(reference).cart);
    }),
    { numRuns: 25 },
  );
});
