/** Promotions as a merchant writes and reads them, in the shape of the public SDK. */
import { type Static, Type } from 'typebox';
import { ByName, Nullable } from '../primitives.ts';
import {
  Anything,
  ItemCriteria,
  OfferAuthor,
  OfferDates,
  OfferPage,
  OfferRestrictions,
  OfferSchedule,
  OpenObject,
  Ownership,
  rivals,
  offerFilters,
} from './offer-parts-contract.ts';

export const promotionTypes = [
  'percentage',
  'amount',
  'fixed_price',
  'bogo',
  'contract_price',
  'shipping_price',
  'ladder_price',
  'bundle_price_percentage',
  'bundle_price_amount',
  'bundle_amount_percentage',
  'custom',
  'free_gift_items',
  'free_non_sellable_items',
  'external_price_adjustment_discount',
  'item_based_discount',
  'cashback',
  'points_multiplier',
  'steal_deal',
] as const;
const promotionGroups = ['product', 'cart', 'contract', 'ladder_price', 'limited_timer'] as const;

const number = Type.Number();
const DiscountRule = Type.Object(
  {
    discount_type: Type.Optional(Type.Enum(promotionTypes)),
    buy_condition: Type.Optional(
      Type.String({ maxLength: 1024, description: 'Names of buy rules with and, or, not and brackets.' }),
    ),
    item_criteria: Type.Optional(ItemCriteria),
    offer: OpenObject(
      {
        discount_percentage: number,
        discount_amount: number,
        discount_price: number,
        max_discount_amount: number,
        max_offer_quantity: number,
        min_offer_quantity: number,
        max_usage_per_transaction: Nullable(Type.Number()),
        apportion_discount: Type.Boolean(),
        partial_can_ret: Type.Boolean(),
        item_sequence_number: number,
        for_every: Type.Number({ description: 'Of type amount: discount_amount as often as the goods cost so much.' }),
        slices: Type.Array(
          OpenObject({
            from: Type.Number({ description: 'The unit from which on it counts, from 1.' }),
            discount_percentage: number,
            discount_amount: number,
            discount_price: number,
          }),
          {
            maxItems: 50,
            description: 'Of type item_based_discount: each unit by its place, dearest first.',
            examples: [[{ from: 2, discount_percentage: 10 }]],
          },
        ),
        points_factor: Type.Number({
          description: 'Of type points_multiplier: how often goods count for points, above 1.',
          examples: [2],
        }),
        code: Type.String({ maxLength: 64 }),
      },
      { title: 'DiscountOffer' },
    ),
    meta: Type.Optional(Anything),
  },
  { title: 'DiscountRule', additionalProperties: true },
);

const shown = Type.Optional(Nullable(Type.String({ maxLength: 4096 })));

const fields = {
  mode: Type.Enum(['promotion', 'coupon'], { description: 'Applied by itself, or by its code.' }),
  promo_group: Type.Enum(promotionGroups),
  promotion_type: Type.Enum(promotionTypes),
  application_id: Type.Optional(Type.String({ maxLength: 64 })),
  code: Type.Optional(Nullable(Type.String({ maxLength: 64 }))),
  currency: Type.Optional(
    Type.String({ maxLength: 3, description: 'Of its amounts; the application’s when left out.' }),
  ),
  display_meta: Type.Optional(
    Type.Object(
      { name: shown, offer_text: shown, offer_label: shown, description: shown },
      { title: 'PromotionTexts', additionalProperties: true },
    ),
  ),
  buy_rules: ByName(ItemCriteria, 64, { description: 'By name, such as rule#1.' }),
  discount_rules: Type.Array(DiscountRule, { minItems: 1, maxItems: 100 }),
  stackable: Type.Optional(Type.Boolean()),
  apply_exclusive: Type.Optional(Type.Unsafe<string | null>({ enum: ['', 'cart', 'article', null] })),
  apply_all_discount: Type.Optional(Type.Boolean()),
  ...rivals,
  apply_priority: Type.Optional(Type.Number()),
  auto_apply: Type.Optional(Type.Boolean()),
  calculate_on: Type.Optional(Type.Enum(['', 'esp', 'mrp'])),
  restrictions: Type.Optional(OfferRestrictions),
  ownership: Type.Optional(Ownership),
  visiblility: Type.Optional(OpenObject({ pdp: Type.Boolean(), coupon_list: Type.Boolean() })),
  post_order_action: Type.Optional(
    OpenObject({ action_type: Type.String({ maxLength: 64 }), action_date: Nullable(Type.String({ maxLength: 64 })) }),
  ),
  _schedule: Type.Optional(OfferSchedule),
  tags: Type.Optional(Type.Array(Type.String({ maxLength: 128 }), { maxItems: 100 })),
  _custom_json: Type.Optional(Anything),
  reason: Type.Optional(Nullable(Type.String({ maxLength: 1024, description: 'Why it was rejected.' }))),
};

export const PromotionBody = Type.Object(fields, { title: 'PromotionBody', additionalProperties: true });
export type PromotionBody = Static<typeof PromotionBody>;

export const Promotion = Type.Object(
  {
    ...fields,
    _id: Type.String(),
    application_id: Type.String(),
    is_processed: Type.Boolean(),
    is_archived: Type.Boolean(),
    author: OfferAuthor,
    date_meta: OfferDates,
  },
  { title: 'Promotion', additionalProperties: true },
);
export type Promotion = Static<typeof Promotion>;

export const PromotionList = Type.Object(
  { items: Type.Array(Promotion), page: OfferPage },
  { title: 'PromotionList', additionalProperties: false },
);

export const PromotionQuery = Type.Object({
  ...offerFilters,
  q: Type.Optional(Type.String({ maxLength: 128, description: 'Part of the name.' })),
  is_active: Type.Optional(Type.Boolean({ description: 'Published and not archived, or not.' })),
  promo_group: Type.Optional(Type.Enum(promotionGroups)),
  promotion_type: Type.Optional(Type.Enum(promotionTypes)),
  promotion_id: Type.Optional(Type.String({ maxLength: 64 })),
  fp_panel: Type.Optional(Type.String({ maxLength: 64, description: 'Taken for the SDK’s sake; changes nothing.' })),
});
export type PromotionQuery = Static<typeof PromotionQuery>;
