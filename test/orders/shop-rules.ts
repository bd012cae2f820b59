/** What the shops of laws about orders have in common: how a promotion gives, and what delivery costs. */

/** The only discount rule of a promotion with the buy rule rule#1. */
export const rule = (discount_type: string, item_criteria: object, offer: object) => [
  { buy_condition: '( rule#1 )', discount_type, item_criteria, offer },
];

/** So much, and nothing for carts above the threshold. */
export const deliveryCosts = (charge: number, freeAbove: number) => ({
  delivery_charges: {
    enabled: true,
    charges: [
      { threshold: -1, charges: charge },
      { threshold: freeAbove, charges: 0 },
    ],
  },
});
