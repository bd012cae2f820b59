/** What each unit of an order would give back if it alone came back. */
import { type Static, type TSchema, Type } from 'typebox';
import { amount, int32, list, listed, part, sentence, text } from '../answer-fields.ts';
import { Page, PageQuery } from '../primitives.ts';
import { RefundPreview } from './order-goods-contract.ts';

/** Each line is priced again, so a page is short. */
const MOST_LINES = 25;

export const RefundViewQuery = Type.Object({
  page_no: PageQuery.properties.page_no,
  page_size: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MOST_LINES, description: `From 1 to ${MOST_LINES}; 10 when left out.` }),
  ),
});
export type RefundViewQuery = Static<typeof RefundViewQuery>;

const LostOffer = part('OrderLostOffer', 'An offer that would do nothing for what stays.', {
  id: text('The offer.'),
  name: sentence('Its name.'),
});
const RefundShare = part('OrderRefundShare', 'What somebody who pays for offers would be spared.', {
  payable_category: text('seller, fynd, marketplace …'),
  payable_by: sentence('Who of them; empty when the category says enough.'),
  amount: amount('How much; below zero where he would bear more.'),
});

const unitFields = {
  identifier: text('The line.'),
  item_id: int32('The product.'),
  name: sentence('What it is called.'),
  quantity: int32('Units of the line that were not given back. Each of them gives back the same.'),
  ...RefundPreview.properties,
  lost_offers: list(LostOffer, 'Offers that lose their ground.'),
};
const RefundUnit = part('OrderRefundUnit', 'One unit of a line, if it alone is given back.', unitFields);
const StaffRefundUnit = part('StaffOrderRefundUnit', 'One unit of a line, if it alone is given back.', {
  ...unitFields,
  funding: list(RefundShare, 'By who pays for the offers.'),
});
export type StaffRefundUnit = Static<typeof StaffRefundUnit>;

const unitsOf = <Unit extends TSchema>(title: string, unit: Unit) =>
  listed(
    title,
    'What a unit of each line would give back.',
    [unit, 'Lines of which something is left, in the order of the order.'],
    { page: Page },
  );
export const RefundView = unitsOf('OrderRefundViewPage', RefundUnit);
export const StaffRefundView = unitsOf('StaffOrderRefundViewPage', StaffRefundUnit);
