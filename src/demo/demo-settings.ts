/** How the demo shop takes money and goods back, and its words in other languages. In rupees; rates in basis points. Pure. */
import type { ApplicationChange } from '../contract/applications/application-contract.ts';
import type { EmiPlanSetting } from '../contract/applications/cart-settings-contract.ts';
import { demoWords } from './words/demo-words.ts';

const aravalli = { code: 'ARAV', name: 'Aravalli Bank' };
const godavari = { code: 'GODV', name: 'Godavari Bank' };
const GST_ON_FEES = 1800;

const emiPlans: EmiPlanSetting[] = [
  {
    id: 'aravalli-3-no-cost',
    emi_type: 'no_cost',
    instrument_type: 'credit_card',
    bank: aravalli,
    tenure_months: 3,
    interest_bp: 1500,
    fee: { flat: 99 },
    fee_gst_bp: GST_ON_FEES,
    min_amount: 3000,
  },
  {
    id: 'aravalli-6-low-cost',
    emi_type: 'low_cost',
    instrument_type: 'credit_card',
    bank: aravalli,
    tenure_months: 6,
    interest_bp: 1500,
    absorbed_bp: 5000,
    fee: { flat: 149 },
    fee_gst_bp: GST_ON_FEES,
    min_amount: 3000,
  },
  {
    id: 'aravalli-12',
    emi_type: 'standard',
    instrument_type: 'credit_card',
    bank: aravalli,
    tenure_months: 12,
    interest_bp: 1550,
    fee: { bp: 100, min: 99, max: 499 },
    fee_gst_bp: GST_ON_FEES,
    min_amount: 3000,
  },
  {
    id: 'godavari-6',
    emi_type: 'standard',
    instrument_type: 'debit_card',
    bank: godavari,
    tenure_months: 6,
    interest_bp: 1600,
    fee: { flat: 199 },
    fee_gst_bp: GST_ON_FEES,
    min_amount: 5000,
    max_amount: 100_000,
  },
  {
    id: 'godavari-9-cardless',
    emi_type: 'standard',
    instrument_type: 'cardless',
    bank: godavari,
    tenure_months: 9,
    interest_bp: 1800,
    min_amount: 5000,
    max_amount: 60_000,
  },
];

export const demoSettings: ApplicationChange = {
  cart: {
    cod: { flat: 29, bp: 100, of: 'higher', max: 149, from: 1, to: 30_000 },
    convenience_fees: {
      CARD: { bp: 100, max: 99 },
      NB: { flat: 15 },
      WALLET: { flat: 5, bp: 50, of: 'higher', max: 49 },
      UPI: { flat: 0 },
    },
    charge_gst_bp: GST_ON_FEES,
    emi_plans: emiPlans,
    coupons_per_cart: 2,
    loyalty: { worth: 1, per_points: 4, cap_bp: 2000, earn_points: 1, earn_for: 50 },
  },
  orders: { return_days: 14 },
  translations: [...demoWords],
};
