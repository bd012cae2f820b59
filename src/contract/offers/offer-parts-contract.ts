/**
 * Parts that promotions and coupons share on the wire. Names and spelling are the public SDK's. Objects are open: what a newer
 * SDK adds is kept and given back as it was sent.
 */
import { type Static, type TProperties, Type } from 'typebox';
import { ApplicationPath } from '../applications/application-admin-contract.ts';
import { Nullable, Page } from '../primitives.ts';

const open = { additionalProperties: true } as const;
/** An object whose members are all optional and that keeps members we do not know. */
export const OpenObject = <T extends TProperties>(properties: T, options: object = {}) =>
  Type.Partial(Type.Object(properties, { ...open, ...options }), { ...open, ...options });

const whole = Type.Number();
const ids = Type.Array(Type.Number());
const words = Type.Array(Type.String({ maxLength: 256 }));
const shortText = Nullable(Type.String({ maxLength: 1024 }));

export const Anything = Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true });

const Compare = OpenObject({
  equals: Nullable(whole),
  greater_than: Nullable(whole),
  greater_than_equals: Nullable(whole),
  less_than: Nullable(whole),
  less_than_equals: Nullable(whole),
});

/** The SDK's models write zones as text. */
export const ZoneIds = Type.Array(Type.Union([Type.Number(), Type.String({ maxLength: 64 })]));

export const ItemCriteria = OpenObject(
  {
    all_items: Type.Boolean(),
    item_id: ids,
    item_brand: ids,
    item_category: ids,
    item_l1_category: ids,
    item_l2_category: ids,
    item_department: ids,
    item_store: ids,
    item_company: ids,
    item_sku: words,
    item_size: words,
    item_tags: words,
    product_tags: words,
    available_zones: ZoneIds,
    item_exclude_id: ids,
    item_exclude_brand: ids,
    item_exclude_category: ids,
    item_exclude_l1_category: ids,
    item_exclude_l2_category: ids,
    item_exclude_department: ids,
    item_exclude_store: ids,
    item_exclude_company: ids,
    item_exclude_sku: words,
    cart_quantity: Compare,
    cart_total: Compare,
    cart_unique_item_quantity: Compare,
    cart_unique_item_amount: Compare,
    buy_rules: words,
    not_on_sale: Type.Boolean({ description: 'Only goods that are sold at their marked price.' }),
  },
  { title: 'ItemCriteria' },
);

const offerStatuses = ['draft', 'review', 'published', 'rejected'] as const;

export const OfferSchedule = OpenObject(
  {
    start: Nullable(Type.String({ maxLength: 64, description: 'When it begins; at once when left out.' })),
    end: Nullable(Type.String({ maxLength: 64, description: 'When it is over; never when left out.' })),
    cron: Nullable(Type.String({ maxLength: 256, description: 'Five fields, on the clock of the application.' })),
    duration: Nullable(Type.Number({ maximum: 525_600, description: 'Minutes that each repeat lasts.' })),
    status: Type.Enum(['', ...offerStatuses], { description: 'Asks for a step: draft, review, published, rejected.' }),
    published: Type.Boolean({ description: 'True is the same as status published.' }),
    next_schedule: Type.Array(Type.Unknown(), { description: 'The next times it runs; worked out, never taken.' }),
  },
  { title: 'OfferSchedule' },
);

const Uses = OpenObject({ user: whole, total: whole, app: whole });

export const OfferRestrictions = OpenObject(
  {
    platforms: words,
    anonymous_users: Type.Boolean(),
    user_id: words,
    user_groups: Type.Array(Type.Union([Type.Number(), Type.String({ maxLength: 64 })])),
    exclude_user_groups: Type.Array(Type.Union([Type.Number(), Type.String({ maxLength: 64 })])),
    user_registered: OpenObject({ start: shortText, end: shortText }),
    user_type: Type.String({ maxLength: 64 }),
    ordering_stores: ids,
    shipping_methods: words,
    order_quantity: Type.Unsafe<unknown>({ type: ['number', 'object', 'null'] }),
    payments: Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      additionalProperties: true,
      description: 'By payment mode: codes, types, networks, iins, uses.',
    }),
    uses: OpenObject({
      maximum: Uses,
      remaining: Uses,
      policy: Type.Enum(['hard', 'soft'], {
        description: 'hard (default): never more than maximum; soft: whoever began to pay may finish.',
      }),
    }),
    budget: Nullable(
      OpenObject(
        {
          amount: Type.Number({ description: 'What all uses together may cost, in the currency of the offer.' }),
          policy: Type.Enum(['part', 'whole'], {
            description: 'part (default): the last cart gets what is left; whole: all that it would give, or nothing.',
          }),
          remaining: Type.Number({ description: 'What is left; worked out, never taken.' }),
        },
        { title: 'OfferBudget' },
      ),
    ),
    price_range: OpenObject({ min: whole, max: whole }),
    not_on_sale: Type.Boolean({ description: 'Of a coupon: only for goods that are sold at their marked price.' }),
    bulk_bundle: OpenObject({ multi_store_allowed: Type.Boolean() }),
    coupon_allowed: Type.Boolean(),
    post_order: OpenObject({ cancellation_allowed: Type.Boolean(), return_allowed: Type.Boolean() }),
  },
  { title: 'OfferRestrictions' },
);

/** With which others an offer does not go together. */
export const rivals = {
  stack_group: Type.Optional(
    Nullable(Type.String({ maxLength: 64, description: 'Of the offers of a group at most one acts on a cart.' })),
  ),
  excludes: Type.Optional(
    Nullable(
      Type.Array(Type.String({ maxLength: 64 }), {
        maxItems: 100,
        description: 'Ids of offers that it does not go together with, in either direction.',
      }),
    ),
  ),
};

export const Ownership = OpenObject({
  payable_category: Type.Enum(['', 'seller', 'fynd', 'marketplace'], { description: 'Who pays for it.' }),
  payable_by: Type.String({ maxLength: 128 }),
});
export const OfferAuthor = OpenObject({
  created_by: shortText,
  modified_by: shortText,
  reviewed_by: shortText,
  approved_by: shortText,
  rejected_by: shortText,
});
export const OfferDates = OpenObject({
  created_on: shortText,
  modified_on: shortText,
  reviewed_on: shortText,
  approved_on: shortText,
  rejected_on: shortText,
});

export const OfferPath = Type.Object({ ...ApplicationPath.properties, id: Type.String({ maxLength: 64 }) });

/** The two things that PATCH changes, and only they. */
export const OfferPatch = Type.Object(
  { archive: Type.Optional(Type.Boolean()), schedule: Type.Optional(OfferSchedule) },
  { title: 'OfferPatch', additionalProperties: false },
);
export type OfferPatch = Static<typeof OfferPatch>;

export const CodeQuery = Type.Object({ code: Type.String({ minLength: 1, maxLength: 64 }) });
export type CodeQuery = Static<typeof CodeQuery>;
export const CodeExists = Type.Object(
  {
    success: Type.Boolean({ description: 'True when the code is free.' }),
    exists: Type.Boolean(),
    message: Type.String(),
  },
  { title: 'CodeExists' },
);
export const Done = Type.Object({ success: Type.Boolean(), message: Type.String() }, { title: 'Done' });

/** As every page, and the size under the name that the SDK reads here. */
export const OfferPage = Type.Object({ ...Page.properties, page_size: Type.Integer() }, { title: 'OfferPage' });

const person = Type.Optional(Type.String({ maxLength: 256 }));
const moment = Type.Optional(Type.String({ maxLength: 64 }));
/** Filters that the lists of promotions and coupons have in common. */
export const offerFilters = {
  page_no: Type.Optional(Type.Integer({ description: 'From 1; 1 when left out.' })),
  page_size: Type.Optional(Type.Integer({ description: 'From 1 to 100; 10 when left out.' })),
  created_by: person,
  reviewed_by: person,
  approved_start_time: moment,
  approved_end_time: moment,
  review_start_time: moment,
  review_end_time: moment,
  status: Type.Optional(
    Type.Enum([...offerStatuses, 'live'], { description: 'live: published, and between its start and its end now.' }),
  ),
};
const OfferFilters = Type.Object(offerFilters);
export type OfferFilters = Static<typeof OfferFilters>;
