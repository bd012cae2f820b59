/**
 * Every field of the interface takes more than one value in the demo shop as it ships, or is rightly constant and says why.
 * A field that is stubbed anywhere between the database and the wire has one value and is named here.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { AddCartDetail } from '../../src/contract/cart/cart-answers-contract.ts';
import { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import { ClientResponse } from '../../src/contract/applications/client-contract.ts';
import { valueRecorder } from '../cart/response/value-recorder.ts';
import { engines } from '../databases.ts';
import { spendDay } from './field-visit.ts';
import { openShippedShop, type ShippedShop } from './shipped-shop.ts';

/** A field that never comes, or always says the same, and why that is right. */
const rightly: Readonly<Record<string, string>> = {
  'ActionPage.type': 'a line leads to the page of its product, and to no other kind of page',
  'ArticleAppliedPriceAdjustment.article_level_distribution':
    'only an adjustment that is spread over articles is on one',
  'CartBulkOffer.auto_applied': 'a price by quantity needs nobody to apply it',
  'CartBulkOffer.type': 'a price by quantity is a ladder_price',
  'CartDetailResponseObject.vat_state': 'the demo asks no service about VAT numbers: it calls nobody outside',
  'CartEmiDetails.tenure_unit': 'instalments are monthly',
  'CartItemTax.exemption': 'the demo sells in India and exempts no group; nobody there owes the tax of a shop himself',
  'CartItemTax.oss_basis': 'the demo sells in India: nothing crosses a border of the European Union',
  'CartMergeReport.undo_until': 'the day is one moment by the clock of the test',
  'ClientResponseSchema.company_id': 'the installation has one company',
  'ClientResponseSchema.organization_id': 'the installation has one organization',
  'DynamicDeliveryMetadata.t1_ttl_min': 'a setting; every store has a processing time to keep',
  'DynamicDeliveryMetadata.t2_ttl_min': 'a setting; every store has a hand-over time to keep',
  'FreeGiftFulfillment.ships_separately': 'it is there only when the gift ships separately',
  'ProductAction.type': 'a line leads to its product',
  'ProductArticle.type': 'the interface names one value: article',
  'ProductImage.aspect_ratio': 'the demo draws its pictures in one shape',
};

const schema = {
  type: 'object',
  title: 'answers',
  properties: { cart: CartDetail, added: AddCartDetail, client: ClientResponse },
};

describe('the demo shop’s answers', () => {
  let shop: ShippedShop;
  const answers: Readonly<Record<string, unknown>>[] = [];
  before(async () => {
    const [engine] = engines;
    assert.ok(engine);
    shop = await openShippedShop(engine);
    await spendDay(shop, (name, body) => answers.push({ [name]: body }));
  });
  after(() => shop.close());

  /** Fields that no answer had, or that always had the same value. */
  const suspects = (all: readonly unknown[]): readonly string[] => {
    const recorder = valueRecorder(schema);
    for (const answer of all) recorder.record(answer);
    return [...recorder.missing(), ...recorder.constant()].filter((path) => !path.startsWith('answers.')).toSorted();
  };

  test('have every field, and more than one value in each', () => {
    assert.deepEqual(suspects(answers), Object.keys(rightly).toSorted());
  });

  test('would show a field that is stubbed', () => {
    const stubbed = (value: unknown, field: string, by: unknown): unknown => {
      if (Array.isArray(value)) return value.map((one) => stubbed(one, field, by));
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value).map(([name, own]) => [name, name === field ? by : stubbed(own, field, by)]),
      );
    };
    for (const [path, by] of [
      ['CartProductInfo.discount', ''],
      ['CartEmiDetails.monthly_amount', '0.00'],
      ['CashbackPromotion.cashback_amount', 0],
      ['ClientResponseSchema.slug', 'client'],
      ['DisplayBreakup.preset', 49],
    ] as const) {
      const field = path.slice(path.indexOf('.') + 1);
      const found = suspects(answers.map((answer) => stubbed(answer, field, by)));
      assert.ok(found.includes(path), path);
    }
  });
});
