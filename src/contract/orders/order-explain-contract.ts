/** Every number of an order, and of what it gave back, with the sums it was made by. */
import { Type } from 'typebox';
import { part, word } from '../answer-fields.ts';
import { explainedFields, explainLanguage } from '../cart/cart-explain-contract.ts';
import { CompanyOrderPath, OrderPath } from './order-requests.ts';

export const OrderExplainQuery = Type.Object({
  path: word('One number, or all below it: `totals.total`, `shipments.0.bags.0`. All when left out.', 128),
  language: explainLanguage,
});

const refund = { refund_id: Type.String({ minLength: 1, maxLength: 200, description: 'The refund.' }) };
export const OwnRefundPath = Type.Object({ ...OrderPath.properties, ...refund });
export const StaffRefundPath = Type.Object({ ...CompanyOrderPath.properties, ...refund });

export const OrderExplained = part(
  'OrderExplained',
  'Numbers of an order, and the sums they were made by.',
  explainedFields,
);
export const RefundExplained = part(
  'OrderRefundExplained',
  'Numbers of a refund, and the sums they were made by.',
  explainedFields,
);
