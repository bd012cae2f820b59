/** What taxes and delivery of goods would be at a place and a time, for goods that are in no cart. Nothing is stored. */
import { type Static, Type } from 'typebox';
import { flag, listOf, part, sentence, word } from '../../answer-fields.ts';
import { DateTime, Nullable } from '../../primitives.ts';
import { levyFields, taxExemption, unionBasis, vatState } from '../../tax-fields.ts';
import { ShippingMethods } from '../cart-shipping-contract.ts';

const uid = { minimum: 1, maximum: 2_147_483_647 };

const QuoteItem = part('QuoteItem', 'A product of the catalogue, or goods that are described by a price and a store.', {
  product_id: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,10}$', examples: ['1001'], description: 'The product; size goes with it.' }),
  ),
  size: word('Its size.'),
  quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1, description: 'Units; 1.' })),
  price: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1_000_000_000, description: 'Of a unit; that of the catalogue when left out.' }),
  ),
  tax_class: Type.Optional(
    Type.String({ maxLength: 64, description: 'As if it were of this class; empty: the standard one.' }),
  ),
  weight: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 100_000,
      description: 'Kilograms of a unit, as if it weighed so much.',
    }),
  ),
  store_id: Type.Optional(
    Type.Integer({ ...uid, description: 'The store that sends it; the shop chooses when left out.' }),
  ),
});
export type QuoteItem = Static<typeof QuoteItem>;

export const QuoteRequest = part('QuoteRequest', 'Goods, where they go, when, and to whom.', {
  items: Type.Array(QuoteItem, { minItems: 1, maxItems: 100, description: 'The goods.' }),
  area_code: Type.Optional(Type.String({ minLength: 1, maxLength: 24, description: 'Postal code of the place.' })),
  country_iso_code: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{2}$',
      description: 'Where the shop knows no area of the postal code; else its own.',
    }),
  ),
  state: word('The same.', 120),
  as_of: Type.Optional(
    Type.String({ format: 'date-time', description: 'Rates and offers of this moment; now when left out.' }),
  ),
  user_groups: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      maxItems: 100,
      description: 'As if the shopper were in these groups and no others.',
    }),
  ),
  vat_id: word('His VAT number.', 32),
  vat_state: vatState,
});
export type QuoteRequest = Static<typeof QuoteRequest>;

const taxFields = {
  rate: Type.Number({ description: 'Per cent, of all together.' }),
  tax: Type.Number({ description: 'All of it.' }),
  source: Type.Enum(['table', 'article', 'rule'], {
    description:
      'Who says the rate: the table of taxes, the article or setting where it has no row of the country, a custom rule.',
  }),
  levies: listOf(
    part('QuotedLevy', 'A tax of one authority.', {
      ...levyFields('Its part of the tax.'),
      row_id: Nullable(Type.String({ description: 'The row of the table it comes from; null where it is of no row.' })),
    }),
    'Jurisdiction by jurisdiction.',
  ),
};

export const Quoted = part('QuoteResponse', 'What taxes and delivery would be.', {
  as_of: DateTime,
  currency_code: sentence('ISO 4217.'),
  place: part('QuotedPlace', 'Where the goods go, as taxes see it.', {
    country: sentence('ISO 3166-1 alpha-2.'),
    state: Nullable(Type.String()),
    area_code: Nullable(Type.String()),
    zones: listOf(Type.Integer(), 'Of the area.'),
  }),
  prices_include_tax: flag('Whether prices have the tax in them.'),
  price_basis: Type.Enum(['gross', 'net'], { description: 'What stays the same wherever goods go.' }),
  oss_basis: unionBasis,
  vat_state: vatState,
  items: listOf(
    part('QuotedItem', 'A line of the goods.', {
      item_id: Nullable(Type.Integer({ description: 'The product; null for goods that were described.' })),
      name: sentence('Empty where the catalogue has none.'),
      size: sentence('Its size.'),
      quantity: Type.Integer(),
      store_uid: Nullable(Type.Integer({ description: 'The store that sends it.' })),
      tax_class: sentence('Empty: the standard one.'),
      amount: Type.Number({
        description: 'What its units cost after offers, with the tax in it where prices have it.',
      }),
      taxable: Type.Number({ description: 'The same without tax.' }),
      exemption: taxExemption,
      ...taxFields,
      message: sentence('Why it could not be ordered so; empty when it could.'),
    }),
    'Line by line; gifts of offers at the end.',
  ),
  charges: listOf(
    part('QuotedCharge', 'What is added to the goods.', {
      code: sentence('Such as delivery_charge.'),
      name: sentence('Its name.'),
      amount: Type.Number({ description: 'With its tax, less what offers take off it.' }),
      ...taxFields,
    }),
    'Delivery, fees.',
  ),
  total: Type.Number({ description: 'What all of it costs.' }),
  shipping: ShippingMethods,
});
export type Quoted = Static<typeof Quoted>;
