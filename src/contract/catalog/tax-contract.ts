/** The rows that feed rates of tax by destination. */
import { type Static, Type } from 'typebox';
import { Nullable } from '../primitives.ts';

const optional = (maxLength: number, description: string) =>
  Type.Optional(Nullable(Type.String({ minLength: 1, maxLength, description })));

export const TaxRateRow = Type.Object(
  {
    id: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$', description: 'Your own name for the row.' }),
    name: Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        'Which tax: VAT, State tax. Of the rows of one name that fit, the most particular counts; names add up.',
    }),
    jurisdiction: optional(120, 'Who levies it, as answers and invoices say it; its place when left out.'),
    tax_class: optional(64, 'The class of goods it is for; the standard one when left out.'),
    country: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2.' }),
    state: optional(120, 'As addresses write it, in any case; the whole country when left out.'),
    county: optional(120, 'Of the state; addresses say none, so it needs postal codes.'),
    postal_from: optional(16, 'First postal code it holds for.'),
    postal_to: optional(16, 'Last one; the same when left out.'),
    rate: Type.Number({ minimum: 0, maximum: 100, description: 'Per cent, with at most four decimals.' }),
    valid_from: optional(40, 'When it begins, such as 2026-01-01T00:00:00.000Z; always, when left out.'),
    valid_until: optional(40, 'When it has ended; never, when left out.'),
    on_charges: Type.Optional(Type.Boolean({ description: 'Whether delivery and fees bear it; true when left out.' })),
  },
  { title: 'TaxRateRow' },
);
export type TaxRateRow = Static<typeof TaxRateRow>;
