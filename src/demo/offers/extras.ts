/** Demo promotions that give something else than a lower price: delivery, gifts, money back, deals; and those of other programs. Pure. */
import type { Item } from '../item.ts';
import { l3, least, plain, type Written } from '../write-promotion.ts';

/** The mug and the notebook that are given away: the cheapest ones of their brands are as good as any. */
const giftOf = (items: readonly Item[], category: string, brand: string): readonly number[] => {
  const cheapest = items
    .filter((item) => item.category.name === category && item.brand.slug === brand)
    .toSorted((a, b) => a.price - b.price || a.uid - b.uid)[0];
  return cheapest === undefined ? [] : [cheapest.uid];
};

const paidBy = (mode: string, written: Written): Written => ({
  ...written,
  group: 'cart',
  more: { restrictions: { payments: { [mode]: {} } } },
});

export const extras = (items: readonly Item[]): readonly Written[] => [
  {
    ...plain(
      { name: 'Delivered free', text: 'Free standard delivery from ₹999', label: 'FREE DELIVERY' },
      'shipping_price',
      { all_items: true, ...least('cart_total', 999) },
      {
        discount_percentage: 100,
      },
    ),
    group: 'cart',
    more: { restrictions: { shipping_methods: ['standard'] } },
  },
  {
    name: 'A mug for you',
    text: 'Spend ₹7,500 and a mug is yours',
    label: 'FREE MUG',
    type: 'free_gift_items',
    group: 'cart',
    rules: { 'rule#1': { all_items: true, ...least('cart_total', 7500) } },
    discounts: [{ offer: { max_offer_quantity: 1 }, items: { item_id: giftOf(items, 'Mugs', 'clayloft') } }],
  },
  {
    name: 'Notes on scent',
    text: 'A notebook with every perfume',
    label: 'FREE NOTEBOOK',
    type: 'free_non_sellable_items',
    rules: { 'rule#1': { ...l3('Perfumes'), ...least('cart_quantity', 1) } },
    discounts: [{ offer: { max_offer_quantity: 2 }, items: { item_id: giftOf(items, 'Notebooks', 'paperwren') } }],
  },
  paidBy(
    'UPI',
    plain(
      { name: 'Paid by UPI', text: '5% back, up to ₹300, when you pay by UPI', label: '5% BACK' },
      'cashback',
      { all_items: true },
      { discount_percentage: 5, max_discount_amount: 300 },
    ),
  ),
  paidBy(
    'CARD',
    plain(
      { name: 'Back on the card', text: '₹150 back from ₹5,000 when you pay by card', label: '₹150 BACK' },
      'cashback',
      { all_items: true, ...least('cart_total', 5000) },
      { discount_amount: 150 },
    ),
  ),
  {
    ...plain(
      { name: 'Steal: a scarf', text: 'A scarf for ₹299 with ₹2,999 in the cart', label: '₹299' },
      'steal_deal',
      { all_items: true, ...least('cart_total', 2999) },
      {
        discount_price: 299,
      },
    ),
    discounts: [{ offer: { discount_price: 299, max_offer_quantity: 1 }, items: l3('Scarves') }],
  },
  plain(
    { name: 'From our desk', text: 'Discounts that our service desk grants', label: 'SERVICE' },
    'external_price_adjustment_discount',
    { all_items: true },
    {},
  ),
  {
    ...plain(
      { name: 'Your own rule', text: 'Priced by a rule of your own program', label: 'CUSTOM' },
      'custom',
      l3('Cameras'),
      {
        code: 'demo',
      },
    ),
    schedule: { published: false, status: 'draft' },
  },
  plain(
    { name: 'Pictures count twice', text: 'Double points on cameras', label: '2× POINTS' },
    'points_multiplier',
    l3('Cameras'),
    { points_factor: 2 },
  ),
];
