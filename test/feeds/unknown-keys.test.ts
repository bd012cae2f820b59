/** A field that nobody knows is told, with the one that was meant, in every format and at every depth. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openCsv } from '../../src/feeds/csv-rows.ts';
import { MOST_LOOKED_AT, rowCheck, strictRowCheck } from '../../src/feeds/feed-check.ts';
import { feedKinds } from '../../src/feed-kinds.ts';
import { Refusal } from '../../src/shared/errors.ts';
import { nearestWord, wordDistance } from '../../src/shared/texts/nearest-word.ts';

const schemaOf = (name: string) => {
  const kind = feedKinds.find((one) => one.name === name);
  assert.ok(kind);
  return kind.schema;
};
const store = {
  uid: 1,
  name: 'Fort',
  store_code: 'F',
  area_code: '400001',
  country: 'IN',
  time_zone: 'Asia/Kolkata',
  hours: {},
};
const product = { uid: 1, slug: 'a', name: 'A', brand: { uid: 1, name: 'B' }, sizes: [{ value: 'M', display: 'M' }] };

test('a schema is compiled once, however often it is fed', () => {
  for (const { schema } of feedKinds) assert.equal(rowCheck(schema), rowCheck(schema));
});

describe('a list that is much too long', () => {
  const boundsIn = (schema: unknown): readonly unknown[] => {
    if (typeof schema !== 'object' || schema === null) return [];
    const own = 'type' in schema && schema.type === 'array' ? [(schema as { maxItems?: number }).maxItems] : [];
    return [...own, ...Object.values(schema).flatMap(boundsIn)];
  };

  test('is told from its beginning: every list of a feed may have fewer entries', () => {
    for (const { name, schema } of feedKinds) {
      for (const bound of boundsIn(schema)) assert.ok(Number(bound) < MOST_LOOKED_AT, `${name}: ${String(bound)}`);
    }
  });

  test('is not looked through for words', () => {
    let read = 0;
    const many = 40_000;
    const tags = new Proxy(Array<string>(many).fill('x'), {
      get: (list, name, receiver): unknown => {
        read += 1;
        return Reflect.get(list, name, receiver);
      },
    });
    assert.match(rowCheck(schemaOf('products'))({ ...product, tags })?.field ?? '', /^tags/);
    // The compiled check sees each of them once, which is quick.
    assert.ok(read < many + 4 * MOST_LOOKED_AT, `${read} entries were read`);
  });
});

describe('a field that its schema does not name', () => {
  const cases: readonly (readonly [string, unknown, string, RegExp])[] = [
    ['stores', { ...store, hours: { mon: [] } }, 'hours.mon', /no field mon\. Did you mean monday\?/],
    ['stores', { ...store, pick_up: true }, 'pick_up', /mean pickup/],
    ['products', { ...product, nmae: 'x' }, 'nmae', /mean name/],
    ['products', { uid: 1, slug: 'a', nam: 'A' }, 'nam', /mean name/],
    ['products', { ...product, sizes: [{ value: 'M', display: 'M', eam: '1' }] }, 'sizes[0].eam', /mean ean/],
    ['articles', { uid: 'a', prices: [{ currency: 'INR' }] }, 'prices[0].currency', /mean currency_code/],
    ['sellers', { uid: 1, name: 'x', qqqqqq: 1 }, 'qqqqqq', /Here are: uid, name, gstin, is_active, meta\./],
    ['sellers', JSON.parse('{"uid":1,"name":"x","__proto__":1}'), '__proto__', /no field __proto__/],
    ['sellers', { uid: 1, name: 'x', ['k'.repeat(5000)]: 1 }, 'k'.repeat(64), /no field k{64}\./],
  ];
  for (const [kind, row, field, message] of cases) {
    test(`of ${kind}, ${field.slice(0, 20)}, is refused by its name`, () => {
      const problem = strictRowCheck(schemaOf(kind))(row);
      assert.equal(problem?.field, field);
      assert.match(problem?.message ?? '', message);
    });
  }

  test('may stand where a merchant keeps what he likes', () => {
    const rows = [
      ['stores', { ...store, meta: { any: { thing: 1 } } }],
      ['products', { ...product, attributes: { Material: 'Linen' }, _custom_json: { a: [{ b: 1 }] } }],
    ] as const;
    for (const [kind, row] of rows) assert.equal(strictRowCheck(schemaOf(kind))(row), undefined);
  });

  test('stops a table before anything is read, and a table of semicolons says what to change', async () => {
    const problem = async (header: string): Promise<string> => {
      const chunks = (async function* chunks() {
        yield Buffer.from(`${header}\n`);
      })();
      return openCsv(chunks, schemaOf('stores')).then(
        () => 'taken',
        (error: unknown) => (error instanceof Refusal ? (error.options.details?.[0]?.message ?? '') : String(error)),
      );
    };
    assert.match(await problem('uid,nmae'), /mean name/);
    assert.match(await problem('uid,hours.mon.0.opens'), /no field hours\.mon\. Did you mean hours\.monday\?/);
    assert.match(await problem('uid;name;city'), /separated by semicolons\. Save the file with commas/);
    assert.match(await problem('uid\tname'), /separated by tabs/);
    assert.match(await problem('uid,name, uid'), /Two columns are uid/);
    assert.equal(await problem('uid,name,hours.monday.0.opens'), 'taken');
  });
});

describe('the word that was meant', () => {
  test('is the one with the fewest letters to change, and swapping two is one change', () => {
    assert.equal(wordDistance('shrit', 'shirt', 2), 1);
    assert.equal(wordDistance('shirt', 'shirt', 2), 0);
    assert.equal(wordDistance('kitten', 'sitting', 3), 3);
    assert.equal(wordDistance('kitten', 'sitting', 2), 3);
    assert.equal(wordDistance('', 'abc', 3), 3);
    assert.equal(nearestWord('mon', ['monday', 'sunday']), 'monday');
    assert.equal(nearestWord('NAME', ['surname', 'name']), 'name');
    assert.equal(nearestWord('x', ['monday']), undefined);
  });
});
