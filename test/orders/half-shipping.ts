/** A promotion that takes half of the delivery charge off. */
export const halfShipping = {
  promotion_type: 'shipping_price',
  discount_rules: [
    {
      buy_condition: '( rule#1 )',
      discount_type: 'shipping_price',
      item_criteria: {},
      offer: { discount_percentage: 50 },
    },
  ],
};
