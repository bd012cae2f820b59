/** A cart priced with offers that need not be published, as of any instant. Amounts are in the application's currency. */
import { type Static, Type } from 'typebox';
import { Anything } from './offer-parts-contract.ts';
import { DateTime, Nullable } from '../primitives.ts';

const ids = Type.Optional(Type.Array(Type.Integer(), { maxItems: 100 }));
const PreviewItem = Type.Object(
  {
    article_id: Type.String({ minLength: 1, maxLength: 128 }),
    quantity: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    item_id: Type.Optional(Type.Integer()),
    marked: Type.Optional(Type.Number({ minimum: 0, description: 'Unit price before any discount (MRP).' })),
    effective: Type.Optional(
      Type.Number({ minimum: 0, description: 'After the seller’s discount; marked when that alone is given.' }),
    ),
    floor_price: Type.Optional(
      Type.Number({ minimum: 0, description: 'No offer takes a unit below it, but for contract and ladder prices.' }),
    ),
    size: Type.Optional(Type.String({ maxLength: 64 })),
    sku: Type.Optional(Type.String({ maxLength: 128 })),
    brand_id: Type.Optional(Type.Integer()),
    l1_categories: ids,
    l2_categories: ids,
    l3_categories: ids,
    departments: ids,
    tags: Type.Optional(Type.Array(Type.String({ maxLength: 128 }), { maxItems: 100 })),
    store_id: Type.Optional(Type.Integer()),
    company_id: Type.Optional(Type.Integer()),
    tax_percentage: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
    promo_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'The deal it is added with, as shoppers do.' }),
    ),
  },
  {
    title: 'PreviewItem',
    additionalProperties: false,
    description:
      'What is left out is taken from the catalogue’s article. One that the catalogue does not have needs item_id and marked.',
  },
);
export type PreviewItem = Static<typeof PreviewItem>;

export const PreviewBody = Type.Object(
  {
    as_of: Type.Optional(Type.String({ format: 'date-time', description: 'Now when left out.' })),
    published: Type.Optional(Type.Boolean({ description: 'Whether published offers count too; true when left out.' })),
    offer_ids: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 }), { maxItems: 100, description: 'Saved offers in any state.' }),
    ),
    promotions: Type.Optional(Type.Array(Anything, { maxItems: 100, description: 'Promotions not saved yet.' })),
    coupons: Type.Optional(Type.Array(Anything, { maxItems: 100, description: 'Coupons not saved yet.' })),
    coupon_code: Type.Optional(Type.String({ maxLength: 64 })),
    more_coupon_codes: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 }), {
        maxItems: 9,
        description: 'Codes beside coupon_code, in any order.',
      }),
    ),
    items: Type.Array(PreviewItem, { minItems: 1, maxItems: 500 }),
    delivery_charge: Type.Optional(Type.Number({ minimum: 0 })),
    shipping_method: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'By what all of it goes, for `delivery_charge`.' }),
    ),
    payment_mode: Type.Optional(Type.String({ maxLength: 64 })),
    platform: Type.Optional(Type.String({ maxLength: 64 })),
    ordering_store: Type.Optional(Type.Integer()),
    zones: ids,
    user: Type.Optional(
      Type.Object({
        id: Type.String({ maxLength: 128 }),
        groups: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 100 })),
        registered_on: Type.Optional(Type.String({ format: 'date-time' })),
      }),
    ),
  },
  { title: 'PreviewBody', additionalProperties: false },
);
export type PreviewBody = Static<typeof PreviewBody>;

export const PreviewAnswer = Type.Object(
  {
    as_of: DateTime,
    currency: Type.String(),
    breakup: Type.Unsafe<Readonly<Record<string, number>>>({
      type: 'object',
      additionalProperties: { type: 'number' },
    }),
    items: Type.Array(
      Type.Object({
        article_id: Type.String(),
        quantity: Type.Integer(),
        amount: Type.Number({ description: 'What the line costs after all offers.' }),
        is_gift: Type.Boolean(),
      }),
    ),
    applied: Type.Array(
      Type.Object({
        offer_id: Type.String(),
        name: Type.String(),
        stage: Type.String(),
        amount: Type.Number({
          description: 'What it takes off or credits; of stage points the goods that count once more.',
        }),
      }),
    ),
    not_applied: Type.Array(
      Type.Object({
        offer_id: Type.String(),
        name: Type.String(),
        reason: Type.String(),
        closed_by: Nullable(Type.String({ description: 'The offer that closed the door to it.' })),
        missing: Nullable(Type.Number({ description: 'How much more of what the offer measures would do.' })),
      }),
    ),
    unreadable: Type.Array(Type.Object({ offer_id: Type.String(), reason: Type.String() })),
  },
  { title: 'PreviewAnswer' },
);
export type PreviewAnswer = Static<typeof PreviewAnswer>;
