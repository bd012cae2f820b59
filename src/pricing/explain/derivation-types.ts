/** How a number came about, as a list of small sums: each names the ones it was made of by their places in the list. */
import type { Minor, Ppm, Rounding } from '../../shared/money.ts';
import type { Currency } from '../../shared/currency.ts';
import type { ExchangeRate, Currency as RateCurrency } from '../../shared/rates.ts';
import type { CashRounding } from '../pricing-types.ts';

/** What a number is. Every word has a text in each language. */
export type What =
  | 'marked'
  | 'selling'
  | 'effective'
  | 'start'
  | 'line_marked'
  | 'line_selling'
  | 'line_effective'
  | 'line_start'
  | 'line_amount'
  | 'unit_amount'
  | 'unit_residue'
  | 'line_off'
  | 'unit_off'
  | 'step_base'
  | 'step_each'
  | 'step'
  | 'step_room'
  | 'steps'
  | 'cap'
  | 'offer'
  | 'adjustment'
  | 'good_amount'
  | 'goods_before'
  | 'tax_before'
  | 'good_tax'
  | 'unit_tax'
  | 'line_tax'
  | 'line_taxable'
  | 'tax_part'
  | 'charge_set'
  | 'charge_rate'
  | 'charge_limit'
  | 'charge_tax'
  | 'charge'
  | 'payable_gross'
  | 'left_to_pay'
  | 'tender_most'
  | 'tender'
  | 'cash_due'
  | 'cash_rounding'
  | 'round_off'
  | 'none'
  | RefundWord
  | BreakupWord;

/** Of an order of which something went back. */
type RefundWord =
  | 'line_gross'
  | 'line_back'
  | 'line_left'
  | 'charge_left'
  | 'forgiven'
  | 'as_settled'
  | 'refund_line'
  | 'refund_charge'
  | 'refund_tax'
  | 'refund_part'
  | 'unkept_payment'
  | 'refund'
  | 'refunded_amount'
  | 'current_value'
  | 'collected'
  | 'amount_to_collect'
  | HomeWord;

/** In the application's own currency, of an order in another one. */
type HomeWord =
  | 'at_home'
  | 'balance_spent'
  | 'balance_all'
  | 'smallest'
  | 'paid_back'
  | 'balance_before'
  | 'balance_back';

export type BreakupWord =
  | 'mrp_total'
  | 'discount'
  | 'subtotal'
  | 'promotion_goods'
  | 'promotion_shipping'
  | 'promotion'
  | 'coupon'
  | 'gst_charges'
  | 'vog'
  | 'goods'
  | 'delivery_charge'
  | 'cod_charge'
  | 'convenience_fee'
  | 'gift_card'
  | 'total_charge'
  | 'platform_cash'
  | 'mop_total'
  | 'payable'
  | 'total'
  | 'you_saved'
  | 'cashback_applied';

export type Formula =
  | { readonly op: 'given' }
  | { readonly op: 'sum' }
  /** The first less all others. */
  | { readonly op: 'less' }
  | { readonly op: 'minus' }
  | { readonly op: 'least' }
  | { readonly op: 'most' }
  | { readonly op: 'times'; readonly units: number }
  /** Brought to a whole number of steps. */
  | ({ readonly op: 'steps' } & Pick<CashRounding, 'step' | 'mode'>)
  /** For one of so many units, rounded down, or to the nearest. */
  | { readonly op: 'each'; readonly units: number; readonly rounding?: 'half_up' }
  /** What so many of its units bear, rounded down. */
  | { readonly op: 'units'; readonly units: number; readonly of: number }
  /** A rate of it; `within`: the part of it that was added by that rate. */
  | {
      readonly op: 'rate' | 'within';
      readonly rate: Ppm;
      readonly rounding: Rounding;
      /** What rounding added (positive) or lost, in millionths of the minor unit. */
      readonly residue: number;
    }
  /** Turned into another currency, to the nearest, halves up: of `to` one is worth so many of `from`. */
  | {
      readonly op: 'converted';
      readonly exchange: ExchangeRate;
      readonly from: RateCurrency;
      readonly to: RateCurrency;
    }
  /** Of the first the part that the second is of the third, rounded down. */
  | { readonly op: 'pro_rata' }
  /** Shared by weights without losing anything: the largest remainders get what is left, the earlier first. */
  | { readonly op: 'share'; readonly at: number; readonly weights: readonly number[] }
  /** What of it fell on units of one line. */
  | {
      readonly op: 'part';
      readonly lots: readonly { readonly units: number; readonly each: Minor }[];
    };

/** What it is about, as far as it is about one thing. */
export type About = {
  readonly line?: string;
  readonly source?: { readonly kind: 'offer' | 'adjustment' | 'settings' | 'balance'; readonly id: string };
  /** Of a charge, a tax part or a way of paying. */
  readonly name?: string;
  /** Where it is not that of the rest. */
  readonly currency?: Currency;
};

export type Derivation = {
  readonly id: number;
  readonly what: What;
  readonly value: Minor;
  readonly of: readonly number[];
  readonly formula: Formula;
  readonly about: About;
};
