/**
 * Ways of paying for a cart and what each would cost. Every one is the cart priced again with that choice, so that charges,
 * offers and their limits are those the shopper would meet.
 */
import type { CartLook } from '../call/cart-call.ts';
import { isListed } from '../price/coupon-outcome.ts';
import { creditedBy, takenOff } from '../price/line-effects.ts';
import { loadPricedCart } from '../price/load-priced-cart.ts';
import { codIsPossible, isKnownMode, paymentsFor } from '../price/payment-rules.ts';
import { paymentMode } from '../../shared/payment-mode.ts';
import type { PricedView } from '../price/priced-view.ts';
import { priceTrials } from '../price/price-trials.ts';
import { asTrial } from '../../pricing/trials.ts';
import { inputPaying, paymentTrials, pricedWith } from '../price/try-payment.ts';
import { emiDetails } from '../response/emi.ts';
import { isBankOffer, isShownOnProducts, offerWords, runningPeriod } from '../response/offer-shown.ts';
import { whyNotSentence } from '../response/offer-words-rules.ts';
import type { PaymentSelection, StoredCart } from '../store/cart-document.ts';
import type { PaymentOptions } from '../../contract/cart/cart-payment-contract.ts';
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import { isForOthers } from '../../pricing/offers/restrictions.ts';
import { pricingOf } from '../../pricing/price-cart.ts';
import type { Work } from '../../pricing/work.ts';
import type { PricedCart } from '../../pricing/priced-types.ts';
import type { WhyNot } from '../../pricing/why-not-types.ts';
import type { Payment } from '../../pricing/pricing-types.ts';
import { type Amounts, amountsIn } from '../../shared/amounts.ts';
import type { Minor } from '../../shared/money.ts';

type ModeOption = PaymentOptions['payment_modes'][number];
type EmiOption = PaymentOptions['emi_plans'][number];
type BankOffer = PaymentOptions['bank_offers'][number];

/** Each way is priced with all that it depends on, so there is a bound. */
const MOST_MODES = 20;
const MOST_BANK_OFFERS = 20;

const paying = (mode: string, identifier: string | null = null): PaymentSelection => ({
  mode,
  identifier,
  aggregator: null,
  merchantCode: null,
  network: null,
  type: null,
  iin: null,
});
const withPayment = (cart: StoredCart | undefined, payment: PaymentSelection | null): StoredCart | undefined =>
  cart && { ...cart, document: { ...cart.document, payment } };

const bankOffers = (view: PricedView): readonly CompiledOffer[] =>
  [...view.input.offers.offers.filter(isShownOnProducts), ...view.offers.coupons.filter(isListed)]
    .filter((offer) => isBankOffer(offer) && runningPeriod(offer, view.now) !== undefined)
    .filter((offer) => !isForOthers(offer, view.input))
    .slice(0, MOST_BANK_OFFERS);

/** The shop's own first, then every way that a fee or an offer names. */
const modesOf = ({ settings, document }: PricedView, offers: readonly CompiledOffer[]): readonly string[] => {
  const { default_payment_mode: usual, cod, convenience_fees: fees, emi_plans: plans } = settings;
  const named = [
    ...(cod === null ? [] : ['COD']),
    ...(plans.length === 0 ? [] : ['EMI']),
    ...Object.keys(fees),
    ...(document.payment === null ? [] : [document.payment.mode]),
    ...offers.flatMap((offer) => paymentsFor(offer).map(({ mode }) => mode)),
  ];
  const first = paymentMode(usual);
  const others = [...new Set(named.map(paymentMode))]
    .filter((mode) => mode !== first && isKnownMode(mode, settings))
    .toSorted();
  return [...(first === '' ? [] : [first]), ...others].slice(0, MOST_MODES);
};

/** What comes off the total, and what is credited later: a shopper must not take one for the other. */
const worthIn = (off: Minor, back: Minor, { number }: Amounts) => ({
  discount: number(off - back),
  cashback_amount: number(back),
});

const offersBrought = (priced: PricedCart, plain: PricedView): ModeOption['offers'] => {
  const amounts = amountsIn(plain.currency);
  return priced.applied
    .filter((id) => !plain.priced.applied.includes(id))
    .flatMap((id) => plain.offers.byId.get(id) ?? [])
    .map((offer) => ({
      id: offer.id,
      name: offerWords(offer, plain.input).name,
      ...worthIn(takenOff(priced, offer.id), creditedBy(priced, offer.id), amounts),
    }));
};

/** COD has bounds of its own; instalments need a plan that fits. */
const modeProblem = (mode: string, plain: PricedView, plans: readonly EmiOption[]): string => {
  if (plain.lines.length === 0) return 'Your cart is empty';
  if (mode === 'COD' && !codIsPossible(plain)) return 'Paying on delivery is not possible for this cart';
  const hasPlan = mode !== 'EMI' || plans.some((plan) => plan.is_possible);
  return hasPlan ? '' : 'No instalment plan is offered for this total';
};

const modeOptions = async (
  { shop, cart }: CartLook,
  modes: readonly string[],
  plain: PricedView,
  plans: readonly EmiOption[],
): Promise<readonly ModeOption[]> => {
  const { number } = amountsIn(plain.currency);
  const inputs = await Promise.all(
    modes.map(async (mode) => ({ mode, input: await inputPaying(shop, plain, paying(mode)) })),
  );
  return priceTrials(plain.input, inputs, function* ({ mode, input }) {
    const priced = yield* pricingOf(input);
    const { total, cod_charge, convenience_fee } = priced.breakup;
    const message = modeProblem(mode, plain, plans);
    return {
      payment_mode: mode,
      is_selected: cart?.document.payment?.mode === mode,
      is_possible: message === '',
      message,
      total: number(total),
      fee: number(cod_charge + convenience_fee),
      offers: offersBrought(priced, plain),
    };
  });
};

const emiOptions = async ({ shop, cart }: CartLook, plain: PricedView): Promise<readonly EmiOption[]> => {
  const { emi_plans: plans } = plain.settings;
  if (plans.length === 0) return [];
  const view = { ...plain, input: await inputPaying(shop, plain, paying('EMI')) };
  const selected = cart?.document.payment ?? null;
  return priceTrials(plain.input, plans, function* ({ id }) {
    const priced = yield* pricedWith(view, paying('EMI', id));
    const { emi = null } = priced.emi === null ? {} : emiDetails({ ...view, priced });
    return {
      id,
      is_selected: selected?.mode === 'EMI' && selected.identifier === id,
      is_possible: emi !== null,
      message: emi === null ? 'This plan is not offered for this total' : '',
      total: amountsIn(view.currency).number(priced.breakup.total),
      emi,
    };
  });
};

type Trial = { readonly off: Minor; readonly back: Minor; readonly why: WhyNot | null };

function* tryOffer(offer: CompiledOffer, view: PricedView, payment: Payment): Work<Trial> {
  const coupon = offer.mode === 'coupon' ? offer : view.input.coupon;
  const priced = yield* pricingOf({ ...view.input, coupon, payment, emi: null });
  const off = takenOff(priced, offer.id);
  const reasons = [...priced.notApplied, ...[priced.coupon?.whyNot ?? []].flat()];
  const back = creditedBy(priced, offer.id);
  return { off, back, why: off > 0 ? null : (reasons.find(({ offerId }) => offerId === offer.id) ?? null) };
}

const bankOffer = (offer: CompiledOffer, view: PricedView, tried: readonly Trial[]): BankOffer | null => {
  const amounts = amountsIn(view.currency);
  const payments = paymentsFor(offer);
  const [best] = tried.toSorted((a, b) => b.off - a.off);
  if (best === undefined) return null;
  const rules = Object.values(offer.restrictions.payments ?? {});
  const words = offerWords(offer, view.input);
  return {
    id: offer.id,
    mode: offer.mode,
    code: offer.mode === 'coupon' ? offer.code : null,
    name: words.name,
    offer_text: words.text,
    payment_modes: payments.map(({ mode }) => mode),
    banks: [...new Set(rules.flatMap(({ codes }) => codes))],
    networks: [...new Set(rules.flatMap(({ networks }) => networks))],
    ...worthIn(best.off, best.back, amounts),
    is_applicable: best.off > 0,
    message:
      best.off > 0
        ? ''
        : whyNotSentence(best.why ?? { offerId: offer.id, reason: 'no_item', shortfall: null }, {
            offer,
            now: view.now,
            items: [...view.items.values()],
            money: amounts.textIn(view.language),
            language: view.language,
            translations: view.application.translations,
          }),
  };
};

const triedOffers = async (offers: readonly CompiledOffer[], view: PricedView): Promise<readonly BankOffer[]> => {
  const tried = await priceTrials(view.input, paymentTrials(offers), function* ({ offer, payment }) {
    return { offer, trial: yield* tryOffer(offer, view, payment) };
  });
  const byOffer = Map.groupBy(tried, ({ offer }) => offer);
  return offers.flatMap(
    (offer) =>
      bankOffer(
        offer,
        view,
        (byOffer.get(offer) ?? []).map(({ trial }) => trial),
      ) ?? [],
  );
};

const worth = ({ discount = 0, cashback_amount: back = 0 }: BankOffer): number => discount + back;

export const paymentOptions = async (look: CartLook): Promise<PaymentOptions> => {
  const { shop, cart, ask } = look;
  const priced = await loadPricedCart(shop, withPayment(cart, null), ask);
  const offers = bankOffers(priced);
  const modes = modesOf({ ...priced, document: cart?.document ?? priced.document }, offers);
  // The three lists share what one call may search for the best offers.
  const trials = priced.settings.emi_plans.length + modes.length + paymentTrials(offers).length;
  const plain = { ...priced, input: asTrial(priced.input, trials) };
  const plans = await emiOptions(look, plain);
  const found = await modeOptions(look, modes, plain, plans);
  const banks = await triedOffers(offers, plain);
  return {
    currency: { code: plain.currency.code, symbol: plain.currency.symbol },
    default_payment_mode: plain.settings.default_payment_mode,
    payment_modes: found,
    emi_plans: plans,
    bank_offers: banks.toSorted((a, b) => worth(b) - worth(a) || ((a.id ?? '') < (b.id ?? '') ? -1 : 1)),
  };
};
