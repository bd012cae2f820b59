/** The coupons of the demo shop, as the SDK sends them. Pure. */
import { DAY, iso, type Json } from './write-promotion.ts';
import { demoZones } from './zones.ts';

const coupon = (
  { code, title }: { readonly code: string; readonly title: string },
  typeSlug: string,
  rule: readonly Json[],
  more: Json = {},
): Json => ({
  code,
  type_slug: typeSlug,
  rule,
  rule_definition: { calculate_on: 'esp', auto_apply: false, is_exact: false },
  display_meta: { title, subtitle: title, description: title, apply: { title: `${code} applied` } },
  state: { is_public: true, is_display: true },
  validation: { anonymous: true },
  _schedule: { status: 'published' },
  ...more,
});
const uses = (maximum: Json): Json => ({ restrictions: { uses: { maximum } } });
const picture = (slug: string, alt: string, key: string): Json => ({
  type: key === 'mobile' ? 'icon' : 'image',
  url: `/demo/brands/${slug}.svg`,
  alt,
  key,
});
/** Of those of a group one acts: a cart can have two codes. */
const welcoming: Json = { stack_group: 'welcome' };
const amountOff: Json = { stack_group: 'amount off' };
const hidden: Json = { state: { is_public: false, is_display: false } };

const byPercent = 'percentage_quantity_percentage';
const byAmount = 'absolute_amount_absolute';

export const demoCoupons = ({
  now,
  lipsticks,
  scarves,
}: {
  readonly now: number;
  /** Numbers of the categories that two of them are about. */
  readonly lipsticks: number;
  readonly scarves: number;
}): readonly Json[] => [
  coupon(
    { code: 'WELCOME10', title: '10% off, up to ₹300, once per customer' },
    byPercent,
    [{ key: 1, value: 10, max: 300 }],
    {
      ...welcoming,
      ...uses({ user: 1, total: -1 }),
      medias: [picture('oakmere', 'Oakmere', 'desktop')],
    },
  ),
  coupon({ code: 'FLAT250', title: '₹250 off from ₹1,999' }, byAmount, [{ key: 0, value: 250, min: 1999 }], {
    ...amountOff,
    medias: [picture('petalroot', 'Petalroot', 'mobile')],
    restrictions: { post_order: { return_allowed: false, cancellation_allowed: false, exchange_allowed: false } },
  }),
  coupon({ code: 'ONMRP5', title: '5% of the MRP off, up to ₹400' }, byPercent, [{ key: 1, value: 5, max: 400 }], {
    rule_definition: { calculate_on: 'mrp', auto_apply: false, is_exact: false },
  }),
  coupon(
    { code: 'SAVEMORE', title: '₹100 off from ₹999, ₹400 from ₹2,999, ₹1,000 from ₹5,999' },
    byAmount,
    [
      { key: 999, value: 100 },
      { key: 2999, value: 400 },
      { key: 5999, value: 1000 },
    ],
    amountOff,
  ),
  coupon(
    { code: 'FIRST100', title: '25% off for the first hundred orders' },
    byPercent,
    [{ key: 1, value: 25, max: 1500 }],
    {
      ...welcoming,
      ...uses({ user: 1, total: 100 }),
    },
  ),
  coupon(
    { code: 'LIPS3', title: 'Buy 2 lipsticks, get 1 free' },
    'bogo_quantity_quantity',
    [{ key: 2, discount_qty: 1 }],
    {
      identifiers: { category_id: [lipsticks] },
    },
  ),
  coupon(
    { code: 'SCARF3', title: 'Any 3 scarves for ₹3,999' },
    'bundle_quantity_flat_price',
    [{ key: 3, value: 3999 }],
    {
      identifiers: { category_id: [scarves] },
    },
  ),
  coupon({ code: 'CARD10', title: '10% off, up to ₹750, with a card' }, byPercent, [{ key: 1, value: 10, max: 750 }], {
    restrictions: { payments: { CARD: {} } },
  }),
  coupon({ code: 'APPONLY', title: '₹150 off in the app' }, byAmount, [{ key: 0, value: 150, min: 499 }], {
    restrictions: { platforms: ['android', 'ios'] },
  }),
  coupon(
    { code: 'METRO100', title: '₹100 off from ₹999 in the big cities' },
    byAmount,
    [{ key: 0, value: 100, min: 999 }],
    {
      identifiers: { zones_id: [demoZones.metro] },
    },
  ),
  coupon({ code: 'BACK75', title: '₹75 back on your account' }, byAmount, [{ key: 0, value: 75, min: 750 }], {
    action: { txn_mode: 'cashback' },
  }),
  coupon(
    { code: 'INSIDER', title: 'Shh: 15% off for those who know the word' },
    byPercent,
    [{ key: 1, value: 15, max: 1000 }],
    { ...welcoming, ...hidden },
  ),
  coupon(
    { code: 'SIGNEDIN', title: '₹200 off for customers with an account' },
    byAmount,
    [{ key: 0, value: 200, min: 999 }],
    {
      validation: { anonymous: false },
    },
  ),
  coupon({ code: 'NEXTWEEK', title: '18% off, from next week on' }, byPercent, [{ key: 1, value: 18, max: 900 }], {
    _schedule: { start: iso(now + 7 * DAY), end: iso(now + 21 * DAY), status: 'published' },
  }),
  coupon({ code: '', title: 'One of five hundred vouchers over ₹500' }, byAmount, [{ key: 0, value: 500, min: 1499 }], {
    coupon_type: 'bulk',
    coupon_prefix: 'GIFT-',
    coupon_counts: 500,
    ...hidden,
  }),
  coupon({ code: 'INPEN', title: 'Not decided yet: 50% off' }, byPercent, [{ key: 1, value: 50 }], {
    _schedule: { status: 'draft' },
  }),
];
