/** The schemas are the interface document and docs/behaviour/additions.md, and nothing else. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ErrorBody } from '../../src/contract/primitives.ts';
import { hoist, newComponents } from '../../src/http/reference/openapi-schema.ts';
import { additions } from './additions.ts';
import { operationList } from './cart-operations.ts';
import { interfaceAnswers, interfaceOperations, interfaceQueries, interfaceRequests } from './interface-fields.ts';
import { notationOf, objectsOf, type SchemaObject, typesOf } from './schema-walk.ts';

const answerSchemas = Object.fromEntries(
  operationList.flatMap(([name, { answers }]) =>
    Object.entries(answers).map(([status, schema]) => [`${name} ${status}`, schema]),
  ),
);
const partOfEach = (part: 'query' | 'params' | 'body') =>
  Object.fromEntries(
    operationList.flatMap(([name, operation]) =>
      operation[part] === undefined ? [] : [[`${name} ${part}`, operation[part]]],
    ),
  );
const answers = objectsOf(answerSchemas);
const requests = objectsOf({ ...partOfEach('body'), ...partOfEach('query') });
const objects = [...answers, ...requests];
const objectNamed = (name: string): SchemaObject => {
  const found = objects.find((object) => object.name === name);
  assert.ok(found, `no schema has the title ${name}`);
  return found;
};

/** The interface's own fields of an object of ours; none for one it does not show. */
const interfaceFieldsOf = (name: string): Readonly<Record<string, string>> =>
  interfaceAnswers[name] ?? interfaceRequests[name] ?? interfaceQueries[name.replace(/ query$/, '')] ?? {};
const known = (title: string): boolean => title in interfaceAnswers || title in interfaceRequests;

const kindsOf = (object: SchemaObject, formats: boolean) =>
  Object.fromEntries(
    Object.keys(interfaceFieldsOf(object.name)).map((field) => {
      const schema = object.fields[field];
      return [field, schema === undefined ? 'missing' : notationOf(schema, known, formats)];
    }),
  );

describe('the cart operations', () => {
  test('are those of the interface, by method and path', () => {
    const ours = operationList.map(([, { method, path }]) => `${method} /service/application/cart/${path}`);
    assert.deepEqual(ours.toSorted(), interfaceOperations.toSorted());
  });

  test('name the parameters of their paths', () => {
    for (const [name, { path, params }] of operationList) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const inSchema = params === undefined ? [] : Object.keys(objectsOf({ params })[0]?.fields ?? {});
      assert.deepEqual(inSchema, inPath, name);
    }
  });
});

describe('the fields of the interface', () => {
  const kindsIn = (names: readonly string[], formats: boolean) =>
    Object.fromEntries(names.map((name) => [name, kindsOf(objectNamed(name), formats)]));

  test('are in the answers with their type, format and nullability', () => {
    assert.deepEqual(kindsIn(Object.keys(interfaceAnswers), true), interfaceAnswers);
  });

  test('are in the bodies with their type and nullability', () => {
    assert.deepEqual(kindsIn(Object.keys(interfaceRequests), false), interfaceRequests);
  });

  for (const name of Object.keys(interfaceQueries)) {
    test(`are in the query of ${name} with their type`, () => {
      // An estimate that is no number is ignored, so it must be readable.
      const kinds = Object.entries(kindsOf(objectNamed(`${name} query`), false)).map(([field, kind]) => [
        field,
        kind === 'number|string' ? 'number' : kind,
      ]);
      assert.deepEqual(Object.fromEntries(kinds), interfaceQueries[name]);
    });
  }
});

describe('docs/behaviour/additions.md', () => {
  const fieldsNamed = (name: string): readonly string[] =>
    name === 'ErrorBody' ? Object.keys(ErrorBody.properties) : Object.keys(objectNamed(name).fields);
  const listed = new Map(
    additions.map(({ place, fields, allOf }) => [place, [...allOf.flatMap(fieldsNamed), ...fields].toSorted()]),
  );

  test('names every object once', () => {
    assert.equal(listed.size, additions.length);
  });

  test('lists exactly what the schemas have beyond the interface', () => {
    const beyond = objects
      .filter(({ name }) => name !== 'FieldProblem')
      .map(({ name, fields }) => {
        const own = interfaceFieldsOf(name);
        return [
          name,
          Object.keys(fields)
            .filter((field) => !(field in own))
            .toSorted(),
        ] as const;
      })
      .filter(([, fields]) => fields.length > 0);
    assert.deepEqual(Object.fromEntries(listed), Object.fromEntries(beyond));
  });
});

describe('what an answer always has', () => {
  const sentences = new Set([
    'coupon_message',
    'message',
    'comment',
    'checkout_block_message',
    'coupon_text',
    'delivery_charge_info',
  ]);
  /** Left out by a shop without loyalty points. */
  const exceptions = new Set(['PromoMeta.message']);
  const always = (name: string, field: string, kind: string): boolean =>
    kind.endsWith('?') ||
    kind === 'boolean' ||
    (kind === 'string' && sentences.has(field) && !exceptions.has(`${name}.${field}`));

  test('is every nullable field, boolean and sentence; the rest is there only with a value', () => {
    const expected = Object.entries(interfaceAnswers).map(([name, fields]) => {
      const there = Object.entries(fields).filter(([field, kind]) => always(name, field, kind));
      return [name, there.map(([field]) => field).toSorted()];
    });
    const ours = Object.keys(interfaceAnswers).map((name) => [name, objectNamed(name).required.toSorted()]);
    assert.deepEqual(Object.fromEntries(ours), Object.fromEntries(expected));
  });
});

describe('every object of an answer', () => {
  test('says whether it is open, and is so only where the interface is', () => {
    const open = answers.filter(({ schema }) => schema['additionalProperties'] === true).map(({ name }) => name);
    assert.deepEqual(open, ['JourneyPromiseMeta']);
    // The shape of a field problem belongs to every error, not to carts.
    const silent = answers.filter(({ schema }) => schema['additionalProperties'] === undefined).map(({ name }) => name);
    assert.deepEqual(silent, ['FieldProblem']);
  });

  test('lets through what an object without named members holds', () => {
    const dropped = objects.flatMap(({ name, fields }) =>
      Object.entries(fields)
        .filter(([, schema]) => typesOf(schema).includes('object') && !('properties' in schema))
        .filter(([, schema]) => !schema['additionalProperties'])
        .map(([field]) => `${name}.${field}`),
    );
    assert.deepEqual(dropped, []);
  });

  test('has a sentence for each of its fields', () => {
    const wordless = objects
      .filter(({ name }) => !['CartMetaMissingResponse', 'SharedCartMissing', 'FieldProblem'].includes(name))
      .flatMap(({ name, fields }) =>
        Object.entries(fields)
          .filter(([, schema]) => typeof schema['description'] !== 'string')
          .map(([field]) => `${name}.${field}`),
      );
    assert.deepEqual(wordless, []);
  });

  test('has one shape under its title, and a component of OpenAPI', () => {
    const components = newComponents();
    for (const schema of Object.values({ ...answerSchemas, ...partOfEach('body') })) hoist(schema, components);
    const lacking = [...Object.keys(interfaceAnswers), ...Object.keys(interfaceRequests)].filter(
      (name) => !components.shapes.has(name),
    );
    assert.deepEqual(lacking, []);
  });

  test('writes null only through a type list, which the serialiser understands', () => {
    const choices = objects.filter(({ fields }) =>
      Object.values(fields).some((schema) => 'anyOf' in schema || 'oneOf' in schema || typesOf(schema).length > 2),
    );
    assert.deepEqual(
      choices.map(({ name }) => name),
      [],
    );
  });
});
