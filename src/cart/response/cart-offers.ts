/** Cashback the cart would earn. Pure. */
import type { CartDetail } from '../../contract/cart/cart-contract.ts';
import { inCurrency } from '../../pricing/money/in-currency.ts';
import { text } from '../../pricing/compile/read-definition.ts';
import { million, type Minor } from '../../shared/money.ts';
import type { PricedView } from '../price/priced-view.ts';
import { amountsIn } from '../../shared/amounts.ts';
import { shownTexts } from './offer-texts.ts';

export const cashbackPromotions = (view: PricedView): CartDetail['cashback_promotion'] => {
  const { number } = amountsIn(view.currency);
  const shown = view.priced.cashback.flatMap(({ offerId, amount }) => {
    const offer = view.offers.byId.get(offerId);
    if (offer === undefined || offer.mode !== 'promotion') return [];
    const rule = offer.discounts.find(({ benefit }) => benefit.kind === 'cashback');
    const reward = rule?.benefit.kind === 'cashback' ? rule.benefit.reward : undefined;
    const converted = (value: Minor): number => number(inCurrency(value, offer.currency, view.input) ?? 0);
    const isRate = reward?.kind === 'rate';
    return [
      {
        id: offer.id,
        name: text(shownTexts(offer, view.input).name) ?? '',
        discount_type: isRate ? 'percentage' : 'amount',
        cashback_amount: number(amount),
        discount_value: isRate
          ? (reward.rate * 100) / million
          : converted(reward?.kind === 'amount' ? reward.amount : 0),
        max_discount_amount: converted(rule?.limits.maximumDiscount ?? 0),
      },
    ];
  });
  return shown.length === 0 ? null : shown;
};
