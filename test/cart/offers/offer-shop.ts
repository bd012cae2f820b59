/** A shop with an offer of every kind that a storefront lists: automatic, by code, by payment, with a gift, by quantity. */
import { type CartServer, openCartServer } from '../cart-server.ts';
import type { Engine } from '../../databases.ts';
import { tenPercent } from '../../offers/ten-percent.ts';

const rupees = (marked: number, effective: number) => ({ prices: [{ currency_code: 'INR', marked, effective }] });
const toldCoupon = (code: string, min: number, more: object = {}) =>
  tenPercent(code, min, {
    display_meta: { title: code, subtitle: `${code} for all`, description: 'Once' },
    tags: ['spring'],
    ...more,
  });

export type OfferShop = { readonly server: CartServer; readonly ids: Readonly<Record<OfferName, string>> };
type OfferName = 'shirts' | 'rich' | 'others' | 'card' | 'gift' | 'ladder';

export const openOfferShop = async (engine: Engine): Promise<OfferShop> => {
  const server = await openCartServer(engine);
  const { shop } = server;
  await shop.sell(1, [{ uid: 'a1', quantity: 100, ...rupees(120, 100) }], { slug: 'shirt' });
  await shop.sell(
    2,
    [
      { uid: 'a2', quantity: 100, ...rupees(1000, 1000) },
      { uid: 'b2', quantity: 5, seller_id: 2, store_id: 2, ...rupees(900, 900) },
    ],
    {
      slug: 'lamp',
    },
  );
  await shop.sell(3, [{ uid: 'a3', quantity: 10, ...rupees(50, 50) }], { slug: 'mug' });
  const percent = (discount_percentage: number) => [
    {
      buy_condition: '( rule#1 )',
      discount_type: 'percentage',
      item_criteria: { buy_rules: ['rule#1'] },
      offer: { discount_percentage },
    },
  ];
  const shirts = await shop.promotion({
    promotion_type: 'percentage',
    display_meta: { name: 'Shirts', offer_text: '5% off shirts', offer_label: '5%', description: 'All shirts' },
    buy_rules: { 'rule#1': { item_id: [1] } },
    discount_rules: percent(5),
    tags: ['summer'],
  });
  const rich = await shop.promotion({
    promotion_type: 'percentage',
    promo_group: 'cart',
    display_meta: { name: 'Rich', offer_text: '50% off from 5000' },
    buy_rules: { 'rule#1': { cart_total: { greater_than_equals: 5000 } } },
    discount_rules: percent(50).map((rule) => ({ ...rule, offer: { ...rule.offer, max_discount_amount: 300 } })),
  });
  const others = await shop.promotion({
    promotion_type: 'percentage',
    display_meta: { name: 'Others' },
    discount_rules: percent(90),
    restrictions: { user_id: ['somebody-else'] },
  });
  const card = await shop.promotion({
    promotion_type: 'amount',
    display_meta: { name: 'Card', offer_text: '20 off by card' },
    discount_rules: [
      {
        buy_condition: '( rule#1 )',
        discount_type: 'amount',
        item_criteria: { buy_rules: ['rule#1'] },
        offer: { discount_amount: 20 },
      },
    ],
    restrictions: { payments: { CARD: { codes: ['HDFC'], networks: ['visa'] } } },
  });
  const gift = await shop.promotion({
    promotion_type: 'free_gift_items',
    promo_group: 'cart',
    display_meta: { name: 'Mug', offer_text: 'A mug from 4000' },
    buy_rules: { 'rule#1': { cart_total: { greater_than_equals: 4000 } } },
    discount_rules: [
      {
        buy_condition: '( rule#1 )',
        discount_type: 'free_gift_items',
        item_criteria: { item_id: [3] },
        offer: { max_offer_quantity: 1 },
      },
    ],
  });
  const ladder = await shop.promotion({
    promotion_type: 'ladder_price',
    promo_group: 'ladder_price',
    calculate_on: 'esp',
    display_meta: { name: 'Many lamps', offer_text: 'Lamps by the dozen' },
    buy_rules: { 'rule#1': { item_id: [2] } },
    discount_rules: [
      [2, 4, 5],
      [5, 0, 10],
    ].map(([least, most, discount_percentage]) => ({
      buy_condition: '( rule#1 )',
      discount_type: 'ladder_price',
      item_criteria: { buy_rules: ['rule#1'] },
      offer: { min_offer_quantity: least, max_offer_quantity: most, discount_percentage },
    })),
  });
  await shop.coupon(toldCoupon('TEN', 0));
  await shop.coupon(toldCoupon('MORE', 500));
  await shop.coupon(toldCoupon('HIDDEN', 0, { state: { is_public: false, is_display: false } }));
  return { server, ids: { shirts, rich, others, card, gift, ladder } };
};
