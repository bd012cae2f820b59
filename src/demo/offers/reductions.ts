/** Demo promotions that make goods cheaper: per cent, amounts, from the MRP; prices by quantity and by contract. Pure. */
import { l1, l2, l3, least, percentOff, plain, type Written } from '../write-promotion.ts';

export const reductions: readonly Written[] = [
  plain({ name: 'Tee time', text: '10% off T-shirts', label: '10% OFF' }, 'percentage', l3('T-Shirts'), {
    discount_percentage: 10,
  }),
  plain({ name: 'Plugged in', text: '15% off audio, up to ₹2,000', label: '15% OFF' }, 'percentage', l2('Headphones'), {
    discount_percentage: 15,
    max_discount_amount: 2000,
  }),
  plain(
    { name: 'Best foot forward', text: '₹500 off footwear from ₹4,999', label: '₹500 OFF' },
    'amount',
    { ...l1('Sneakers'), ...least('cart_total', 4999) },
    { discount_amount: 500, apportion_discount: true },
  ),
  plain({ name: 'Kettle on', text: '₹100 off every kettle', label: '₹100 OFF' }, 'amount', l3('Kettles'), {
    discount_amount: 100,
    apportion_discount: false,
  }),
  {
    ...percentOff(40, l3('Dresses'), {
      name: 'Dressed on MRP',
      text: '40% off the MRP of dresses',
      label: '40% ON MRP',
    }),
    more: { calculate_on: 'mrp' },
  },
  {
    ...percentOff(25, l3('Boots'), {
      name: 'Boots, final',
      text: '25% off boots, not with other offers',
      label: '25% OFF',
    }),
    more: { stackable: false, apply_exclusive: 'article', apply_priority: 200 },
  },
  plain(
    { name: 'Second lamp', text: 'Every second lamp at 40% off', label: '2ND −40%' },
    'item_based_discount',
    l3('Table Lamps'),
    {
      discount_percentage: 40,
      item_sequence_number: 2,
      max_usage_per_transaction: 5,
    },
  ),
];

export const prices: readonly Written[] = [
  {
    name: 'By the dozen',
    text: 'Serums: 3 or more 5% less, 6 or more 12%, 12 or more 15%',
    label: 'MORE FOR LESS',
    type: 'ladder_price',
    group: 'ladder_price',
    rules: { 'rule#1': l3('Serums') },
    discounts: [
      { offer: { discount_percentage: 5, min_offer_quantity: 3, max_offer_quantity: 5 } },
      { offer: { discount_percentage: 12, min_offer_quantity: 6, max_offer_quantity: 11 } },
      { offer: { discount_percentage: 15, min_offer_quantity: 12 } },
    ],
    more: { calculate_on: 'esp' },
  },
  {
    ...plain(
      { name: 'Trade price', text: '20% less on chairs for trade customers', label: 'TRADE' },
      'contract_price',
      l3('Chairs'),
      {
        discount_percentage: 20,
      },
    ),
    group: 'contract',
    more: { restrictions: { user_groups: ['trade'] }, calculate_on: 'esp' },
  },
];
