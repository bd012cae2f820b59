/** The ways of paying, each with its fee and what it takes off. */
import type { PaymentOptions } from '../../src/contract/cart/cart-payment-contract.ts';
import { money } from '../ui/money.ts';
import { OptionCards } from '../ui/option-cards.tsx';
import type { Payment } from './checkout.ts';
import { said, wordFor, words } from './words.ts';

type PaymentChoiceProps = {
  readonly options: PaymentOptions;
  readonly chosen: Payment;
  readonly onChoose: (payment: Payment) => void;
};
type Mode = PaymentOptions['payment_modes'][number];

export const modeName = (mode: string): string => wordFor(words.payments, mode);

const aboutMode = ({ message, offers }: Mode, currency: string): string | undefined =>
  said(message ?? '') ||
  offers
    .filter(({ discount = 0 }) => discount > 0)
    .map(({ name, discount = 0 }) => `${said(name)}: ${words.checkout.offWith(money(discount, currency))}`)
    .join(' · ') ||
  undefined;

const Plans = ({ options, chosen, onChoose }: PaymentChoiceProps) => {
  const currency = options.currency.code ?? '';
  return (
    <OptionCards
      legend={words.checkout.plan}
      name="plan"
      chosen={chosen.plan}
      onChoose={(plan) => onChoose({ mode: chosen.mode, plan })}
      options={options.emi_plans.map(({ id = '', emi, is_possible: possible, message, total = 0 }) => ({
        value: id,
        title:
          emi === null
            ? id
            : words.checkout.perMonth(
                emi.tenure_months ?? 0,
                money(Number(emi.monthly_amount), currency),
                emi.bank?.name ?? '',
              ),
        about: said(message ?? '') || emi?.processing_fee_message || undefined,
        aside: possible ? money(total, currency) : undefined,
        disabled: !possible,
      }))}
    />
  );
};

export const PaymentChoice = ({ options, chosen, onChoose }: PaymentChoiceProps) => {
  const currency = options.currency.code ?? '';
  return (
    <>
      <OptionCards
        legend={words.checkout.payment}
        name="payment"
        chosen={chosen.mode}
        onChoose={(mode) => onChoose({ mode, plan: '' })}
        options={options.payment_modes.map((option) => ({
          value: option.payment_mode ?? '',
          title: modeName(option.payment_mode ?? ''),
          about: aboutMode(option, currency),
          aside: option.fee ? words.checkout.fee(money(option.fee, currency)) : undefined,
          disabled: !option.is_possible,
        }))}
      />
      {chosen.mode === 'EMI' && <Plans options={options} chosen={chosen} onChoose={onChoose} />}
    </>
  );
};
