/** The demo shop as values: the same every time, complete, and in agreement with itself. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type TSchema, Type } from 'typebox';
import { Errors } from 'typebox/value';
import type { ArticleRow, ProductRow, SellerRow } from '../../src/contract/catalog/catalog-feed-contract.ts';
import type { AreaRow, LaneRow, StoreRow } from '../../src/contract/catalog/delivery-contract.ts';
import { brands } from '../../src/demo/brands.ts';
import { colours } from '../../src/demo/colours.ts';
import { demoOffers } from '../../src/demo/demo-offers.ts';
import { demoCustomers } from '../../src/demo/demo-people.ts';
import { demoFeeds, demoLogo, demoPictures } from '../../src/demo/demo-shop.ts';
import { sizeCharts } from '../../src/demo/make-rows.ts';
import { groups } from '../../src/demo/offers/several-together.ts';
import { drawings } from '../../src/demo/pictures/drawings.ts';
import { printNames } from '../../src/demo/pictures/prints.ts';
import { range } from '../../src/demo/range/range.ts';
import { shippingMethods } from '../../src/demo/shipping-methods.ts';
import { demoWords } from '../../src/demo/words/demo-words.ts';

const feeds = demoFeeds();
const rows = (kind: string): readonly unknown[] => feeds.find((feed) => feed.kind === kind)?.rows ?? [];
const products = rows('products') as readonly ProductRow[];
const articles = rows('articles') as readonly ArticleRow[];
const stores = rows('stores') as readonly StoreRow[];
const lanes = rows('lanes') as readonly LaneRow[];
const distinct = (values: readonly unknown[]): number => new Set(values).size;
const fileOf = (address: string): string => address.slice(address.lastIndexOf('/') + 1);

const draw = demoPictures();
const pictures = products.flatMap(({ images = [] }) => images.map(({ url }) => fileOf(url)));
const drawn = new Map(pictures.map((name) => [name, draw(name)]));
const logos = new Map(brands.map(({ slug }) => [slug, demoLogo(`${slug}.svg`)]));
const allSvg = [...drawn, ...logos];

/** The tags of a document that does not close what it opens, or names an attribute twice; empty when it is well-formed. */
const malformed = (svg: string): readonly string[] => {
  const found: string[] = [];
  const open: string[] = [];
  for (const [tag, closing, name = '', attributes = '', closed] of svg.matchAll(
    /<(\/?)([A-Za-z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g,
  )) {
    const names = [...attributes.matchAll(/([\w:-]+)=/g)].map(([, attribute]) => attribute);
    if (distinct(names) < names.length) found.push(tag);
    if (closing === '/' && open.pop() !== name) found.push(tag);
    if (closing !== '/' && closed !== '/') open.push(name);
  }
  const rest = svg.replace(/<(\/?)([A-Za-z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g, '');
  if (/[<>]|&(?!amp;|lt;|gt;|quot;)/.test(rest)) found.push('text');
  return [...found, ...open];
};

/** What a category of the files must be; they are data, which no compiler reads. */
const named = (names: Iterable<string>) => Type.Union([...names].map((name) => Type.Literal(name)));
const some = (item: TSchema) => Type.Array(item, { minItems: 1 });
const text = Type.String({ minLength: 1 });
const count = Type.Integer({ minimum: 1 });
const CategorySchema = Type.Object(
  {
    name: text,
    l2: text,
    l1: text,
    department: named(['Women', 'Men', 'Everyone', 'Home']),
    drawing: named(Object.keys(drawings)),
    brands: some(named(brands.map(({ slug }) => slug))),
    count,
    nouns: some(text),
    materials: some(text),
    texts: some(text),
    care: text,
    prints: some(named(printNames)),
    colours: Type.Optional(some(named(Object.keys(colours)))),
    sizes: named(Object.keys(sizeCharts)),
    price: Type.Tuple([count, count]),
    gst: Type.Union([Type.Integer({ minimum: 0 }), Type.Tuple([count, count, count])]),
    hsn: Type.String({ pattern: '^[0-9]{4}$' }),
    gift: Type.Optional(count),
    madeInDays: Type.Optional(count),
    moq: Type.Optional(Type.Object({ minimum: count, maximum: count, increment_unit: count })),
    wholesale: Type.Optional(Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 })),
  },
  { additionalProperties: false },
);

describe('the demo shop', () => {
  test('has files of categories that are whole, and name only what there is', () => {
    for (const category of range) {
      assert.deepEqual([...Errors(CategorySchema, category)], [], category.name);
      const [least, most] = category.price;
      assert.ok(least < most, category.name);
    }
    assert.equal(distinct(range.map(({ name }) => name)), range.length);
  });

  test('is the same every time', () => {
    assert.equal(JSON.stringify(demoFeeds()), JSON.stringify(feeds));
    const again = demoPictures();
    for (const [name, svg] of drawn) assert.equal(again(name), svg);
  });

  test('has the size it promises', () => {
    assert.equal(products.length, 400);
    assert.equal(distinct(products.map(({ brand }) => brand.uid)), 12);
    assert.equal(stores.length, 6);
    assert.equal(rows('sellers').length, 3);
    assert.ok(Object.keys(drawings).length >= 24);
    assert.ok(articles.length > 3_000);
  });

  test('counts pieces in its offers for several, and no set for one of them', () => {
    const sets = products.filter(({ type = 'product' }) => type !== 'product').map(({ uid }) => uid);
    const counting = groups.flatMap(({ rules }) => Object.values(rules)).filter((rule) => 'cart_quantity' in rule);
    assert.ok(counting.length >= 6);
    for (const rule of counting) assert.deepEqual(rule['item_exclude_id'], sets);
  });

  test('names every product once, and every article once', () => {
    for (const key of ['uid', 'slug', 'item_code'] as const)
      assert.equal(distinct(products.map((row) => row[key])), 400);
    assert.equal(distinct(articles.map(({ uid }) => uid)), articles.length);
    assert.equal(
      distinct(articles.map(({ item_id, size, store_id }) => `${item_id} ${size} ${store_id}`)),
      articles.length,
    );
  });

  test('has three levels of categories that never change their number or their place', () => {
    const paths = products.flatMap(({ category_hierarchy = [] }) => category_hierarchy);
    for (const level of ['l1', 'l2', 'l3'] as const) {
      const named = paths.map((path) => `${path[level].uid} ${path[level].name}`);
      assert.equal(distinct(named), distinct(paths.map((path) => path[level].uid)));
      assert.equal(distinct(named), distinct(paths.map((path) => path[level].name)));
    }
    assert.equal(distinct(paths.map(({ l1, l2 }) => `${l1.uid}/${l2.uid}`)), distinct(paths.map(({ l2 }) => l2.uid)));
    assert.equal(distinct(paths.map(({ l3 }) => l3.uid)), Object.keys(drawings).length);
  });

  test('refers to nothing that is not there', () => {
    const known = new Map(products.map((row) => [row.uid, row]));
    const sellers = new Set((rows('sellers') as readonly SellerRow[]).map(({ uid }) => uid));
    const places = new Set(stores.map(({ uid }) => uid));
    const areas = new Set((rows('areas') as readonly AreaRow[]).map(({ area }) => area));
    for (const row of articles) {
      const product = known.get(row.item_id);
      const size = product?.sizes.find(({ value }) => value === row.size);
      assert.equal(size?.ean, row.identifiers?.['ean'], row.uid);
      assert.ok(size !== undefined && sellers.has(row.seller_id) && places.has(row.store_id), row.uid);
    }
    for (const { uid, children = [] } of products) {
      for (const child of children) {
        const part = known.get(child.item_id);
        assert.ok(part !== undefined && child.item_id < uid, `${uid} names ${child.item_id} before it is fed`);
        assert.ok(part.sizes.some(({ value }) => value === child.size));
      }
    }
    assert.ok(lanes.every(({ store_uid, area }) => places.has(store_uid) && areas.has(area)));
    const sold = new Set(articles.map(({ item_id }) => item_id));
    assert.deepEqual(
      products.filter(({ uid }) => !sold.has(uid)),
      [],
    );
    for (const { brand } of products) assert.ok(demoLogo(fileOf(brand.logo ?? '')) !== undefined, brand.name);
  });

  test('has EANs with a true check digit, one for each size of each item', () => {
    const eans = products.flatMap(({ sizes }) => sizes.map(({ ean }) => ean ?? ''));
    assert.equal(distinct(eans), eans.length);
    for (const ean of eans) {
      assert.match(ean, /^2000\d{9}$/);
      const sum = ean.split('').reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
      assert.equal(sum % 10, 0, ean);
    }
  });

  test('asks no more than the MRP, in rupees first', () => {
    for (const { uid, prices } of articles) {
      assert.equal(prices[0]?.currency_code, 'INR', uid);
      for (const { marked, effective } of prices)
        assert.ok(Number(effective) > 0 && Number(effective) <= Number(marked), uid);
    }
    assert.deepEqual(
      [...new Set(articles.flatMap(({ prices }) => prices.map((price) => price.currency_code)))],
      ['INR', 'JPY', 'USD'],
    );
  });

  test('has something of everything that a cart can meet', () => {
    assert.deepEqual(
      [...new Set(articles.map(({ gst_rate }) => gst_rate))].toSorted((a, b) => a - b),
      [0, 5, 12, 18, 28],
    );
    assert.ok(articles.every(({ hsn_code }) => /^\d{4}$/.test(hsn_code ?? '')));
    const some = (has: (row: ArticleRow) => unknown) => articles.filter(has).length;
    assert.ok(some(({ custom_order }) => custom_order?.is_custom_order) > 20);
    assert.ok(some(({ is_gift_visible, gift_price }) => is_gift_visible && gift_price) > 100);
    assert.ok(some(({ moq }) => (moq?.minimum ?? 1) > 1) > 10);
    assert.ok(some(({ quantity }) => quantity === 0) > 100);
    assert.ok(some(({ prices }) => prices.some(({ price_list }) => price_list === 'wholesale')) > 20);
    const kinds = products.map(({ type, children = [] }) => `${type} ${children.some(({ auto_add }) => auto_add)}`);
    assert.deepEqual([...new Set(kinds)].toSorted(), ['bundle true', 'product false', 'set false']);
  });

  test('delivers to a dozen places: some without rush, one not at all', () => {
    const codes = lanes.filter(({ area }) => !area.endsWith('*'));
    const areas = Object.groupBy(codes, ({ area }) => area);
    assert.ok(Object.keys(areas).length >= 12);
    const rush = Object.values(areas).filter((list) => list?.some(({ journeys }) => journeys?.rush !== undefined));
    assert.ok(rush.length > 5 && rush.length < Object.keys(areas).length);
    const unserved = Object.entries(areas).filter(([, list]) =>
      list?.every(({ serviceable }) => serviceable === false),
    );
    assert.deepEqual(
      unserved.map(([area]) => area),
      ['194101'],
    );
  });

  test('has its words in every language of its pages: shelves, marks, attributes, sizes, offers and how it sends', () => {
    const has = new Set(demoWords.map(({ text }) => text));
    const amountless = (text: string): string => text.replaceAll(/₹\d[\d,]*\d/g, '{}');
    const names = [
      ...range.flatMap(({ name, l1, l2 }) => [name, l1, l2]),
      ...Object.keys(colours),
      ...Object.values(sizeCharts)
        .flat()
        .map(({ display }) => display)
        // Letters and figures are the same in every language.
        .filter((display) => /[a-z]{3}/.test(display)),
      ...products.flatMap(({ teaser_tag: mark, attributes = {} }) => [
        ...Object.values(mark ?? {}).map(String),
        ...Object.keys(attributes),
        ...Object.entries(attributes).flatMap(([name, value]) => (name === 'Pattern' ? [String(value)] : [])),
      ]),
      ...shippingMethods.flatMap(({ name, description }) => [name, description ?? '']),
      ...demoCustomers(0).map(({ about }) => about),
    ];
    const offers = demoOffers({ now: 0 }).map(({ body }) => {
      const { offer_text: text, title } = body['display_meta'] as { offer_text?: string; title?: string };
      return amountless(text ?? title ?? '');
    });
    assert.deepEqual([...new Set([...names, ...offers].filter((text) => !has.has(text)))], []);
    assert.ok(demoWords.every(({ hi = '', de = '' }) => hi !== '' && de !== ''));
    assert.equal(has.size, demoWords.length);
  });

  test('says something about everything, and leaves no gap in a text', () => {
    for (const { name, short_description = '', description = '' } of products) {
      assert.ok(short_description.length > 30 && description.length >= short_description.length, name);
      assert.doesNotMatch(`${name} ${description}`, /[{}]|undefined|lorem/i);
    }
  });
});

describe('its pictures', () => {
  test('exist for every address that a product names', () => {
    assert.equal(pictures.length, 800);
    assert.deepEqual(
      allSvg.filter(([, svg]) => svg === undefined).map(([name]) => name),
      [],
    );
    assert.deepEqual(
      ['no-such-thing-1.svg', `${products[0]?.slug}-0.svg`, `${products[0]?.slug}-3.svg`, 'x.svg', ''].map(draw),
      Array(5).fill(undefined),
    );
    assert.equal(demoLogo('nobody.svg'), undefined);
  });

  test('are well-formed, in portrait of 16:25', () => {
    for (const [name, svg = ''] of drawn) {
      assert.deepEqual(malformed(svg), [], name);
      assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 800 1250" /);
      assert.doesNotMatch(svg, /undefined|NaN|null/, name);
    }
    for (const [name, svg = ''] of logos) assert.deepEqual(malformed(svg), [], name);
    assert.deepEqual(malformed('<svg><g></svg>'), ['</svg>', 'svg']);
  });

  test('run nothing and load nothing from elsewhere', () => {
    for (const [name, svg = ''] of allSvg) {
      assert.doesNotMatch(svg, /<script|<foreignObject|<image|<use|<style|\son\w+=|href=|javascript:|@import/i, name);
      assert.deepEqual(
        [...svg.matchAll(/https?:[^"]*/g)].map(([address]) => address),
        ['http://www.w3.org/2000/svg'],
        name,
      );
      const used = [...svg.matchAll(/url\(#(\w+)\)/g)].map(([, id]) => id);
      const defined = new Set([...svg.matchAll(/ id="(\w+)"/g)].map(([, id]) => id));
      assert.deepEqual(
        used.filter((id) => !defined.has(id ?? '')),
        [],
        name,
      );
    }
  });

  test('differ between items, also without their titles', () => {
    const bare = [...drawn.values()].map((svg = '') => svg.replace(/ aria-label="[^"]*"><title>[^<]*<\/title>/, '>'));
    assert.equal(distinct(bare), pictures.length);
  });
});
