/** A cart after a step, and how an offer stands to it. Pure. */
import type { Standing, Step } from './change-types.ts';
import { answerOn } from '../../price/coupon-outcome.ts';
import { takenOff } from '../../price/line-effects.ts';
import type { CompiledOffer } from '../../../pricing/compile/offer-types.ts';
import { reasonsOf } from '../../../pricing/offers/why-not.ts';
import { pricingOf } from '../../../pricing/price-cart.ts';
import type { Work } from '../../../pricing/work.ts';
import { trialSize } from '../../../pricing/trials.ts';
import type { PricedCart } from '../../../pricing/priced-types.ts';
import type { AskedLine, PriceInput } from '../../../pricing/pricing-types.ts';
import type { ShippingMethod } from '../../../pricing/shipping-types.ts';
import type { WhyNot } from '../../../pricing/why-not-types.ts';
import { unreachable } from '../../../shared/unreachable.ts';

/** Whoever signs in: somebody with an account, and nothing else to tell of him. */
const SOMEBODY = 'somebody';

const withUnits = (lines: readonly AskedLine[], key: string, units: number): readonly AskedLine[] =>
  lines
    .map((line) => (line.key === key ? { ...line, quantity: line.quantity + units } : line))
    .filter(({ quantity }) => quantity > 0);

const linesAfter = (lines: readonly AskedLine[], step: Step & { readonly kind: 'add' }): readonly AskedLine[] => {
  const { addable, units, promoId } = step;
  const { asked } = addable.line;
  const key = promoId === null ? asked.key : `${asked.key} with ${promoId}`;
  if (lines.some((line) => line.key === key)) return withUnits(lines, key, units);
  return [...lines, { ...asked, key, quantity: units, ...(promoId === null ? {} : { promoId }) }];
};

/** All that is brought goes by it, at its own speed. */
const shippedBy = (input: PriceInput, { id, journey }: ShippingMethod): PriceInput => {
  const { shipping, lines } = input;
  if (shipping === undefined) return input;
  const brought = (line: AskedLine): AskedLine =>
    line.pos === true || journey === null ? line : { ...line, way: journey };
  return { ...input, lines: lines.map(brought), shipping: { ...shipping, chosen: {}, usual: id } };
};

export const withStep = (input: PriceInput, step: Step): PriceInput => {
  switch (step.kind) {
    case 'wait':
      return { ...input, now: step.until };
    case 'platform':
      return { ...input, shopper: { ...input.shopper, platform: step.platform } };
    case 'sign_in':
      return { ...input, shopper: { ...input.shopper, userId: SOMEBODY, registeredAt: input.now } };
    case 'pay':
      return { ...input, payment: step.payment, emi: null };
    case 'ship':
      return shippedBy(input, step.method);
    case 'take_gift': {
      const others = Object.entries(input.giftChoices).filter(([offerId]) => offerId !== step.offerId);
      return { ...input, giftChoices: Object.fromEntries(others) };
    }
    case 'code':
      return { ...input, coupon: step.offer, moreCoupons: step.beside };
    case 'add':
      return { ...input, lines: linesAfter(input.lines, step) };
    case 'remove':
      return { ...input, lines: withUnits(input.lines, step.line.key, -step.units) };
    default:
      return unreachable(step);
  }
};
export const withSteps = (input: PriceInput, steps: readonly Step[]): PriceInput => steps.reduce(withStep, input);

/** Why it does not act, if it does not; one that no line could match was not even looked at. */
function* whyOf(offer: CompiledOffer, priced: PricedCart, input: PriceInput): Work<WhyNot | null> {
  if (priced.applied.includes(offer.id)) return null;
  const isSetAside = priced.setAside.some((one) => one.kind === 'offer' && one.offerId === offer.id);
  if (isSetAside) return { offerId: offer.id, reason: 'rate_missing', shortfall: null };
  const told =
    offer.mode === 'coupon'
      ? answerOn(offer.id, priced, input)?.whyNot
      : (priced.notApplied.find(({ offerId }) => offerId === offer.id) ??
        (yield* reasonsOf(input)).find(({ offerId }) => offerId === offer.id));
  return told ?? { offerId: offer.id, reason: 'nothing_left', shortfall: null };
}

export function* standingOf(offer: CompiledOffer, input: PriceInput): Work<Standing> {
  yield trialSize(input);
  const priced = yield* pricingOf(input);
  return {
    applied: priced.applied.includes(offer.id),
    why: () => whyOf(offer, priced, input),
    off: takenOff(priced, offer.id),
    total: priced.breakup.total,
  };
}
