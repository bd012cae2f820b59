/** The console's forms: made from the contract's schemas, they lose nothing, ask for everything, and object to what the service would refuse. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { TSchema } from 'typebox';
import * as Value from 'typebox/value';
import { completeSettings } from '../../src/applications/settings.ts';
import { mergePatch } from '../../src/catalog/records/merge-patch.ts';
import { consoleForms } from '../../src/console/console-forms.ts';
import { flatOf, nestedOf, patchOf } from '../../web/console/forms/patch-rules.ts';
import { problemsOf } from '../../web/console/forms/problem-rules.ts';
import { controlOf, freshOf, type Json, record, type Schema } from '../../web/console/forms/schema-rules.ts';
import { schemaOf, sectionsOf } from '../../web/console/pages/settings/settings-sections.ts';

// As the page gets them.
const forms = JSON.parse(JSON.stringify(consoleForms)) as Readonly<Record<keyof typeof consoleForms, Schema>>;
const settings = completeSettings({ name: 'Shop', currency: 'EUR', country: 'DE' });

test('every setting is asked for once, and what a new shop has is fine', () => {
  const asked = sectionsOf(forms.settings).flatMap(({ paths }) => paths);
  const all = Object.entries(forms.settings.properties ?? {}).flatMap(([name, { properties, type }]) =>
    properties === undefined || [type].flat().includes('null')
      ? [name]
      : Object.keys(properties).map((below) => `${name}.${below}`),
  );
  assert.deepEqual(asked.toSorted(), all.toSorted());
  for (const { paths } of sectionsOf(forms.settings)) {
    assert.deepEqual(problemsOf(schemaOf(forms.settings, paths), flatOf(settings, paths)), []);
    const nested = nestedOf(flatOf(settings, paths));
    for (const [name, value] of Object.entries(nested)) {
      const kept: unknown = new Map(Object.entries(settings)).get(name);
      assert.deepEqual({ ...record(kept), ...record(value) }, record(kept));
    }
  }
});

test('a change of a record says what makes the one of the other', () => {
  const leaf = fc.oneof(
    fc.string({ maxLength: 3 }),
    fc.integer(),
    fc.boolean(),
    fc.array(fc.integer(), { maxLength: 2 }),
  );
  const name = fc.constantFrom('a', 'b', 'c', 'toString');
  const { row } = fc.letrec<{ row: Json; value: unknown }>((tie) => ({
    value: fc.oneof({ maxDepth: 3 }, leaf, tie('row')),
    row: fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  }));
  fc.assert(
    fc.property(row, row, (before, after) => {
      assert.deepEqual(mergePatch(before, patchOf(before, after)), after);
      assert.deepEqual(patchOf(after, after), {});
    }),
    { numRuns: 300 },
  );
});

const store = {
  uid: 7,
  name: 'Harbour',
  store_code: 'HH',
  area_code: '20095',
  country: 'DE',
  time_zone: 'Europe/Berlin',
  hours: { monday: [{ opens: '09:00', closes: '18:00' }] },
};
const product = {
  uid: 7,
  slug: 'mug',
  name: 'Mug',
  brand: { uid: 1, name: 'Clay' },
  sizes: [{ value: 'OS', display: 'One' }],
};
const rate = { id: 'de-vat', name: 'VAT', country: 'DE', rate: 19 };

/** What is changed, and where the form then objects; nothing where the service takes it. */
const cases: readonly (readonly [keyof typeof consoleForms, Json, readonly string[]])[] = [
  ['store', store, []],
  ['store', { ...store, country: 'Germany' }, ['country']],
  ['store', { ...store, hours: { monday: [{ opens: '9', closes: '18:00' }] } }, ['hours.monday[0].opens']],
  ['store', { ...store, processing_minutes: -1 }, ['processing_minutes']],
  ['store', { ...store, cut_off: null, exceptions: [] }, []],
  ['product', product, []],
  ['product', { ...product, name: '' }, ['name']],
  ['product', { ...product, sizes: [] }, ['sizes']],
  ['product', { ...product, type: 'box' }, ['type']],
  ['product', { ...product, images: [{ url: 'mug.png' }] }, ['images[0].url']],
  ['product', { ...product, children: [{ item_id: 8, quantity: 1.5 }] }, ['children[0].quantity']],
  ['product', { ...product, tags: ['a', 'x'.repeat(65)] }, ['tags[1]']],
  ['tax_rate', rate, []],
  ['tax_rate', { ...rate, rate: 101 }, ['rate']],
  ['tax_rate', { ...rate, rate: 'much' }, ['rate']],
  ['area', { area: '20*', country: 'DE', time_zone: 'Europe/Berlin', zones: [0] }, ['zones[0]']],
];
for (const [form, value, wrong] of cases) {
  test(`${form} ${JSON.stringify(value)}: ${wrong.join() || 'fine'}`, () => {
    assert.deepEqual(
      problemsOf(forms[form], value).map(({ path }) => path),
      wrong,
    );
    assert.equal(Value.Check(consoleForms[form] as TSchema, value), wrong.length === 0);
  });
}

test('every member of every form has a control, and what is wanted anew begins with what must be there', () => {
  const visit = (schema: Schema): void => {
    assert.ok(controlOf(schema));
    const begun = freshOf({ ...schema, default: null });
    if (controlOf(schema) === 'group') {
      assert.deepEqual(Object.keys(record(begun)).toSorted(), (schema.required ?? []).toSorted());
    }
    for (const below of [...Object.values(schema.properties ?? {}), schema.items ?? []].flat()) visit(below);
  };
  for (const schema of Object.values(forms)) visit(schema);
});
