/** A coupon that takes ten percent off, at most 500, from so much on. */
export const tenPercent = (code: string, min = 0, more: object = {}) => ({
  code,
  type_slug: 'percentage_amount_percentage',
  display_meta: { title: code },
  rule_definition: { type: 'percentage', value_type: 'percentage', applicable_on: 'amount', calculate_on: 'esp' },
  rule: [{ key: 1, min, value: 10, max: 500 }],
  ...more,
});
