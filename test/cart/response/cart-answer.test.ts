/** Carts as they are answered, on both engines; at the end every field of the contract must have shown two values. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { forEachEngine } from '../../databases.ts';
import { type AnswerShop, openAnswerShop } from './answer-shop.ts';
import { anyCartScenarios } from './scenario-any-cart.ts';
import { cartScenarios } from './scenario-cart.ts';
import { couponScenarios } from './scenario-coupons.ts';
import { lineScenarios } from './scenario-lines.ts';
import { priceScenarios } from './scenario-prices.ts';
import { promotionScenarios } from './scenario-promotions.ts';
import { rewardScenarios } from './scenario-rewards.ts';
import { secondShelfScenarios } from './scenario-second-shelf.ts';
import { sharedLineScenarios } from './scenario-shared-lines.ts';
import { taxScenarios } from './scenario-tax.ts';

/** Fields that have one value by their meaning: the interface names it, or the object is there only when it holds. */
const constants = [
  'CartBulkOffer.auto_applied',
  'CartBulkOffer.type',
  'FreeGiftFulfillment.ships_separately',
  'ProductAction.type',
  'ActionPage.type',
  'ProductArticle.type',
  'CartEmiDetails.tenure_unit',
];

forEachEngine(async (engine) => {
  const shop = await openAnswerShop(engine);
  after(() => shop.close());
  const given = (): AnswerShop => shop;

  lineScenarios(given);
  priceScenarios(given);
  promotionScenarios(given);
  rewardScenarios(given);
  couponScenarios(given);
  cartScenarios(given);
  secondShelfScenarios(given);
  taxScenarios(given);

  /** Counted before any chance has a part in it. */
  test('every field of the contract came, and with two different values', () => {
    assert.deepEqual(shop.recorder.missing(), []);
    assert.deepEqual(shop.recorder.constant().toSorted(), constants.toSorted());
  });

  anyCartScenarios(given);
  sharedLineScenarios(given);
});
