/**
 * The pricing of a cart's last acknowledged write, kept beside the cart. `detail-light` shows it, `notification` compares it
 * with now, and it pins the exchange rate. It decides no price.
 */
import { offersOnLine } from './line-effects.ts';
import type { PricedView } from './priced-view.ts';
import type { PricedSnapshot } from '../store/cart-record-store.ts';
import { lineAmount } from '../../pricing/lots.ts';

export const snapshotOf = (view: PricedView): PricedSnapshot => ({
  at: view.now,
  currency: view.currency.code,
  rateId: view.rateId,
  raw: view.priced.breakup,
  coupon: view.coupon.applied ? { code: view.coupon.code, discount: view.coupon.discount } : null,
  lines: view.lines.map((line) => ({
    identifier: line.identifier,
    key: line.key,
    quantity: line.quantity,
    articleUid: line.article?.uid ?? '',
    unit: line.priced?.effective ?? null,
    amount: line.priced === null ? null : lineAmount(line.priced),
    sellable: line.availability.sellable,
    offers: offersOnLine(view.priced, line.priced?.key),
  })),
});
