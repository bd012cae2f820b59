/** The forms of promotions and coupons that a merchant can choose from, each with the words that explain it. Pure. */
import type { OfferForm } from '../../contract/offers/offer-form-contract.ts';
import type { promotionTypes } from '../../contract/offers/offer-promotion-contract.ts';

type Words = {
  readonly title: string;
  readonly subtitle: string;
  readonly example: string;
  readonly description: string;
  /** Not for a form that a person fills in: another program makes it. */
  readonly isHidden?: true;
};

const promotions: Readonly<Record<(typeof promotionTypes)[number], Words>> = {
  percentage: {
    title: 'Percentage off',
    subtitle: 'Takes a percentage off what the rules match',
    example: '10% off T-shirts, up to ₹500',
    description: 'discount_percentage; max_discount_amount caps it, max_offer_quantity limits the units.',
  },
  amount: {
    title: 'Amount off',
    subtitle: 'Takes a fixed amount off, shared by what the rules match or for each unit',
    example: '₹500 off footwear from ₹4,999',
    description: 'discount_amount; with apportion_discount it is shared, without it every unit gets it.',
  },
  fixed_price: {
    title: 'Several for a price',
    subtitle: 'A number of units together costs a fixed price',
    example: 'Any 3 mugs for ₹1,499',
    description: 'discount_price for min_offer_quantity units; repeats while there are enough.',
  },
  bogo: {
    title: 'Buy some, get some',
    subtitle: 'Who buys enough gets the cheapest units free or cheaper',
    example: 'Buy 2 notebooks, get 1 free',
    description:
      'The rule says how many to buy, max_offer_quantity how many are given; discount_percentage makes them cheaper instead of free.',
  },
  contract_price: {
    title: 'Contract price',
    subtitle: 'A unit price agreed with some customers',
    example: 'Chairs 20% below the list for trade customers',
    description: 'Group contract; comes before all other promotions and never raises a price.',
  },
  shipping_price: {
    title: 'Cheaper delivery',
    subtitle: 'Lowers or waives the delivery charge',
    example: 'Free delivery from ₹999',
    description: 'discount_percentage, discount_amount or discount_price of the delivery charge.',
  },
  ladder_price: {
    title: 'Price by quantity',
    subtitle: 'The unit price falls with the number of units',
    example: '3 or more serums 5% less, 6 or more 12% less',
    description: 'Group ladder_price; each discount rule is a band with min_offer_quantity and max_offer_quantity.',
  },
  bundle_price_percentage: {
    title: 'Percentage off by quantity',
    subtitle: 'The more units, the higher the percentage',
    example: '2 pieces 10% off, 3 pieces 15% off',
    description: 'Each discount rule is a step; the highest that the cart reaches applies.',
  },
  bundle_price_amount: {
    title: 'Amount off by quantity',
    subtitle: 'The more units, the higher the amount',
    example: '2 candles ₹200 off, 3 candles ₹450 off',
    description: 'Each discount rule is a step; the highest that the cart reaches applies.',
  },
  bundle_amount_percentage: {
    title: 'Percentage off by cart value',
    subtitle: 'The dearer the cart, the higher the percentage',
    example: '5% off from ₹5,000, 10% off from ₹10,000',
    description: 'Each discount rule is a step on cart_total; the highest that the cart reaches applies.',
  },
  custom: {
    title: 'Your own rule',
    subtitle: 'The discount is worked out by a rule of your own program',
    example: 'The program that keeps your books says what is off',
    description: 'offer.code names a custom rule. Where it does not answer, nothing is taken off.',
  },
  free_gift_items: {
    title: 'Free gift',
    subtitle: 'Adds a product from the shop for nothing',
    example: 'Spend ₹7,500 and a mug is yours',
    description: 'item_criteria.item_id lists the gifts to choose from, max_offer_quantity how many.',
  },
  free_non_sellable_items: {
    title: 'Free extra that is not sold',
    subtitle: 'Adds something that is not sold on its own',
    example: 'A sample with every perfume',
    description: 'item_criteria.item_id lists the extras, max_offer_quantity how many.',
  },
  external_price_adjustment_discount: {
    title: 'Granted elsewhere',
    subtitle: 'Carries the discounts that price adjustments of another program name',
    example: 'The service desk takes ₹100 off',
    description: 'The adjustment names the promotion in meta.promotion_id; it gives nothing by itself.',
    isHidden: true,
  },
  item_based_discount: {
    title: 'Every second or third unit cheaper',
    subtitle: 'Makes each second, third … unit cheaper',
    example: 'Every second lamp at 40% off',
    description: 'item_sequence_number says which unit, max_usage_per_transaction how often.',
  },
  cashback: {
    title: 'Money back',
    subtitle: 'Credits a part of what was paid instead of taking it off',
    example: '5% back, up to ₹300',
    description: 'discount_percentage or discount_amount; the total to pay stays as it is.',
  },
  points_multiplier: {
    title: 'More points',
    subtitle: 'Goods earn a multiple of their points',
    example: 'Double points on shoes for gold customers',
    description: 'points_factor, above 1; item_criteria says which goods. The total to pay stays as it is.',
  },
  steal_deal: {
    title: 'Deal to add',
    subtitle: 'One thing at a special price, for shoppers who add it with the deal',
    example: 'A scarf for ₹299 with ₹2,999 in the cart',
    description: 'discount_price; counts only for lines that were added with its promo_id.',
  },
};

/** By type_slug. */
const coupons: Readonly<Record<string, Words>> = {
  percentage_quantity_percentage: {
    title: 'Percentage off',
    subtitle: 'Takes a percentage off, from a number of units on',
    example: 'WELCOME10: 10% off, up to ₹300',
    description: 'key: units at least; value: per cent; min: value of the goods at least; max: discount at most.',
  },
  percentage_amount_percentage: {
    title: 'Percentage off by cart value',
    subtitle: 'Takes a percentage off, from an amount on; several steps are possible',
    example: 'BIG: 5% off from ₹1,000, 10% off from ₹3,000',
    description: 'key: value of the goods at least; value: per cent; max: discount at most.',
  },
  absolute_quantity_absolute: {
    title: 'Amount off by quantity',
    subtitle: 'Takes a fixed amount off, from a number of units on',
    example: 'PAIR200: ₹200 off two',
    description: 'key: units at least; value: amount; min: value of the goods at least.',
  },
  absolute_amount_absolute: {
    title: 'Amount off by cart value',
    subtitle: 'Takes a fixed amount off, from an amount on; several steps are possible',
    example: 'FLAT250: ₹250 off from ₹1,999',
    description: 'key or min: value of the goods at least; value: amount.',
  },
  bogo_quantity_quantity: {
    title: 'Buy some, get some free',
    subtitle: 'Who buys enough gets the cheapest units free',
    example: 'LIPS3: buy 2 lipsticks, get 1 free',
    description: 'key: units to buy; discount_qty: units that are free.',
  },
  bogo_quantity_percentage: {
    title: 'Buy some, get some cheaper',
    subtitle: 'Who buys enough gets the cheapest units at a percentage off',
    example: 'SECOND50: the second at half its price',
    description: 'key: units to buy; discount_qty: units that are cheaper; value: per cent.',
  },
  bundle_quantity_percentage: {
    title: 'The cheapest of several cheaper',
    subtitle: 'Of a number of units the cheapest are cheaper',
    example: 'TRIO: of 3 the cheapest at 60% off',
    description: 'key: units together; discount_qty: how many of them are cheaper; value: per cent.',
  },
  bundle_quantity_absolute: {
    title: 'Amount off several',
    subtitle: 'A number of units together is cheaper by a fixed amount',
    example: 'THREE300: ₹300 off three',
    description: 'key: units together; value: amount.',
  },
  bundle_quantity_flat_price: {
    title: 'Several for a price',
    subtitle: 'A number of units together costs a fixed price',
    example: 'SCARF3: any 3 scarves for ₹3,999',
    description: 'key: units together; value: what they cost.',
  },
};

const formOf = (entityType: OfferForm['entity_type'], slug: string, words: Words): OfferForm => ({
  entity_type: entityType,
  entity_slug: slug,
  type: entityType === 'promotion' ? slug : (slug.split('_')[0] ?? ''),
  title: words.title,
  subtitle: words.subtitle,
  example: words.example,
  description: words.description,
  is_hidden: words.isHidden ?? false,
});

export const offerForms: readonly OfferForm[] = [
  ...Object.entries(promotions).map(([slug, words]) => formOf('promotion', slug, words)),
  ...Object.entries(coupons).map(([slug, words]) => formOf('coupon', slug, words)),
];
