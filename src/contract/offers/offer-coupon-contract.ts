/** Coupons and their codes as a merchant writes and reads them, in the shape of the public SDK. */
import { type Static, Type } from 'typebox';
import { DateTime, Nullable } from '../primitives.ts';
import {
  OfferAuthor,
  OfferDates,
  OfferPage,
  OfferRestrictions,
  OfferSchedule,
  OpenObject,
  Ownership,
  rivals,
  offerFilters,
  ZoneIds,
} from './offer-parts-contract.ts';

/** At most this many codes are made for one bulk coupon. */
const mostCodes = 100_000;

const number = Type.Number();
const ids = Type.Array(Type.Number());
const words = Type.Array(Type.String({ maxLength: 256 }));
const shown = Type.String({ maxLength: 4096 });
const Titles = OpenObject({ title: shown, subtitle: shown });

export const couponTypes = ['absolute', 'percentage', 'bogo', 'bundle'] as const;
export const couponApplicableOn = ['amount', 'quantity'] as const;
export const couponValueTypes = ['absolute', 'percentage', 'quantity', 'flat_price'] as const;
export const couponCalculateOn = ['esp', 'mrp', 'tp'] as const;
export const couponTxnModes = ['cash', 'coupon', 'cashback', 'fynd_cash'] as const;

const fields = {
  code: Type.String({ maxLength: 64, description: 'What shoppers type. Empty for a bulk coupon.' }),
  type_slug: Type.String({ minLength: 1, maxLength: 64, description: '<type>_<applicable_on>_<value_type>.' }),
  coupon_type: Type.Optional(
    Type.Enum(['', 'single', 'bulk', 'referral'], {
      description: 'bulk: many codes, each for one use. referral: every customer has a code, for others.',
    }),
  ),
  referral: Type.Optional(
    Type.Object(
      {
        reward: Type.Object(
          {
            kind: Type.Enum(['points', 'store_credit']),
            amount: Type.Number({
              exclusiveMinimum: 0,
              maximum: 1e9,
              description: 'Whole points, or money in the application’s currency.',
            }),
          },
          { additionalProperties: false, description: 'What the customer gets whose code was used, for every order.' },
        ),
        uses_per_code: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 100_000, default: 100, description: 'Orders that one code can bring.' }),
        ),
      },
      { additionalProperties: false, title: 'CouponReferral', description: 'Of a coupon of type referral.' },
    ),
  ),
  coupon_prefix: Type.Optional(Nullable(Type.String({ maxLength: 20, description: 'Begin of every bulk code.' }))),
  coupon_counts: Type.Optional(Type.Integer({ minimum: 0, maximum: mostCodes, description: 'Bulk codes to make.' })),
  rule: Type.Optional(
    Type.Array(OpenObject({ key: number, value: number, min: number, max: number, discount_qty: number }), {
      maxItems: 50,
    }),
  ),
  rule_definition: Type.Optional(
    OpenObject({
      type: Type.Enum(['', ...couponTypes]),
      applicable_on: Type.Enum(['', ...couponApplicableOn]),
      value_type: Type.Enum(['', ...couponValueTypes]),
      calculate_on: Type.Enum(['', ...couponCalculateOn]),
      currency_code: Type.String({ maxLength: 3 }),
      auto_apply: Type.Boolean(),
      is_exact: Type.Boolean(),
      scope: words,
    }),
  ),
  identifiers: Type.Optional(
    OpenObject({
      item_id: ids,
      article_id: words,
      brand_id: ids,
      category_id: ids,
      company_id: ids,
      store_id: ids,
      exclude_brand_id: ids,
      zones_id: ZoneIds,
      collection_id: words,
      user_id: words,
      email_domain: words,
    }),
  ),
  restrictions: Type.Optional(OfferRestrictions),
  ...rivals,
  validation: Type.Optional(
    OpenObject({
      anonymous: Type.Boolean(),
      app_id: words,
      user_registered_after: Nullable(Type.String({ maxLength: 64 })),
    }),
  ),
  validity: Type.Optional(OpenObject({ priority: number })),
  state: Type.Optional(
    OpenObject({
      is_public: Type.Boolean(),
      is_display: Type.Boolean(),
      is_archived: Type.Boolean(),
      is_active: Type.Boolean(),
    }),
  ),
  display_meta: Type.Optional(
    OpenObject({ title: shown, subtitle: shown, description: shown, auto: Titles, apply: Titles, remove: Titles }),
  ),
  medias: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 50 })),
  action: Type.Optional(
    OpenObject({ txn_mode: Type.Enum(['', ...couponTxnModes]), action_date: Nullable(Type.String({ maxLength: 64 })) }),
  ),
  ownership: Type.Optional(Ownership),
  _schedule: Type.Optional(OfferSchedule),
  tags: Type.Optional(Type.Array(Type.String({ maxLength: 128 }), { maxItems: 100 })),
  reason: Type.Optional(Nullable(Type.String({ maxLength: 1024, description: 'Why it was rejected.' }))),
};

export const CouponBody = Type.Object(fields, { title: 'CouponBody', additionalProperties: true });
export type CouponBody = Static<typeof CouponBody>;

export const Coupon = Type.Object(
  { ...fields, _id: Type.String(), application_id: Type.String(), author: OfferAuthor, date_meta: OfferDates },
  { title: 'Coupon', additionalProperties: true },
);
export type Coupon = Static<typeof Coupon>;

export const CouponSaved = Type.Object(
  { success: Type.Boolean(), message: Type.String(), _id: Type.String() },
  { title: 'CouponSaved' },
);
export const CouponList = Type.Object(
  { items: Type.Array(Coupon), page: OfferPage },
  { title: 'CouponList', additionalProperties: false },
);

export const CouponQuery = Type.Object({
  ...offerFilters,
  title: Type.Optional(Type.String({ maxLength: 128, description: 'Part of the title.' })),
  code: Type.Optional(Type.String({ maxLength: 64 })),
  type_slug: Type.Optional(Type.String({ maxLength: 64 })),
  is_archived: Type.Optional(Type.Boolean()),
  is_public: Type.Optional(Type.Boolean()),
  is_display: Type.Optional(Type.Boolean()),
});
export type CouponQuery = Static<typeof CouponQuery>;

export const CouponOptions = Type.Unsafe<Readonly<Record<string, Readonly<Record<string, string>>>>>({
  title: 'CouponOptions',
  type: 'object',
  description: 'By the part: what it can be, each with a word for people.',
  additionalProperties: { type: 'object', additionalProperties: { type: 'string' } },
});

export const CodeProgress = Type.Object(
  {
    wanted: Type.Integer({ description: 'Codes that were asked for.' }),
    made: Type.Integer({ description: 'Codes that exist.' }),
    is_complete: Type.Boolean(),
    started_at: DateTime,
    modified_at: DateTime,
  },
  { title: 'CodeProgress' },
);

export const BulkCode = Type.Object(
  {
    code: Type.String(),
    created_at: DateTime,
    is_used: Type.Boolean({ description: 'Held by a cart that pays, or spent.' }),
  },
  { title: 'BulkCode' },
);
