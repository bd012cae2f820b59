import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Type } from 'typebox';
import { Nullable } from '../../src/contract/primitives.ts';
import { nullsLeftOut, schemaWithoutNulls } from '../../src/http/without-nulls.ts';

const Inner = Type.Object({ name: Nullable(Type.String()), size: Type.Integer() }, { title: 'Inner' });
const Plain = Type.Object({ code: Type.String() }, { title: 'Plain' });
const Outer = Type.Object(
  {
    id: Type.String(),
    kind: Nullable(Type.Enum(['a', 'b'])),
    inner: Nullable(Inner),
    all: Type.Array(Inner),
    by: Type.Object({}, { additionalProperties: Inner }),
    plain: Plain,
    open: Type.Object({}, { additionalProperties: true }),
  },
  { title: 'Outer' },
);
const answer = {
  id: 'x',
  kind: null,
  inner: { name: null, size: 1 },
  all: [{ name: null, size: 2 }],
  by: { k: { name: null, size: 3 } },
  plain: { code: 'p' },
  open: { kept: null },
};

/** What is left, and how much there was in each piece of the work. */
const worked = (value: unknown, schema: unknown) => {
  const work = nullsLeftOut(value, schema);
  const pieces: number[] = [];
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return { left: step.value, pieces };
    pieces.push(step.value);
  }
};
const withoutNulls = (value: unknown, schema: unknown): unknown => worked(value, schema).left;

describe('an answer without nulls', () => {
  test('is made in pieces no larger than one object, so that others have their turn between them', () => {
    const all = Array.from({ length: 500 }, (_, size) => ({ name: size % 2 === 0 ? null : 'n', size }));
    const { left, pieces } = worked({ ...answer, all }, Outer);
    assert.equal((left as typeof answer).all.length, 500);
    assert.ok(pieces.length >= 500, String(pieces.length));
    assert.ok(Math.max(...pieces) <= Object.keys(answer).length, String(Math.max(...pieces)));
  });

  test('leaves out what is null wherever the schema names it, and keeps stored data as it is', () => {
    assert.deepEqual(withoutNulls(answer, Outer), {
      id: 'x',
      inner: { size: 1 },
      all: [{ size: 2 }],
      by: { k: { size: 3 } },
      plain: { code: 'p' },
      open: { kept: null },
    });
    assert.deepEqual(withoutNulls({ ...answer, inner: null }, Outer), {
      id: 'x',
      all: [{ size: 2 }],
      by: { k: { size: 3 } },
      plain: { code: 'p' },
      open: { kept: null },
    });
  });

  test('has a schema that says so, under a name of its own only where it differs', () => {
    const schema = schemaWithoutNulls('Staff')(Outer as never) as never as typeof Outer & { readonly title: string };
    assert.deepEqual(schema.required, ['id', 'all', 'by', 'plain', 'open']);
    const { inner, kind, plain } = schema.properties as never as Readonly<
      Record<string, Readonly<Record<string, unknown>>>
    >;
    assert.deepEqual([schema.title, inner?.['title'], plain?.['title']], ['StaffOuter', 'StaffInner', 'Plain']);
    assert.deepEqual([inner?.['type'], inner?.['required']], ['object', ['size']]);
    assert.deepEqual(kind?.['enum'], ['a', 'b']);
  });
});
