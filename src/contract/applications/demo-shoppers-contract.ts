/** The made-up shoppers of a demo shop. */
import { Type } from 'typebox';
import { DateTime, Nullable } from '../primitives.ts';

export const DemoShoppers = Type.Object(
  {
    is_on: Type.Boolean({ description: 'Whether they come.' }),
    visits: Type.Integer({ description: 'How many have come.' }),
    next_visit_at: Nullable(DateTime),
  },
  { title: 'DemoShoppers' },
);
export const DemoShoppersChange = Type.Object(
  { is_on: Type.Boolean({ description: 'Whether they are to come.' }) },
  { title: 'DemoShoppersChange', additionalProperties: false, examples: [{ is_on: true }] },
);
