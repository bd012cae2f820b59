/** What an application sets about its orders. */
import { type Static, Type } from 'typebox';
import { choice, whole } from './setting-fields.ts';

export const OrderSettings = Type.Object(
  {
    payment_minutes: whole(
      [1, 10_080],
      30,
      'Minutes for which an order waits for its payment; then everything it holds is given back.',
    ),
    customer_cancels: choice(
      ['never', 'awaiting_payment', 'placed'],
      'placed',
      'The last state in which a customer may cancel an order himself; never after it was shipped.',
    ),
    earned_when: choice(
      ['paid', 'delivered'],
      'paid',
      'When the points and the cashback of an order can be spent; one that is paid on delivery is paid when it is delivered.',
    ),
    refund_offers: choice(
      ['reprice', 'keep'],
      'reprice',
      'What a refund of some of the goods does with offers. reprice: the goods that stay cost what they would have cost alone, so an offer whose condition they do not meet is lost. keep: every unit keeps its share of the discounts.',
    ),
    refund_first: choice(
      ['payment', 'balances'],
      'payment',
      'What is given back first where a payment and balances paid together.',
    ),
    return_days: whole(
      [0, 3650],
      0,
      'Days after its delivery for which a customer may ask to return goods himself; 0 means that only the shop takes them back.',
    ),
    invoice_name: Type.String({
      maxLength: 200,
      default: '',
      description: 'Who sells, on invoices and credit notes; the name of the company when it is empty.',
    }),
    invoice_gstin: Type.String({
      pattern: '^([0-9A-Z]{15})?$',
      default: '',
      description: 'GSTIN of who sells, on invoices and credit notes.',
    }),
    invoice_address: Type.String({
      maxLength: 500,
      default: '',
      description: 'Address of who sells, on invoices and credit notes.',
    }),
    invoice_year_month: whole(
      [1, 12],
      4,
      'Month with which the year begins in which invoices and credit notes are numbered from 1.',
    ),
  },
  { additionalProperties: false, title: 'OrderSettings' },
);
export type OrderSettings = Static<typeof OrderSettings>;
