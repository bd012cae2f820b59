/** Cashback the cart would earn, and sets at a fixed price it has units of. Pure. */
import type { CartDetail } from '../../contract/cart-contract.ts';
import { inCurrency } from '../../pricing/in-currency.ts';
import { matchLines } from '../../pricing/match-lines.ts';
import type { CompiledOffer } from '../../pricing/offer-types.ts';
import { record, text } from '../../pricing/read-definition.ts';
import { million, type Minor, sum } from '../../shared/money.ts';
import type { PricedView } from '../priced-view.ts';
import { amountsIn } from './amounts.ts';

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
        name: text(record(offer.definition.display_meta).name) ?? '',
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

const isRunning = ({ periods }: CompiledOffer, now: number): boolean =>
  periods.length === 0 || periods.some(({ from, to }) => from <= now && now < to);

/** Also sets that do not apply yet: how many units they take, and how many of the cart's could be among them. */
export const fixedPriceSets = (view: PricedView): NonNullable<CartDetail['eligible_fixed_price_promotions']> => {
  const { input, priced, now } = view;
  const goods = priced.lines.filter(({ gift }) => gift === null);
  const match = matchLines(goods, input.offers, input.place);
  return Object.fromEntries(
    match.candidates
      .flatMap((at) => input.offers.offers[at] ?? [])
      .filter((offer) => isRunning(offer, now))
      .flatMap((offer) => {
        const rule = offer.discounts.find(({ benefit }) => benefit.kind === 'set');
        if (rule?.benefit.kind !== 'set') return [];
        const lines = new Set(rule.criteria.flatMap((criteria) => match.linesOf(criteria)));
        const units = sum([...lines].map((at) => goods[at]?.quantity ?? 0));
        return units === 0 ? [] : [[offer.id, { offer_quantity: rule.benefit.size, eligible_quantity: units }]];
      }),
  );
};
