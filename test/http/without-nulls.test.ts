import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Type } from 'typebox';
import { Nullable } from '../../src/contract/primitives.ts';
import { schemaWithoutNulls, withoutNulls } from '../../src/http/without-nulls.ts';

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

describe('an answer without nulls', () => {
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
