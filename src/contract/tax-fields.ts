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

/** What is known of a VAT number, where the shop asks somebody. */
export const vatState = Type.Optional(
  Type.Enum(['checked', 'unchecked', 'invalid'], {
    description: 'Whether the service that knows VAT numbers knows it; left out where the shop asks none.',
  }),
);

/** Whose rates a sale over a border of the European Union has. */
export const unionBasis = Type.Optional(
  Type.Enum(['origin', 'destination'], {
    description:
      'Of goods that a consumer has from another country of the European Union: whose rates they bear, by the threshold of the One Stop Shop.',
  }),
);

export const taxExemption = Type.Optional(
  Type.Enum(['exempt', 'reverse_charge'], {
    description: 'Why there is no tax: a customer free of it, or who owes it himself.',
  }),
);
