/** Ways of paying: what each is called, whether the shop has it, and whether it can pay this cart. Pure. */
import type { CartSettings } from '../contract/cart-settings-contract.ts';
import { fromHome } from '../pricing/in-currency.ts';
import type { ErrorCode } from '../shared/errors.ts';
import type { Minor } from '../shared/money.ts';
import type { PaymentSelection } from './cart-document.ts';
import type { PricedView } from './priced-view.ts';

/** The two modes that the shop itself has terms for, in any case; every other one is the payment provider's word. */
export const paymentMode = (given: string): string => {
  const upper = given.toUpperCase();
  return upper === 'COD' || upper === 'EMI' ? upper : given;
};

/** What is chosen must be there to be chosen; an instalment plan may be named later. */
export const unknownOption = (chosen: PaymentSelection | null, settings: CartSettings): ErrorCode | null => {
  if (chosen?.mode === 'COD') return settings.cod === null ? 'cod_not_available' : null;
  if (chosen?.mode !== 'EMI' || chosen.identifier === null) return null;
  return settings.emi_plans.some(({ id }) => id === chosen.identifier) ? null : 'emi_plan_unknown';
};

const isOutside = (goods: number, from: number | undefined, to: number | undefined): boolean =>
  (from !== undefined && goods < from) || (to !== undefined && goods > to);

/** As the engine decides it: the goods as they are charged, and bounds that are converted to their currency. */
export const codIsPossible = ({ input, priced }: Pick<PricedView, 'input' | 'priced'>): boolean => {
  const { cod } = input.charges;
  const inCart = (bound: Minor | undefined): Minor | undefined =>
    bound === undefined ? undefined : fromHome(bound, input);
  return cod !== null && !isOutside(priced.breakup.goods, inCart(cod.from), inCart(cod.to));
};

/** Why the mode that was chosen cannot pay this cart as it stands. */
export const paymentProblem = (
  view: PricedView,
): { readonly code: 'cod_not_available' | 'emi_not_offered'; readonly message: string } | null => {
  const mode = view.input.payment?.mode;
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
