/** Ways of paying: what each is called, whether the shop has it, and whether it can pay this cart. Pure. */
import type { PricedView } from './priced-view.ts';
import type { PaymentSelection } from '../store/cart-document.ts';
import type { CartSettings } from '../../contract/applications/cart-settings-contract.ts';
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import { fromHome } from '../../pricing/money/in-currency.ts';
import type { Payment } from '../../pricing/pricing-types.ts';
import type { ErrorCode } from '../../shared/error-table.ts';
import type { Minor } from '../../shared/money.ts';
import { paymentMode } from '../../shared/payment-mode.ts';

type KnownModes = Pick<CartSettings, 'payment_modes' | 'convenience_fees' | 'default_payment_mode'>;

export const isKnownMode = (
  mode: string,
  { payment_modes: listed, convenience_fees: fees, default_payment_mode: usual }: KnownModes,
): boolean =>
  ['COD', 'EMI', usual, ...listed, ...Object.keys(fees)].some((one) => paymentMode(one) === paymentMode(mode));

/** What is chosen must be there to be chosen; an instalment plan may be named later. */
export const unknownOption = (chosen: PaymentSelection | null, settings: CartSettings): ErrorCode | null => {
  if (chosen !== null && !isKnownMode(chosen.mode, settings)) return 'payment_mode_unknown';
  if (chosen?.mode === 'COD') return settings.cod === null ? 'cod_not_available' : null;
  if (chosen?.mode !== 'EMI' || chosen.identifier === null) return null;
  return settings.emi_plans.some(({ id }) => id === chosen.identifier) ? null : 'emi_plan_unknown';
};

const isOutside = (goods: number, from: number | undefined, to: number | undefined): boolean =>
  (from !== undefined && goods < from) || (to !== undefined && goods > to);

type Priced = Pick<PricedView, 'input' | 'priced'>;
const inCart = (bound: Minor | undefined, { input }: Pick<Priced, 'input'>): Minor | undefined =>
  bound === undefined ? undefined : fromHome(bound, input);

/** As the engine decides it: the goods as they are charged, and bounds that are converted to their currency. */
export const codIsPossible = (view: Priced): boolean => {
  const { cod } = view.input.charges;
  return cod !== null && !isOutside(view.priced.breakup.goods, inCart(cod.from, view), inCart(cod.to, view));
};

/** What goods must be worth at least to be paid for as it was chosen; 0: nothing is asked. */
export const leastForPayment = (view: Priced): Minor =>
  view.input.payment?.mode === 'COD' ? (inCart(view.input.charges.cod?.from, view) ?? 0) : 0;

export type PaymentProblem = {
  readonly code: 'payment_mode_unknown' | 'cod_not_available' | 'emi_not_offered';
  readonly message: string;
};

/** Why the mode that was chosen cannot pay this cart as it stands. */
export const paymentProblem = (view: PricedView): PaymentProblem | null => {
  const mode = view.input.payment?.mode;
  if (mode !== undefined && !isKnownMode(mode, view.settings)) {
    return {
      code: 'payment_mode_unknown',
      message: 'This shop does not take this payment mode. Choose another way to pay',
    };
  }
  if (mode === 'COD' && !codIsPossible(view)) {
    return { code: 'cod_not_available', message: 'This order cannot be paid on delivery. Choose another way to pay' };
  }
  if (mode !== 'EMI' || view.priced.emi !== null) return null;
  const isChosen = (view.document.payment?.identifier ?? null) !== null;
  const message = isChosen
    ? 'This EMI plan is not offered for this total. Choose another way to pay'
    : 'Choose one of the EMI plans';
  return { code: 'emi_not_offered', message };
};

/** Ways of paying that the offer takes, each with the first code, kind, network and card that it names. */
export const paymentsFor = ({ restrictions }: CompiledOffer): readonly Payment[] =>
  Object.entries(restrictions.payments ?? {}).map(
    ([
      mode,
      {
        codes: [code],
        types: [type],
        networks: [network],
        iins: [iin],
      },
    ]) => ({
      mode,
      ...(code === undefined ? {} : { code }),
      ...(type === undefined ? {} : { type }),
      ...(network === undefined ? {} : { network }),
      ...(iin === undefined ? {} : { iin }),
    }),
  );
