/** What must hold in every answer, whatever is in the cart. Compared in whole minor units, so that no float hides a difference. */
import assert from 'node:assert/strict';
import { currencyOf } from '../../../src/shared/currency.ts';
import type { Answer } from './answers.ts';

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);

export const checkLaws = (answer: Answer): void => {
  const unit = 10 ** currencyOf(answer.currency.code).exponent;
  const minor = (amount: number): number => Math.round(amount * unit);
  const total = (amounts: readonly number[]): number => sum(amounts.map(minor));
  if (answer.breakup_values !== undefined) checkBreakup(answer, minor, total);
  if (answer.items !== undefined) checkItems(answer, minor, total);
  if (answer.breakup_values !== undefined && answer.items !== undefined) checkBoth(answer, minor, total);
  assert.ok(answer.is_checkout_block || answer.error_code === null);
  assert.equal(answer.is_checkout_block, answer.checkout_block_message !== '');
};

type Minor = (amount: number) => number;
type Total = (amounts: readonly number[]) => number;

const checkBreakup = ({ breakup_values: { raw, display, coupon } }: Answer, minor: Minor, total: Total): void => {
  const rows = new Map(display.map(({ key, value }) => [key, value]));
  const outside = new Set(['mrp_total', 'discount', 'total']);
  const added = total(display.filter(({ key }) => !outside.has(key)).map(({ value }) => value));
  assert.equal(added, minor(rows.get('total') ?? NaN), 'rows from the subtotal on add up to the total');
  assert.equal(
    total([rows.get('mrp_total') ?? NaN, rows.get('discount') ?? 0]),
    minor(rows.get('subtotal') ?? NaN),
    'MRP and discount make the subtotal',
  );
  assert.equal(total([raw.mrp_total, raw.discount]), minor(raw.subtotal));
  assert.equal(minor(raw.you_saved), 0 - total([raw.discount, raw.promotion, raw.coupon]));
  assert.equal(minor(coupon.value), 0 - minor(raw.coupon));
  assert.ok(raw.total >= 0);
  assert.equal(display.at(-1)?.key, 'total');
};

const checkItems = ({ items }: Answer, minor: Minor, total: Total): void => {
  for (const { price, price_per_unit: each, quantity, article } of items) {
    if (price.converted.marked === undefined) continue;
    const lost = minor(article.amount_quantity_error);
    assert.ok(lost >= 0 && lost < quantity, 'what rounding a unit down loses is less than one minor unit each');
    assert.equal(
      minor(price.converted.selling_price),
      quantity * minor(each.converted.selling_price) + lost,
      'units and what was lost make the line',
    );
    assert.equal(minor(price.converted.marked), quantity * minor(each.converted.marked));
  }
  assert.deepEqual(
    items.map(({ res_item_index: at }) => at),
    [...items.keys()],
    'the index is the place in this list',
  );
  assert.ok(total(items.map(({ coupon }) => coupon?.discount_total_quantity ?? 0)) >= 0);
};

const checkBoth = (answer: Answer, minor: Minor, total: Total): void => {
  const {
    items,
    breakup_values: { raw },
    applied_promo_details: promotions,
  } = answer;
  const of = (pick: (price: Answer['items'][number]['price']['converted']) => number): number =>
    total(items.flatMap(({ price }) => (price.converted.marked === undefined ? [] : [pick(price.converted)])));
  assert.equal(
    of(({ marked }) => marked),
    minor(raw.mrp_total),
  );
  assert.equal(
    of(({ add_on }) => add_on),
    minor(raw.subtotal),
  );
  assert.equal(
    total(items.map(({ coupon }) => coupon?.discount_total_quantity ?? 0)),
    0 - minor(raw.coupon),
    'shares of the coupon make the coupon',
  );
  for (const { id, discount } of promotions) {
    const shares = items.flatMap((item) => item.promotions_applied.filter((one) => one.id === id));
    assert.equal(total(shares.map((share) => share.discount)), minor(discount), 'shares make the promotion');
  }
};
