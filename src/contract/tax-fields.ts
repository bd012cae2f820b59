/** What carts and orders say alike of a tax. */
import { Type } from 'typebox';
import { amount, number, text } from './answer-fields.ts';

/** Of one authority; `of` says what its amount is a part of. */
export const levyFields = (of: string) => ({
  name: text('Which tax.'),
  jurisdiction: text('Who levies it.'),
  rate: number('Per cent.'),
  amount: amount(of),
});

export const taxExemption = Type.Optional(
  Type.Enum(['exempt', 'reverse_charge'], {
    description: 'Why there is no tax: a customer free of it, or who owes it himself.',
  }),
);
