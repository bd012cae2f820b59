/** Demo promotions for who buys several: sets, buy and get, tiers. Pure. */
import { l2, l3, least, pieces, plain, tiers, type Written } from '../write-promotion.ts';

export const groups: readonly Written[] = [
  plain(
    { name: 'Mugs for three', text: 'Any 3 mugs for ₹1,499', label: '3 FOR ₹1,499' },
    'fixed_price',
    { ...pieces(l3('Mugs')), ...least('cart_quantity', 3) },
    { discount_price: 1499, min_offer_quantity: 3 },
  ),
  plain(
    { name: 'A pair of pots', text: 'Any 2 plant pots for ₹1,299', label: '2 FOR ₹1,299' },
    'fixed_price',
    { ...pieces(l3('Plant Pots')), ...least('cart_quantity', 2) },
    { discount_price: 1299, min_offer_quantity: 2 },
  ),
  plain(
    { name: 'Write three, pay two', text: 'Buy 2 notebooks, get 1 free', label: 'BUY 2 GET 1' },
    'bogo',
    { ...pieces(l3('Notebooks')), ...least('cart_quantity', 2) },
    { max_offer_quantity: 1 },
  ),
  plain(
    { name: 'Two kurtas', text: 'Buy a kurta, the next at half its price', label: 'NEXT −50%' },
    'bogo',
    { ...pieces(l3('Kurtas')), ...least('cart_quantity', 1) },
    { max_offer_quantity: 1, discount_percentage: 50 },
  ),
  {
    name: 'Make the bed',
    text: 'Linen and cushions: 2 for 10% off, 3 for 15%',
    label: 'UP TO 15%',
    type: 'bundle_price_percentage',
    ...tiers(pieces(l2('Bed Linen')), [
      [least('cart_quantity', 2), { discount_percentage: 10 }],
      [least('cart_quantity', 3), { discount_percentage: 15 }],
    ]),
  },
  {
    name: 'Candle light',
    text: '2 candles: ₹200 off, 3: ₹450 off',
    label: 'UP TO ₹450',
    type: 'bundle_price_amount',
    ...tiers(pieces(l3('Candles')), [
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
