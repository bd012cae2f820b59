/** Segments: customers by what is known of them, as saved conditions that offers, price lists and exemptions can name. */
import { type Static, type TSchema, Type } from 'typebox';

const closed = { additionalProperties: false, minProperties: 1 } as const;

const range = <T extends TSchema>(description: string, bound: T) =>
  Type.Optional(Type.Object({ min: Type.Optional(bound), max: Type.Optional(bound) }, { ...closed, description }));
const limits = { minimum: 0, maximum: 1_000_000_000 };
const whole = Type.Integer(limits);
const amount = Type.Number(limits);
const anyOf = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: 100, description }));

export const SegmentConditions = Type.Object(
  {
    orders: range('How many orders he has that were not cancelled or returned as a whole.', whole),
    spent: range('What he paid and was not given back, in the application’s currency.', amount),
    days_since_order: range('Whole days since he ordered last; who never did is not in it.', whole),
    account_days: range('Whole days since he registered, or was first known.', whole),
    groups: anyOf('He is in one of these groups.'),
    tags: anyOf('He has one of these tags.'),
    tiers: anyOf('He is in one of these tiers of the loyalty programme.'),
  },
  { ...closed, title: 'SegmentConditions', description: 'All of them hold; bounds are part of their range.' },
);

export const segmentSlug = Type.String({
  pattern: '^[a-z0-9](?:[a-z0-9-]{0,46}[a-z0-9])?$',
  examples: ['vip'],
  description: 'Offers, price lists and exemptions name it as the group `segment:<slug>`.',
});

export const Segment = Type.Object(
  { slug: segmentSlug, name: Type.String({ minLength: 1, maxLength: 100 }), conditions: SegmentConditions },
  {
    additionalProperties: false,
    title: 'Segment',
    examples: [{ slug: 'vip', name: 'Good customers', conditions: { orders: { min: 3 }, spent: { min: 10000 } } }],
  },
);
export type Segment = Static<typeof Segment>;

/** Those that every application has. */
export const everyonesSegments: readonly Segment[] = [
  { slug: 'first-order', name: 'Has not ordered yet', conditions: { orders: { max: 0 } } },
];
