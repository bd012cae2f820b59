/** Demo promotions whose rules choose closely: by brand with exceptions, by store and seller, by single products, by a code. Pure. */
import { departmentOf } from '../category-tree.ts';
import type { Item } from '../item.ts';
import { range } from '../range/range.ts';
import { categoryPath, type Json, l3, plain, type Written } from '../write-promotion.ts';
import { demoZones } from '../zones.ts';

const PETALROOT = 19;
const AMPERSINE = 20;
const CLAYLOFT = 17;
const LUMENRY = 16;

const firstOf = (items: readonly Item[], category: string): number => {
  const item = items.find((one) => one.category.name === category);
  if (item === undefined) throw new Error(`The range has no ${category}.`);
  return item.uid;
};
const departmentFor = (category: string): number => {
  const found = range.find(({ name }) => name === category);
  if (found === undefined) throw new Error(`The range has no ${category}.`);
  return departmentOf(found).uid;
};
/** Nothing of these, whatever else a rule takes. */
const without = (l1: string, l2: string, l3: string): Json => ({
  item_exclude_l1_category: [categoryPath(l1).l1.uid],
  item_exclude_l2_category: [categoryPath(l2).l2.uid],
  item_exclude_category: [categoryPath(l3).l3.uid],
});

export const closelyChosen = (items: readonly Item[]): readonly Written[] => [
  {
    ...plain(
      { name: 'Skirts by code', text: '8% off skirts with SKIRT8', label: '8% OFF' },
      'percentage',
      l3('Skirts'),
      {
        discount_percentage: 8,
      },
    ),
    more: { mode: 'coupon', code: 'SKIRT8' },
  },
  plain(
    {
      name: 'A Petalroot pair',
      text: '4% off two to five pieces of Petalroot skin care and fragrance',
      label: '4% OFF',
    },
    'percentage',
    {
      item_brand: [PETALROOT],
      item_exclude_brand: [AMPERSINE],
      item_l1_category: [categoryPath('Perfumes').l1.uid],
      ...without('Sneakers', 'Lipsticks', 'Candles'),
      item_exclude_id: [firstOf(items, 'Lipsticks')],
      item_department: [departmentFor('Perfumes')],
      cart_quantity: { greater_than: 1, less_than: 6 },
    },
    { discount_percentage: 4 },
  ),
  plain(
    { name: 'Clayloft for two', text: '₹60 off exactly two pieces of Clayloft, vases apart', label: '₹60 OFF' },
    'amount',
    {
      item_brand: [CLAYLOFT],
      item_exclude_brand: [LUMENRY],
      ...without('Headphones', 'Bed Linen', 'Vases'),
      item_exclude_id: [firstOf(items, 'Vases')],
      item_department: [departmentFor('Mugs')],
      cart_quantity: { equals: 2 },
      cart_total: { less_than_equals: 20_000 },
    },
    { discount_amount: 60, apportion_discount: true },
  ),
  plain(
    {
      name: 'New at Fort',
      text: '₹25 off one new arrival that comes from our shop in Fort, in the big cities',
      label: '₹25 OFF',
    },
    'amount',
    {
      item_store: [101],
      item_company: [1],
      product_tags: ['new-arrival'],
      available_zones: [demoZones.metro],
      cart_total: { greater_than: 500, less_than: 50_000 },
      cart_quantity: { equals: 1 },
    },
    { discount_amount: 25, apportion_discount: true },
  ),
  plain(
    {
      name: 'Loved on Church Street',
      text: '₹30 off up to four bestsellers that come from Church Street',
      label: '₹30 OFF',
    },
    'amount',
    {
      item_store: [103],
      item_company: [2],
      product_tags: ['bestseller'],
      cart_quantity: { less_than_equals: 4 },
    },
    { discount_amount: 30, apportion_discount: true },
  ),
  ...(['Totes', 'Sunglasses'] as const).map(
    (category, at): Written => ({
      ...plain(
        {
          name: at === 0 ? 'Pick of the week' : 'Pick of the month',
          text: `₹${40 + at * 20} off our pick`,
          label: 'OUR PICK',
        },
        'amount',
        { item_id: [firstOf(items, category)] },
        { discount_amount: 40 + at * 20, apportion_discount: false },
      ),
      discounts: [
        {
          offer: { discount_amount: 40 + at * 20, apportion_discount: false },
          items: { buy_rules: ['rule#1'], all_items: at === 1 },
        },
      ],
      more: {
        ownership: { payable_category: at === 0 ? 'seller' : 'marketplace', payable_by: at === 0 ? '' : 'Demo Retail' },
        restrictions: {
          post_order: { return_allowed: at === 0, cancellation_allowed: at === 0, exchange_allowed: at === 0 },
        },
      },
    }),
  ),
];
