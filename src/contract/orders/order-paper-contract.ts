/** Papers of an order, notes beside it, its tags and its timeline, on the wire. */
import { type Static, Type } from 'typebox';
import { flag, listed, listOf, part, sentence, text, textOrNull, time } from '../answer-fields.ts';
import { CompanyOrderPath, OrderPath } from './order-requests.ts';

const refundId = { refund_id: Type.String({ minLength: 1, maxLength: 200, description: 'The refund that it is of.' }) };
export const PaperPath = Type.Object({ ...OrderPath.properties, ...refundId });
export const StaffPaperPath = Type.Object({ ...CompanyOrderPath.properties, ...refundId });
export const LinkedPaperPath = Type.Object({
  ...OrderPath.properties,
  application_id: Type.String({ maxLength: 64, description: 'The application of the order.' }),
});
export const LinkedPaperQuery = Type.Object({
  expires: Type.Integer({
    minimum: 0,
    maximum: 100_000_000_000,
    description: 'Until when the link holds, in seconds.',
  }),
  signature: Type.String({ minLength: 1, maxLength: 128, description: 'Its proof.' }),
});

const OrderPaper = part('OrderPaper', 'An invoice or a credit note.', {
  kind: text('invoice or credit_note.'),
  number: text('As it is printed, such as INV/26-27/000001.'),
  year: text('The financial year in which it is counted.'),
  refund_id: textOrNull('The refund that a credit note is of.'),
  made_on: time('When it was made.'),
});
export const OrderPapers = listed(
  'OrderPapers',
  'Papers of an order, the oldest first.',
  [OrderPaper, 'The papers.'],
  {},
);

export const NoteBody = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: 2000, description: 'What is to be remembered.' }) },
  { title: 'AddOrderNote', additionalProperties: true },
);
export const OrderNote = part(
  'OrderNote',
  'What somebody of the shop wrote beside an order; its customer never sees it.',
  {
    note_id: text('The note.'),
    text: sentence('What was written.'),
    by: text('Who wrote it.'),
    created_on: time('When.'),
  },
);
export type OrderNote = Static<typeof OrderNote>;

export const TagsBody = Type.Object(
  {
    tags: Type.Array(Type.String({ minLength: 1, maxLength: 64, pattern: '^\\S(.*\\S)?$' }), {
      maxItems: 50,
      uniqueItems: true,
      description: 'All words by which the shop is to find it.',
    }),
  },
  { title: 'SetOrderTags', additionalProperties: true },
);
export const OrderTags = part('OrderTags', 'Words by which the shop finds an order.', {
  success: flag('Always true.'),
  tags: listOf(Type.String(), 'The words, sorted.'),
});

const TimelineEntry = part('OrderTimelineEntry', 'Something that happened.', {
  at: Type.String({ format: 'date-time', description: 'When.' }),
  kind: sentence('state, payment, parcel, return, refund, paper or note.'),
  what: sentence('What happened, for people.'),
  reference: textOrNull('Id of the parcel, return, refund, paper or note.'),
  by: sentence('Who did it; empty when nobody was named.'),
  reason: sentence('Why, as it was said.'),
});
export type TimelineEntry = Static<typeof TimelineEntry>;
export const OrderTimeline = listed(
  'OrderTimeline',
  'Everything that happened to an order, the oldest first.',
  [TimelineEntry, 'What happened.'],
  { tags: listOf(Type.String(), 'Words by which the shop finds it.') },
);
