/** Carts as service staff and other systems see them. Never the key of a cart. */
import { Type } from 'typebox';
import { flag, int32, listOf, part, sentence, text, texts } from '../answer-fields.ts';
import { ApplicationPath } from '../applications/application-admin-contract.ts';

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
export const ArchivedCopies = part('ArchivedCartCopies', 'Copies of a cart, the newest first.', {
  items: listOf(ArchivedCopy, 'The copies.'),
});
export const CartRestored = part('CartRestored', 'The cart has again what it had.', {
  success: flag('Whether it was done.'),
  message: sentence('What came of it, for people.'),
  cart_id: text('Number of the cart.'),
});

export const HistoryLine = part('CartHistoryLine', 'A line that a command changed.', {
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
export const CartHistory = part('CartHistory', 'Commands that changed a cart, the newest first.', {
  items: listOf(HistoryEntry, 'At most a hundred.'),
});
