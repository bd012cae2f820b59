/** Every answer of a cart operation goes through the validator and the serialiser of the server, and loses nothing. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { operationList } from './cart-operations.ts';
import { compileSchemas } from './compile-schema.ts';
import { samples } from './samples.ts';
import { valuesOf } from './schema-values.ts';
import { objectsOf, type SchemaJson, titleOf } from './schema-walk.ts';

const answers = operationList.flatMap(([name, operation]) =>
  Object.entries(operation.answers).map(([status, schema]) => ({
    name: `${name} ${status}`,
    schema,
    sample: samples[name][Number(status)] ?? assert.fail(`${name} ${status} has no sample`),
  })),
);
const compiled = await compileSchemas(Object.fromEntries(answers.map(({ name, schema }) => [name, schema])));
const compiledOf = (name: string) => compiled[name] ?? assert.fail(name);

/** Fields of titled objects that the value holds, as Title.field; lists and maps by their entries. */
const fieldsHeld = (schema: SchemaJson, value: unknown, held: Set<string>, path: string): Set<string> => {
  if (Array.isArray(value)) {
    for (const entry of value) fieldsHeld(schema['items'] as SchemaJson, entry, held, path);
    return held;
  }
  if (typeof value !== 'object' || value === null) return held;
  const fields = (schema['properties'] ?? {}) as Readonly<Record<string, SchemaJson>>;
  const name = titleOf(schema) ?? path;
  for (const [field, part] of Object.entries(value)) {
    const known = fields[field];
    const other = schema['additionalProperties'];
    if (known !== undefined) {
      if (part !== null) held.add(`${name}.${field}`);
      fieldsHeld(known, part, held, `${name}.${field}`);
    } else if (typeof other === 'object') {
      fieldsHeld(other as SchemaJson, part, held, `${name}.${field}`);
    }
  }
  return held;
};

describe('samples', () => {
  for (const { name, schema, sample } of answers) {
    test(`the full one of ${name} has a value in every field there is`, () => {
      const all = objectsOf({ [name]: schema }).flatMap((object) =>
        Object.keys(object.fields).map((field) => `${object.name}.${field}`),
      );
      const held = fieldsHeld(schema, sample.full, new Set(), name);
      assert.deepEqual(
        all.filter((field) => !held.has(field)),
        [],
      );
    });

    test(`the minimal one of ${name} has nothing that could be left out`, () => {
      const { required = [] } = schema as { required?: readonly string[] };
      assert.deepEqual(Object.keys(sample.minimal as object).toSorted(), required.toSorted());
    });

    test(`those of ${name} fit the schema and come through the serialiser as they are`, () => {
      const { problemsOf, serialise } = compiledOf(name);
      for (const value of Object.values(sample)) {
        assert.deepEqual(problemsOf(structuredClone(value)), []);
        assert.deepEqual(JSON.parse(serialise(value)), value);
      }
    });
  }
});

describe('the schemas', () => {
  const { problemsOf, serialise } = compiledOf('getCart 200');
  const { minimal } = samples.getCart[200] ?? assert.fail();
  const cart = minimal as Readonly<Record<string, unknown>>;

  test('refuse a field they do not name, at any depth', () => {
    assert.equal(problemsOf({ ...cart, surprise: 1 }).length, 1);
    assert.equal(problemsOf({ ...cart, currency: { code: 'INR', symbol: '₹', surprise: 1 } }).length, 1);
    assert.equal(problemsOf({ ...cart, pan_config: { enabled: true, required: false, surprise: 1 } }).length, 1);
    assert.deepEqual(problemsOf({ ...cart, custom_cart_meta: { surprise: 1 } }), []);
  });

  test('refuse null where the interface has none, and a nullable field that is left out', () => {
    assert.equal(problemsOf({ ...cart, comment: null }).length, 1);
    assert.equal(problemsOf({ ...cart, items: null }).length, 1);
    const { gstin: _, ...without } = cart;
    assert.equal(problemsOf(without).length, 1);
  });

  test('refuse a whole number beyond its width', () => {
    const emi = (tenure_months: number) => problemsOf({ ...cart, emi: { tenure_months } }).length;
    assert.equal(emi(2 ** 31 - 1), 0);
    assert.equal(emi(2 ** 31), 1);
  });

  test('make the serialiser refuse an answer that lacks what it must have', () => {
    const { success: _, ...without } = cart;
    assert.throws(() => serialise(without), /success/);
  });
});

describe('random answers', () => {
  for (const { name, schema } of answers) {
    test(`of ${name} fit the schema and come through the serialiser as they are`, () => {
      const { problemsOf, serialise } = compiledOf(name);
      const law = fc.property(valuesOf(schema), (value) => {
        assert.deepEqual(problemsOf(structuredClone(value)), []);
        assert.deepEqual(JSON.parse(serialise(value)), JSON.parse(JSON.stringify(value)));
      });
      fc.assert(law, { numRuns: 40 });
    });
  }
});
