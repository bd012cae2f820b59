/** Who is asked whether a VAT number is known, and what counts while he does not answer. */
import { type Static, Type } from 'typebox';
import { Nullable } from '../primitives.ts';
import { choice, whole } from './setting-fields.ts';

export const VatCheckSetting = Type.Object(
  {
    url: Type.String({
      maxLength: 2_000,
      description: 'Asked by POST in the words of the VIES REST service: check-vat-number.',
      examples: ['https://ec.europa.eu/taxation_customs/vies/rest-api/check-vat-number'],
    }),
    requester: Nullable(
      Type.String({
        maxLength: 20,
        default: null,
        description: 'The shop’s own VAT number, so that answers have a consultation number; null: they have none.',
      }),
    ),
    unanswered: choice(
      ['consumer', 'form'],
      'consumer',
      'Of a number about which nobody has answered: its holder is a consumer, or the form of the number is enough.',
    ),
    recheck_days: whole([1, 365], 30, 'After so many days an answer is asked for again.'),
  },
  { additionalProperties: false, title: 'VatCheckSetting' },
);
export type VatCheckSetting = Static<typeof VatCheckSetting>;
