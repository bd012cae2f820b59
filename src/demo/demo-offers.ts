/**
 * The offers of the demo shop: one of every kind at least; some run, some come, some wait for a condition that a visitor can
 * meet. Bodies as the SDK sends them; `seedOffers` of offers/seed-offers.ts keeps them. Pure.
 */
import { demoCoupons } from './demo-coupons.ts';
import { makeItems } from './make-items.ts';
import {
  categoryPath,
  DAY,
  type DemoOffer,
  HOUR,
  iso,
  type Json,
  l1,
  l2,
  l3,
  least,
  plain,
  promotion,
  tiers,
  type Written,
} from './write-promotion.ts';

const reductions: readonly Written[] = [
  plain('Tee time', '10% off T-shirts', '10% OFF', 'percentage', l3('T-Shirts'), { discount_percentage: 10 }),
  plain('Plugged in', '15% off audio, up to ₹2,000', '15% OFF', 'percentage', l2('Headphones'), {
    discount_percentage: 15,
    max_discount_amount: 2000,
  }),
  plain(
    'Best foot forward',
    '₹500 off footwear from ₹4,999',
    '₹500 OFF',
    'amount',
    { ...l1('Sneakers'), ...least('cart_total', 4999) },
    { discount_amount: 500, apportion_discount: true },
  ),
  plain('Kettle on', '₹100 off every kettle', '₹100 OFF', 'amount', l3('Kettles'), {
    discount_amount: 100,
    apportion_discount: false,
  }),
  {
    ...plain('Dressed on MRP', '40% off the MRP of dresses', '40% ON MRP', 'percentage', l3('Dresses'), {
      discount_percentage: 40,
    }),
    more: { calculate_on: 'mrp' },
  },
  {
    ...plain('Boots, final', '25% off boots, not with other offers', '25% OFF', 'percentage', l3('Boots'), {
      discount_percentage: 25,
    }),
    more: { stackable: false, apply_exclusive: 'article', apply_priority: 200 },
  },
  plain('Second lamp', 'Every second lamp at 40% off', '2ND −40%', 'item_based_discount', l3('Table Lamps'), {
    discount_percentage: 40,
    item_sequence_number: 2,
    max_usage_per_transaction: 5,
  }),
];

const groups: readonly Written[] = [
  plain(
    'Mugs for three',
    'Any 3 mugs for ₹1,499',
    '3 FOR ₹1,499',
    'fixed_price',
    { ...l3('Mugs'), ...least('cart_quantity', 3) },
    { discount_price: 1499, min_offer_quantity: 3 },
  ),
  plain(
    'Write three, pay two',
    'Buy 2 notebooks, get 1 free',
    'BUY 2 GET 1',
    'bogo',
    { ...l3('Notebooks'), ...least('cart_quantity', 2) },
    { max_offer_quantity: 1 },
  ),
  plain(
    'Two kurtas',
    'Buy a kurta, the next at half its price',
    'NEXT −50%',
    'bogo',
    { ...l3('Kurtas'), ...least('cart_quantity', 1) },
    { max_offer_quantity: 1, discount_percentage: 50 },
  ),
  {
    name: 'Make the bed',
    text: 'Linen and cushions: 2 for 10% off, 3 for 15%',
    label: 'UP TO 15%',
    type: 'bundle_price_percentage',
    ...tiers(l2('Bed Linen'), [
      [least('cart_quantity', 2), { discount_percentage: 10 }],
      [least('cart_quantity', 3), { discount_percentage: 15 }],
    ]),
  },
  {
    name: 'Candle light',
    text: '2 candles: ₹200 off, 3: ₹450 off',
    label: 'UP TO ₹450',
    type: 'bundle_price_amount',
    ...tiers(l3('Candles'), [
      [least('cart_quantity', 2), { discount_amount: 200 }],
      [least('cart_quantity', 3), { discount_amount: 450 }],
    ]),
  },
  {
    name: 'Wardrobe',
    text: 'Womenswear: 5% off from ₹5,000, 10% from ₹10,000',
    label: 'UP TO 10%',
    type: 'bundle_amount_percentage',
    group: 'cart',
    ...tiers(l2('Tops'), [
      [least('cart_total', 5000), { discount_percentage: 5 }],
      [least('cart_total', 10_000), { discount_percentage: 10 }],
    ]),
  },
];

const prices: readonly Written[] = [
  {
    name: 'By the dozen',
    text: 'Serums: 3 or more 5% less, 6 or more 12%',
    label: 'MORE FOR LESS',
    type: 'ladder_price',
    group: 'ladder_price',
    rules: { 'rule#1': l3('Serums') },
    discounts: [
      { offer: { discount_percentage: 5, min_offer_quantity: 3, max_offer_quantity: 5 } },
      { offer: { discount_percentage: 12, min_offer_quantity: 6 } },
    ],
    more: { calculate_on: 'esp' },
  },
  {
    ...plain('Trade price', '20% less on chairs for trade customers', 'TRADE', 'contract_price', l3('Chairs'), {
      discount_percentage: 20,
    }),
    group: 'contract',
    more: { restrictions: { user_groups: ['trade'] }, calculate_on: 'esp' },
  },
];

/** The mug and the notebook that are given away: the cheapest ones are as good as any. */
const giftOf = (category: string): readonly number[] => {
  const cheapest = makeItems()
    .filter((item) => item.category.name === category)
    .toSorted((a, b) => a.price - b.price || a.uid - b.uid)[0];
  return cheapest === undefined ? [] : [cheapest.uid];
};

const extras: readonly Written[] = [
  {
    ...plain(
      'Delivered free',
      'Free delivery from ₹999',
      'FREE DELIVERY',
      'shipping_price',
      { all_items: true, ...least('cart_total', 999) },
      {
        discount_percentage: 100,
      },
    ),
    group: 'cart',
  },
  {
    name: 'A mug for you',
    text: 'Spend ₹7,500 and a mug is yours',
    label: 'FREE MUG',
    type: 'free_gift_items',
    group: 'cart',
    rules: { 'rule#1': { all_items: true, ...least('cart_total', 7500) } },
    discounts: [{ offer: { max_offer_quantity: 1 }, items: { item_id: giftOf('Mugs') } }],
  },
  {
    name: 'Notes on scent',
    text: 'A notebook with every perfume',
    label: 'FREE NOTEBOOK',
    type: 'free_non_sellable_items',
    rules: { 'rule#1': { ...l3('Perfumes'), ...least('cart_quantity', 1) } },
    discounts: [{ offer: { max_offer_quantity: 1 }, items: { item_id: giftOf('Notebooks') } }],
  },
  {
    ...plain(
      'Paid by UPI',
      '5% back, up to ₹300, when you pay by UPI',
      '5% BACK',
      'cashback',
      { all_items: true },
      {
        discount_percentage: 5,
        max_discount_amount: 300,
      },
    ),
    group: 'cart',
    more: { restrictions: { payments: { UPI: {} } } },
  },
  {
    ...plain(
      'Steal: a scarf',
      'A scarf for ₹299 with ₹2,999 in the cart',
      '₹299',
      'steal_deal',
      { all_items: true, ...least('cart_total', 2999) },
      {
        discount_price: 299,
      },
    ),
    discounts: [{ offer: { discount_price: 299, max_offer_quantity: 1 }, items: l3('Scarves') }],
  },
  plain(
    'From our desk',
    'Discounts that our service desk grants',
    'SERVICE',
    'external_price_adjustment_discount',
    { all_items: true },
    {},
  ),
  {
    ...plain('Your own rule', 'Priced by a rule of your own program', 'CUSTOM', 'custom', l3('Cameras'), {
      code: 'demo',
    }),
    schedule: { published: false, status: 'draft' },
  },
];

const timed = (now: number): readonly Written[] => [
  {
    ...plain(
      'Last hours: headphones',
      '30% off headphones while the clock runs',
      '30% OFF',
      'percentage',
      l3('Headphones'),
      {
        discount_percentage: 30,
      },
    ),
    group: 'limited_timer',
    schedule: { start: iso(now - HOUR), end: iso(now + 6 * HOUR) },
    more: {
      restrictions: { uses: { maximum: { user: 1, total: 200 } } },
      _custom_json: { start_timer_in_minutes: 360 },
    },
  },
  {
    ...plain(
      'Happy hours',
      '12% off speakers from six to nine, every evening',
      '6–9 PM',
      'percentage',
      l3('Speakers'),
      {
        discount_percentage: 12,
      },
    ),
    schedule: { cron: '0 18 * * *', duration: 180 },
  },
  {
    ...plain('Weekend walk', '8% off sneakers on Saturday and Sunday', 'WEEKEND', 'percentage', l3('Sneakers'), {
      discount_percentage: 8,
    }),
    schedule: { cron: '0 0 * * SAT,SUN', duration: 1440 },
  },
  {
    ...plain(
      'Next month',
      '20% off everything for five days',
      '20% SOON',
      'percentage',
      { all_items: true },
      {
        discount_percentage: 20,
      },
    ),
    group: 'cart',
    schedule: { start: iso(now + 20 * DAY), end: iso(now + 25 * DAY) },
  },
  {
    ...plain('Reviewed tomorrow', '35% off watches', '35% OFF', 'percentage', l3('Watches'), {
      discount_percentage: 35,
    }),
    schedule: { published: false, status: 'review' },
  },
];

export const demoOffers = ({ now }: { readonly now: number }): readonly DemoOffer[] => [
  ...[...reductions, ...groups, ...prices, ...extras, ...timed(now)].map((written, at) => promotion(at, written, now)),
  ...demoCoupons({ now, lipsticks: categoryPath('Lipsticks').l3.uid, scarves: categoryPath('Scarves').l3.uid }).map(
    (body): DemoOffer => ({ kind: 'coupon', body }),
  ),
];

/** Charged from the first rupee, free above the top; a custom cart for what is made to order. */
export const demoConfigurations: readonly Json[] = [
  {
    is_universal: true,
    max_cart_items: 50,
    gift_pricing: 49,
    gift_display_text: 'Wrapped by hand, with your message.',
    delivery_charges: {
      enabled: true,
      charges: [
        { threshold: 0, charges: 99 },
        { threshold: 999, charges: 49 },
        { threshold: 2499, charges: 0 },
      ],
    },
    international_delivery_charges: { enabled: true, charges: [{ threshold: 0, charges: 1499 }] },
    pan_card: { enabled: true, cod_threshold_amount: 50_000, online_threshold_amount: 200_000 },
  },
  { name: 'Made to order', slug: 'made-to-order', article_tags: ['made-to-order'], max_cart_items: 5 },
];
