/** The instalments that were chosen, as decimal texts. Pure. */
import type { CartDetail } from '../../contract/cart/cart-contract.ts';
import type { PricedView } from '../price/priced-view.ts';
import { amountsIn } from '../../shared/amounts.ts';

export const emiDetails = ({ priced, settings, currency }: PricedView): Pick<CartDetail, 'emi'> => {
  const { emi } = priced;
  const plan = settings.emi_plans.find(({ id }) => id === emi?.planId);
  if (emi === null || plan === undefined) return { emi: {} };
  const { decimal, text } = amountsIn(currency);
  const fee = emi.fee + emi.feeTax;
  return {
    emi: {
      emi_type: plan.emi_type,
      instrument_type: plan.instrument_type,
      bank: plan.bank,
      tenure_months: plan.tenure_months,
      tenure_unit: 'months',
      interest_rate: (plan.interest_bp / 100).toFixed(2),
      monthly_amount: decimal(emi.instalment),
      total_payable: decimal(emi.totalPayable),
      total_interest: decimal(emi.totalInterest),
      processing_fee: decimal(emi.fee),
      gst_amount: decimal(emi.feeTax),
      total_processing_fee: decimal(fee),
      processing_fee_message:
        fee === 0 ? '' : `A processing fee of ${text(fee)} (incl. GST) is charged by ${plan.bank.name}`,
    },
  };
};
