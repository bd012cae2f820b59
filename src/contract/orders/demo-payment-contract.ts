/** Paying an order of the demo shop at its made-up payment service. */
import { type Static, Type } from 'typebox';

export const DemoPayment = Type.Object(
  {
    order_id: Type.String({ minLength: 1, maxLength: 64 }),
    outcome: Type.Enum(['success', 'failed'], { description: 'What the made-up payment service is to report.' }),
  },
  { title: 'DemoPayment', additionalProperties: false },
);
export const DemoPaid = Type.Object(
  { order_id: Type.String(), status: Type.String({ description: 'State of the order now.' }) },
  { title: 'DemoPaid' },
);
export type DemoPaid = Static<typeof DemoPaid>;
