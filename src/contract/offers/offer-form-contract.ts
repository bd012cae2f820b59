/** The forms that promotions and coupons can have, in the shape of the public SDK. */
import { type Static, Type } from 'typebox';

const entityTypes = ['promotion', 'coupon'] as const;

export const OfferForm = Type.Object(
  {
    entity_type: Type.Enum(entityTypes),
    entity_slug: Type.String({ description: 'promotion_type of a promotion, type_slug of a coupon.' }),
    type: Type.String({ description: 'promotion_type of a promotion, rule_definition.type of a coupon.' }),
    title: Type.String(),
    subtitle: Type.String(),
    example: Type.String(),
    description: Type.String({ description: 'Which members say what.' }),
    is_hidden: Type.Boolean({ description: 'Made by other programs, not in a form that a person fills in.' }),
  },
  { title: 'OfferForm' },
);
export type OfferForm = Static<typeof OfferForm>;

export const OfferForms = Type.Object(
  { status: Type.String({ description: 'Success.' }), items: Type.Array(OfferForm) },
  { title: 'OfferForms' },
);
export const OfferFormQuery = Type.Object({
  entity_type: Type.Optional(Type.Enum(['', ...entityTypes], { description: 'Both when left out.' })),
  is_hidden: Type.Optional(Type.Boolean({ description: 'Both when left out.' })),
});
