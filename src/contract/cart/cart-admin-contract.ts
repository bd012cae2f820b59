/** Carts as service staff and other systems see them. Never the key of a cart. */
import { type Static, Type } from 'typebox';
import { flag, int32, listed, listOf, part, sentence, text, texts, word } from '../answer-fields.ts';
import { ApplicationPath } from '../applications/application-admin-contract.ts';
import { DateTime, QueryBoolean } from '../primitives.ts';
import { CartDetail } from './cart-contract.ts';
import { areaCode, orderType } from './cart-requests.ts';

const cartNumber = Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Number of the cart.' });
export const CartNumberPath = Type.Object({ ...ApplicationPath.properties, cart_id: cartNumber });
export const ArchivedCartPath = Type.Object({
  ...CartNumberPath.properties,
  archive_id: Type.String({ maxLength: 64, description: 'The copy.' }),
});

const ArchivedCopy = part('ArchivedCartCopy', 'What a cart held when it was emptied.', {
  id: text('The copy.'),
  cart_id: text('Number of the cart.'),
  archived_on: Type.String({ format: 'date-time', description: 'When it was emptied.' }),
  article_count: int32('Lines.'),
  article_quantity_count: int32('Units.'),
});
export const ArchivedCopies = listed(
  'ArchivedCartCopies',
  'Copies of a cart, the newest first.',
  [ArchivedCopy, 'The copies.'],
  {},
);
export const CartRestored = part('CartRestored', 'The cart has again what it had.', {
  success: flag('Whether it was done.'),
  message: sentence('What came of it, for people.'),
  cart_id: text('Number of the cart.'),
});

const HistoryLine = part('CartHistoryLine', 'A line that a command changed.', {
  identifier: text('The line.'),
  key: text('Product and size.'),
  before: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'Units before; null: no line.' }),
  after: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'Units after; null: no line.' }),
});
const HistoryEntry = part('CartHistoryEntry', 'A command that changed the cart.', {
  version: int32('The version it made.'),
  created_on: Type.String({ format: 'date-time', description: 'When.' }),
  operation: text('Such as add or merge.'),
  lines: listOf(HistoryLine, 'Lines it changed.'),
  members: texts('What else it changed.'),
});
export const CartHistory = listed(
  'CartHistory',
  'Commands that changed a cart, the newest first.',
  [HistoryEntry, 'At most a hundred.'],
  {},
);

/* A cart at another version, time, place, for another customer, in other groups or with another way of paying. Nothing is stored. */

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
  customer_id: word('As if this customer asked: his groups and segments, his balances, the uses he has left.', 128),
  user_groups: word('As if the shopper were in these groups and no others, with commas between them.', 500),
  payment_mode: word('As if it were paid like this: COD, CARD, UPI …', 64),
  payment_identifier: word('Of what is chosen within the mode: an EMI plan, a card.', 128),
  card_network: word('Of the card.', 64),
  card_type: word('credit or debit.', 64),
  coupon_code: word('As if this code were typed and no other.', 64),
  no_coupon: QueryBoolean('As if no code were typed.'),
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
  coupons_before: listOf(Type.String(), 'Codes at the one.'),
  coupons_after: listOf(Type.String(), 'Codes at the other.'),
});
export type CartCompared = Static<typeof CartCompared>;
