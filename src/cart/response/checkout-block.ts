/** Whether checkout would be refused now, and the number that tax law may ask for. Pure. */
import { mostLinesOf } from '../lines/cart-facts.ts';
import { type BlockReason, blockReasons } from '../price/checkout-block-rules.ts';
import { paymentProblem } from '../price/payment-rules.ts';
import type { PricedView } from '../price/priced-view.ts';
import type { CartDetail } from '../../contract/cart/cart-contract.ts';
import { fromHome } from '../../pricing/money/in-currency.ts';
import { amountsIn } from '../../shared/amounts.ts';
import { type Minor, toMinor } from '../../shared/money.ts';

const inCart = (amount: number, { home, input }: PricedView): Minor =>
  fromHome(toMinor(amount, home.exponent) ?? 0, input);

export const panConfig = (view: PricedView): NonNullable<CartDetail['pan_config']> => {
  const { pan_card: pan } = view.configuration;
  const { number } = amountsIn(view.currency);
  const cod = inCart(pan.cod_threshold_amount, view);
  const online = inCart(pan.online_threshold_amount, view);
  const threshold = view.input.payment?.mode === 'COD' ? cod : online;
  return {
    enabled: pan.enabled,
    cod_threshold_amount: number(cod),
    online_threshold_amount: number(online),
    required: pan.enabled && view.priced.breakup.total > threshold,
  };
};

/** What the goods of an order must be worth, in the cart's currency; 0: nothing is asked. */
export const leastGoods = (view: PricedView): Minor => inCart(view.configuration.min_cart_value, view);

const sellersOwnGstin = ({ document, lines, sellers }: PricedView): boolean => {
  const own = document.meta.gstin?.toUpperCase();
  return (
    own !== undefined && lines.some(({ article }) => sellers.get(article?.sellerId ?? 0)?.gstin?.toUpperCase() === own)
  );
};

export const checkoutBlock = (view: PricedView): readonly BlockReason[] => {
  const { configuration, document, priced } = view;
  return blockReasons({
    lines: document.lines.length,
    lineProblem: view.lines.map(({ availability }) => availability.problem).find((problem) => problem !== null) ?? null,
    goods: priced.breakup.goods,
    least: leastGoods(view),
    most: inCart(configuration.max_cart_value, view),
    mostLines: mostLinesOf(configuration, view.application.quotas),
    orderPlacing: configuration.order_placing,
    sellersOwnGstin: sellersOwnGstin(view),
    panMissing: panConfig(view).required && document.meta.panNo === null,
    couponSpent: [priced.coupon, ...Object.values(priced.coupons ?? {})].some((answer) =>
      ['used_up', 'budget'].includes(answer?.whyNot?.reason ?? ''),
    ),
    addressProblem: view.addressProblem,
    unshippable: view.place !== null && (priced.parcels ?? []).some(({ method }) => method === null),
    paymentProblem: paymentProblem(view),
    money: amountsIn(view.currency).text,
  });
};
