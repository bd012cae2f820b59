/** A cart at another version, time, place, in other groups or with another way of paying, for staff. Nothing is stored. */
import { type Static, Type } from 'typebox';
import { int32, listOf, part, textOrNull, word } from '../answer-fields.ts';
import { DateTime, QueryBoolean } from '../primitives.ts';
import { CartNumberPath, HistoryLine } from './cart-admin-contract.ts';
import { CartDetail } from './cart-contract.ts';
import { areaCode, orderType } from './cart-requests.ts';

const version = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description }));
const time = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }));

export const CartVersionPath = Type.Object({
  ...CartNumberPath.properties,
  version: Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The version.' }),
});

export const CartAsOfQuery = Type.Object({
  version: version('What it held at this version; the current one when left out.'),
  held_at: time('What it held at this time, where version is left out.'),
  at: time('Priced at this time: offers, schedules, segments and promises of then. Now when left out.'),
  area_code: areaCode,
  order_type: orderType,
  user_groups: word('As if the shopper were in these groups and no others, with commas between them.', 500),
  payment_mode: word('As if it were paid like this: COD, CARD, UPI …', 64),
  payment_identifier: word('Of what is chosen within the mode: an EMI plan, a card.', 128),
  card_network: word('Of the card.', 64),
  card_type: word('credit or debit.', 64),
  coupon_code: word('As if this code were typed; empty: none.', 64),
  i: QueryBoolean('Answer with the lines of the cart.'),
  b: QueryBoolean('Answer with the price details of the cart.'),
});
export type CartAsOfQuery = Static<typeof CartAsOfQuery>;

export const CartAsOf = part('CartAsOf', 'The cart as it would be.', {
  ...CartDetail.properties,
  as_of: part('CartAsOfWhen', 'What was asked.', {
    version: int32('The version whose lines and code these are.'),
    at: DateTime,
  }),
});

export const CompareQuery = Type.Object({
  from: Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The version to compare with.' }),
  to: version('The version that is compared; the current one when left out.'),
});
export const CartCompared = part('CartCompared', 'How a cart differs between two versions.', {
  from: Type.Integer({ description: 'The one version.' }),
  to: Type.Integer({ description: 'The other.' }),
  lines: listOf(HistoryLine, 'Lines that differ.'),
  coupon_before: textOrNull('The code at the one.'),
  coupon_after: textOrNull('The code at the other.'),
});
export type CartCompared = Static<typeof CartCompared>;
