/** The ways of paying, each with its fee and what it takes off. */
import type { Static } from 'typebox';
import type { CartEmiDetails } from '../../src/contract/cart/cart-contract.ts';
import type { PaymentOptions } from '../../src/contract/cart/cart-payment-contract.ts';
import { money } from '../ui/money.ts';
import { OptionCards } from '../ui/option-cards.tsx';
import { useValue } from '../ui/value.ts';
import type { Payment } from './checkout.ts';
import { customerToken } from './shop.ts';
import { said, wordFor, words } from './words.ts';

type PaymentChoiceProps = {
  readonly options: PaymentOptions;
  /** The goods are picked up: what is paid on delivery is paid there. */
  readonly isFetched: boolean;
  readonly chosen: Payment;
  readonly onChoose: (payment: Payment) => void;
};
type Mode = PaymentOptions['payment_modes'][number];

export const modeName = (mode: string, isFetched: boolean): string =>
  mode === 'COD' && isFetched ? words.checkout.payAtStore : wordFor(words.payments, mode);

type Brought = Mode['offers'][number];

/** What comes off now and what is credited later are two things; nobody is credited whom the shop does not know. */
const worthOf = ({ discount = 0, cashback_amount: back = 0 }: Brought, currency: string, isKnown: boolean): string => {
  const { offWith, backWith, backIfKnown } = words.checkout;
  return [
    ...(discount > 0 ? [offWith(money(discount, currency))] : []),
    ...(back > 0 ? [(isKnown ? backWith : backIfKnown)(money(back, currency))] : []),
  ].join(', ');
};

const aboutMode = ({ message, offers }: Mode, currency: string, isKnown: boolean): string | undefined =>
  said(message ?? '') ||
  offers
    .map((offer) => worthOf(offer, currency, isKnown))
    .filter(Boolean)
    .join(' · ') ||
  undefined;

/** With interest and the bank's fee: what an order costs is less. */
const costOf = ({ total_payable: paid, total_processing_fee: fee }: Static<typeof CartEmiDetails>): number =>
  Number(paid) + Number(fee);

const Plans = ({ options, chosen, onChoose }: Omit<PaymentChoiceProps, 'isFetched'>) => {
  const currency = options.currency.code ?? '';
  return (
    <OptionCards
      legend={words.checkout.plan}
      name="plan"
      chosen={chosen.plan}
      onChoose={(plan) => onChoose({ mode: chosen.mode, plan })}
      options={options.emi_plans.map(({ id = '', emi, is_possible: possible, message }) => ({
        value: id,
        title:
          emi === null
            ? id
            : words.checkout.perMonth(
                emi.tenure_months ?? 0,
                money(Number(emi.monthly_amount), currency),
                emi.bank?.name ?? '',
              ),
        about: said(message || emi?.processing_fee_message) || undefined,
        aside: possible && emi !== null ? words.checkout.inAll(money(costOf(emi), currency)) : undefined,
        disabled: !possible,
      }))}
    />
  );
};

export const PaymentChoice = ({ options, isFetched, chosen, onChoose }: PaymentChoiceProps) => {
  const isKnown = useValue(customerToken) !== '';
  const currency = options.currency.code ?? '';
  return (
    <OptionCards
      legend={words.checkout.payment}
      name="payment"
      chosen={chosen.mode}
      onChoose={(mode) => onChoose({ mode, plan: '' })}
      options={options.payment_modes.map((option) => ({
        value: option.payment_mode ?? '',
        title: modeName(option.payment_mode ?? '', isFetched),
        about: aboutMode(option, currency, isKnown),
        aside: option.fee ? words.checkout.fee(money(option.fee, currency)) : undefined,
        disabled: !option.is_possible,
        below: option.payment_mode === 'EMI' && chosen.mode === 'EMI' && (
          <Plans options={options} chosen={chosen} onChoose={onChoose} />
        ),
      }))}
    />
  );
};
