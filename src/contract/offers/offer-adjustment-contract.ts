/** Price adjustments: what another system adds to or takes from one cart. */
import { type Static, Type } from 'typebox';
import { Anything, OpenObject } from './offer-parts-contract.ts';

const adjustmentTypes = ['charge', 'discount', 'mop', 'selling_price', 'delivery_charge'] as const;

const AdjustedArticle = Type.Object(
  {
    article_id: Type.String({ minLength: 1, maxLength: 128 }),
    value: Type.Optional(Type.Number()),
    quantity: Type.Optional(Type.Number()),
    code: Type.Optional(Type.String({ maxLength: 128 })),
    type: Type.Optional(Type.String({ maxLength: 64 })),
    allowed_refund: Type.Optional(Type.Boolean()),
    min_price_threshold: Type.Optional(Type.Number({ description: 'Below this unit price it is left out.' })),
    meta: Type.Optional(Anything),
  },
  { title: 'AdjustedArticle', additionalProperties: true },
);

const fields = {
  cart_id: Type.String({ minLength: 1, maxLength: 64 }),
  type: Type.Enum(adjustmentTypes),
  value: Type.Number(),
  message: Type.String({ maxLength: 1024 }),
  is_authenticated: Type.Boolean(),
  article_level_distribution: Type.Boolean(),
  article_ids: Type.Array(AdjustedArticle, { maxItems: 1_000 }),
  collection: Type.Object(
    { collected_by: Type.String({ maxLength: 64 }), refund_by: Type.String({ maxLength: 64 }) },
    { additionalProperties: true },
  ),
  apply_expiry: Type.Optional(Type.String({ maxLength: 64, description: 'When it stops counting.' })),
  allowed_refund: Type.Optional(Type.Boolean()),
  allow_refund: Type.Optional(Type.Boolean({ description: 'The older name of allowed_refund.' })),
  auto_remove: Type.Optional(Type.Boolean()),
  remove_articles: Type.Optional(Type.Boolean()),
  included_in_eligibility_amount: Type.Optional(Type.Boolean()),
  restrictions: Type.Optional(OpenObject({ post_order: Anything })),
  distribution_logic: Type.Optional(
    OpenObject({
      distribution_level: Type.String({ maxLength: 64 }),
      distribution: OpenObject({ type: Type.String({ maxLength: 64 }), logic: Type.String({ maxLength: 64 }) }),
    }),
  ),
  meta: Type.Optional(Anything),
};

export const AdjustmentBody = Type.Object(fields, { title: 'PriceAdjustmentBody', additionalProperties: true });
export type AdjustmentBody = Static<typeof AdjustmentBody>;

export const Adjustment = Type.Object(
  { ...fields, id: Type.String() },
  { title: 'PriceAdjustment', additionalProperties: true },
);
export type Adjustment = Static<typeof Adjustment>;

/** A list also where there is one: the SDK reads `data` so. */
export const AdjustmentList = Type.Object({ data: Type.Array(Adjustment) }, { title: 'PriceAdjustments' });

export const AdjustmentQuery = Type.Object({ cart_id: Type.String({ minLength: 1, maxLength: 64 }) });
