/** Answers of rules for taxes and shipping, read with distrust, and what they make of the input of pricing. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { shippingAnswer, taxAnswer } from '../../../src/offers/logic/answer-rules.ts';
import { withShippingCharges, withTaxes } from '../../../src/offers/logic/ruled-charges.ts';
import { priceCart } from '../../../src/pricing/price-cart.ts';
import type { PriceInput } from '../../../src/pricing/pricing-types.ts';
import { article } from '../../pricing/carts.ts';
import { blankInput } from '../../pricing/price-inputs.ts';
import { printedJson } from '../../printed-json.ts';

/** An answer of the page. */
const example = (name: string): unknown => printedJson('behaviour/custom-rules.md', name);

const asked = [
  { uid: 'a', storeId: 1, units: 2, amount: 20_000 },
  { uid: 'b', storeId: 2, units: 1, amount: 5000 },
];
const vat = { name: 'VAT', jurisdiction: 'DE', rate: 19 };
const readTax = taxAnswer(asked);
const readShipping = shippingAnswer(new Set([1, 2]), new Set(['slow', 'fast']));

const band = { zones: [], countries: [], by: 'quantity', freeFrom: null, unweighed: null } as const;
const method = (id: string, charge: number) => ({
  id,
  name: id,
  journey: null,
  once: true,
  heaviest: null,
  rates: [{ ...band, bands: [{ from: 0, charge }] }],
});
const [a, b] = [article('a', 10_000, { storeId: 1 }), article('b', 5000, { storeId: 2 })];
const input: PriceInput = {
  ...blankInput,
  lines: [
    { key: 'l1', articleUid: 'a', quantity: 2 },
    { key: 'l2', articleUid: 'b', quantity: 1 },
  ],
  articles: new Map([
    ['a', a],
    ['b', b],
  ]),
  shipping: {
    methods: [method('slow', 100), method('fast', 900)],
    country: 'IN',
    chosen: {},
    usual: null,
    weights: new Map(),
  },
};
const deliveryOf = (given: PriceInput) =>
  priceCart(given)
    .charges.filter(({ type }) => type === 'delivery')
    .map(({ preset }) => preset);

test('the page shows answers that can be used', () => {
  const told = [{ uid: '1-M', storeId: 1, units: 1, amount: 100 }];
  assert.equal(taxAnswer(told)(example('custom-taxes'))?.articles.get('1-M')?.length, 2);
  const read = shippingAnswer(new Set([1]), new Set(['express']));
  assert.equal(read(example('custom-charges'))?.get(1)?.get('express'), 4900);
});

describe('taxes that a rule says', () => {
  test('are each named, bounded and of an article that was asked about', () => {
    const good = { lines: [{ article_id: 'a', taxes: [vat, { ...vat, name: 'City', rate: 0.0125 }] }], charges: [vat] };
    assert.deepEqual(
      readTax(good)
        ?.articles.get('a')
        ?.map(({ rate }) => rate),
      [190_000, 125],
    );
    assert.equal(readTax({})?.articles.size, 0);
    for (const wrong of [
      { lines: {} },
      { lines: [{ article_id: 'c', taxes: [vat] }] },
      {
        lines: [
          { article_id: 'a', taxes: [vat] },
          { article_id: 'a', taxes: [] },
        ],
      },
      { lines: [{ article_id: 'a', taxes: [vat, vat] }] },
      { lines: [{ article_id: 'a' }] },
      { charges: [{ ...vat, rate: -1 }] },
      { charges: [{ ...vat, rate: 100.5 }] },
      { charges: [{ ...vat, rate: '19' }] },
      { charges: [{ ...vat, rate: 1.00001 }] },
      { charges: [{ ...vat, name: ' ' }] },
      { charges: [vat, { ...vat, name: 'Other', rate: 90 }] },
      { charges: Array.from({ length: 11 }, (_, at) => ({ ...vat, name: `t${at}`, rate: 1 })) },
      { more: 1 },
    ]) {
      assert.equal(readTax(wrong), undefined, JSON.stringify(wrong));
    }
  });

  test('take the place of the article’s, and leave what is exempt alone', () => {
    const answer = readTax({
      lines: [
        { article_id: 'a', taxes: [vat] },
        { article_id: 'b', taxes: [vat] },
      ],
    });
    assert.ok(answer);
    const exempt = {
      ...input,
      articles: new Map([
        ['a', a],
        ['b', { ...b, taxRate: 0, exemption: 'exempt' as const }],
      ]),
    };
    const priced = priceCart(withTaxes(exempt, answer, false));
    const [first, second] = priced.lines;
    assert.deepEqual(
      first?.tax.parts.map(({ name, jurisdiction, amount }) => [name, jurisdiction, amount]),
      [['VAT', 'DE', first?.tax.tax]],
    );
    assert.ok((first?.tax.tax ?? 0) > 0);
    assert.equal(second?.tax.tax, 0);
    const net = withTaxes(input, answer, true).articles.get('a');
    assert.deepEqual([net?.taxRate, net?.pricedAtRate], [190_000, a.taxRate]);
    assert.equal(withTaxes(input, answer, false).articles.get('a')?.pricedAtRate, undefined);
  });
});

describe('charges that a rule says', () => {
  const of = (store_id: unknown, ...methods: unknown[]) => ({ store_id, methods });
  test('are each of a method and a store that were asked about', () => {
    assert.deepEqual(
      readShipping({ parcels: [of(1, { id: 'fast', charge: 5 })] })
        ?.get(1)
        ?.get('fast'),
      5,
    );
    for (const wrong of [
      { parcels: [of(3, { id: 'fast', charge: 5 })] },
      { parcels: [of('1', { id: 'fast', charge: 5 })] },
      { parcels: [of(1, { id: 'drone', charge: 5 })] },
      { parcels: [of(1, { id: 'fast', charge: -5 })] },
      { parcels: [of(1, { id: 'fast', charge: 1e13 })] },
      { parcels: [of(1, { id: 'fast', charge: 5 }, { id: 'fast', charge: 6 })] },
      { parcels: [of(1), of(1)] },
      { parcels: [of(1), of(2), of(1)] },
      { parcels: 5 },
      [],
    ]) {
      assert.equal(readShipping(wrong), undefined, JSON.stringify(wrong));
    }
  });

  test('take the place of the method’s, store by store', () => {
    const charged = (answer: object) => {
      const read = readShipping(answer);
      assert.ok(read);
      return deliveryOf(withShippingCharges(input, read, [1, 2]));
    };
    assert.deepEqual(deliveryOf(input), [100], 'once for all');
    assert.deepEqual(charged({ parcels: [] }), [100]);
    assert.deepEqual(charged({ parcels: [of(1, { id: 'slow', charge: 70 }), of(2, { id: 'slow', charge: 5 })] }), [75]);
    assert.deepEqual(charged({ parcels: [of(1, { id: 'slow', charge: 70 })] }), [170], 'the other store as it was');
    assert.deepEqual(charged({ parcels: [of(1, { id: 'fast', charge: 7 })] }), [107], 'slow does not take it');
  });

  test('leave parcels of the other stores together where the method is charged once', () => {
    const lines = [...input.lines, { key: 'l3', articleUid: 'c', quantity: 1 }];
    const articles = new Map([...input.articles, ['c', article('c', 700, { storeId: 3 })]]);
    const answer = new Map([[1, new Map([['slow', 70]])]]);
    assert.deepEqual(deliveryOf(withShippingCharges({ ...input, lines, articles }, answer, [1, 2, 3])), [170]);
  });
});
