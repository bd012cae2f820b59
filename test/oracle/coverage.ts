/** Which features a cart exercised, as far as its answer shows it, and which must all be seen. */
import type { PricedCart } from '../../src/pricing/priced-types.ts';
import type { ShippingPart } from '../../src/pricing/shipping-types.ts';
import { kinds } from './arb-terms.ts';
import { heldSeen, shopSeen } from './coverage-shop.ts';
import type { Case, Definition } from './case.ts';
import { entries, object } from './definition.ts';
import { defaultPolicy } from '../pricing/price-inputs.ts';

const promotionFeatures = (definition: Definition): readonly string[] => {
  const rules = Object.values(object(definition['buy_rules'])).map(object);
  const terms = entries(definition['discount_rules']).map((rule) => object(object(rule)['offer']));
  return [
    `offer ${String(definition['promotion_type'])}`,
    ...(definition['stackable'] === false ? ['mark not stackable'] : []),
    ...(typeof definition['apply_exclusive'] === 'string' ? [`mark exclusive ${definition['apply_exclusive']}`] : []),
    ...(definition['calculate_on'] === 'mrp' || rules.some((rule) => rule['mrp_promo'] === true)
      ? ['MRP promotion']
      : []),
    ...(terms.some((term) => term['item_sequence_number'] !== undefined) ? ['offer n-th unit'] : []),
    ...(definition['stack_group'] === undefined ? [] : ['mark stack group']),
    ...(definition['excludes'] === undefined ? [] : ['mark excludes']),
    ...(terms.some((term) => term['slices'] !== undefined) ? ['offer in slices'] : []),
    ...(terms.some((term) => term['for_every'] !== undefined) ? ['offer for every so much'] : []),
    ...(terms.length > 1 ? ['offer of several rules'] : []),
  ];
};
const couponFeatures = (definition: Definition): readonly string[] => {
  const about = object(definition['rule_definition']);
  const tiers = entries(definition['rule']);
  const own = tiers.length > 0;
  return [
    own ? `coupon ${String(about['type'])} ${String(about['value_type'])}` : `coupon as promotion`,
    ...(tiers.length > 1 ? ['coupon of several tiers'] : []),
    ...(about['calculate_on'] === 'mrp' || definition['calculate_on'] === 'mrp' ? ['MRP coupon'] : []),
    ...(about['is_exact'] === true ? ['coupon for exact quantities'] : []),
    ...(definition['apply_all_discount'] === true ? ['coupon with all discounts'] : []),
    ...(object(definition['action'])['txn_mode'] === 'cashback' ? ['coupon credited later'] : []),
  ];
};
const restrictionNames =
  'platforms anonymous_users user_id user_groups exclude_user_groups user_registered ordering_stores payments uses order_quantity budget shipping_methods'.split(
    ' ',
  );
const restrictionsOf = (definition: Definition): readonly string[] => [
  ...restrictionNames.filter((name) => object(definition['restrictions'])[name] !== undefined),
  ...(definition['_schedule'] === undefined ? [] : ['schedule']),
  ...(object(definition['identifiers'])['email_domain'] === undefined ? [] : ['email_domain']),
];

/** A choice counts where it could have mattered. */
const mattered = (given: Case, { adjustments, lines }: PricedCart): Readonly<Record<string, boolean>> => {
  const ofGoods = adjustments.filter(({ stage }) => ['promotion', 'coupon'].includes(stage));
  const kindsApplied = (test: (kind: string) => boolean): boolean =>
    given.promotions.some(
      (each) => test(String(each['promotion_type'])) && ofGoods.some(({ source }) => source.id === each['_id']),
    );
  const shared = ofGoods.some(({ shares }) => shares.length > 1);
  return {
    prices_include_tax: lines.some(({ tax }) => tax.tax > 0),
    tax_rounding: lines.some(({ tax }) => tax.tax > 0),
    rounding: lines.length > 0,
    remainder: shared,
    allocation_weights: shared,
    percent_scope: kindsApplied((kind) => kind === 'percentage'),
    stacking: ofGoods.length > 0,
    threshold_basis: ofGoods.length > 1,
    reward_pick: kindsApplied((kind) => kind === 'bogo'),
    set_pick: kindsApplied((kind) => kind === 'fixed_price'),
    partial_rewards: kindsApplied((kind) => kind === 'bogo'),
  };
};

const offersSeen = (given: Case, { applied, coupon, coupons = {} }: PricedCart): readonly string[] => {
  const told = (definition: Definition, did: boolean): readonly string[] =>
    restrictionsOf(definition).map((name) => `restriction ${name} ${did ? 'let' : 'kept out'}`);
  const ofPromotions = given.promotions.flatMap((definition) => {
    const did = applied.includes(String(definition['_id']));
    return [...(did ? promotionFeatures(definition) : []), ...told(definition, did)];
  });
  const did = coupon?.applied === true;
  const acting = Object.values(coupons).filter((each) => each.applied).length;
  const ofCoupon =
    given.coupon === null ? [] : [...(did ? couponFeatures(given.coupon) : []), ...told(given.coupon, did)];
  return [...ofPromotions, ...ofCoupon, ...(acting > 1 ? ['several coupons'] : [])];
};
const adjustmentsSeen = (given: Case, { adjustments, charges }: PricedCart): readonly string[] => [
  ...adjustments.flatMap(({ source, stage, id, cap, amount }) => {
    const made = given.adjustments.find((each) => id === `adjustment:${each.id}`);
    const onArticles = made?.articleLevel === true && made.articles.length > 0 ? ' on articles' : '';
    return [
      ...(stage === 'adjustment' && made !== undefined
        ? [`adjustment discount ${made.distribution}${onArticles}`]
        : []),
      ...(stage === 'unit_price' && source.kind === 'adjustment' ? ['adjustment selling_price'] : []),
      ...(cap !== null && cap === amount ? ['cap that bites'] : []),
    ];
  }),
  ...charges.flatMap(({ type, adjustmentId }) =>
    adjustmentId === null ? [] : [type === 'delivery' ? 'adjustment delivery_charge' : 'adjustment charge'],
  ),
];
const partSeen = ({ by, steps, freeFrom, preset, stores }: ShippingPart): readonly string[] => [
  `shipping by ${by}`,
  ...(steps > 0 ? ['shipping in steps'] : []),
  ...(freeFrom !== null && preset === 0 ? ['shipping for free'] : []),
  ...(stores.length > 1 ? ['shipping together'] : []),
];
const moneySeen = (
  { emi: plan }: Case,
  { charges, parcels, tender, emi, emiDropped, cashback }: PricedCart,
): readonly string[] => [
  ...charges.map(({ type }) => `charge ${type}`),
  ...charges.flatMap(({ basis }) => (basis.kind === 'shipping' ? basis.parts : [])).flatMap(partSeen),
  ...(parcels?.some(({ method }) => method === null) === true ? ['shipping by nobody'] : []),
  ...tender.map(({ kind }) => `tender ${kind}`),
  ...(tender.filter(({ kind }) => kind === 'gift_card').length > 1 ? ['tender several gift cards'] : []),
  ...(emi === null ? [] : [`emi ${plan?.type}`]),
  ...(emiDropped ? ['emi dropped'] : []),
  ...(cashback.length > 0 ? ['cashback'] : []),
];
const lineSeen = (given: Case, { article, tax, asked, dealMissed }: PricedCart['lines'][number]): readonly string[] => {
  const { prices_include_tax: inside, tax_rounding: level, rounding } = given.policy;
  const abroad = given.currency !== given.home;
  const own = article.prices[given.currency] === undefined ? 'price converted' : 'price of its own';
  return [
    ...(abroad ? [own] : []),
    ...(asked.priceList === undefined ? [] : [abroad ? 'price list abroad' : 'price list']),
    ...(dealMissed ? ['deal missed'] : []),
    ...tax.parts.map(({ name }) => `tax ${name}`),
    ...(article.pricedAtRate === undefined || !inside ? [] : ['tax priced elsewhere']),
    ...(tax.tax > 0 && tax.parts.length === 0 ? ['tax not split'] : []),
    ...(tax.tax > 0 ? [`tax ${inside ? 'inside' : 'outside'} by ${level}, ${rounding}`] : []),
  ];
};

export const featuresOf = (given: Case, priced: PricedCart): readonly string[] => {
  const matters = mattered(given, priced);
  const choices = Object.entries(given.policy).filter(([name]) => matters[name] === true);
  const own = priced.lines.filter(({ gift }) => gift === null);
  const found = [
    ...offersSeen(given, priced),
    ...choices.map(([name, value]) => `policy ${name} ${value}`),
    ...adjustmentsSeen(given, priced),
    ...moneySeen(given, priced),
    `currency ${given.currency}`,
    ...own.flatMap((line) => lineSeen(given, line)),
    ...priced.setAside.map(({ reason }) => `set aside ${reason}`),
    ...(new Set(own.map(({ article }) => article.uid)).size < own.length ? ['an article in several lines'] : []),
  ];
  return [...new Set([...found, ...shopSeen(given, priced), ...heldSeen(given, priced)])];
};

const policyValues: Readonly<Record<string, readonly string[]>> = {
  prices_include_tax: ['true', 'false'],
  tax_rounding: ['line', 'unit', 'cart'],
  rounding: ['half_up', 'half_even', 'half_down'],
  remainder: ['largest', 'first', 'last', 'round_then_first'],
  allocation_weights: ['net', 'gross'],
  percent_scope: ['line', 'unit'],
  stacking: ['sequential', 'best_per_line', 'best_order', 'best_offer'],
  threshold_basis: ['after_discounts', 'before_discounts'],
  reward_pick: ['cheapest', 'dearest'],
  set_pick: ['cheapest', 'dearest'],
  partial_rewards: ['true', 'false'],
};
/** A run that never saw one of these has proved less than it says. */
export const required: readonly string[] = [
  ...kinds.map((kind) => `offer ${kind}`),
  'offer n-th unit',
  'offer in slices',
  'offer for every so much',
  'offer of several rules',
  'MRP promotion',
  'mark not stackable',
  'mark exclusive article',
  'mark stack group',
  'mark excludes',
  'mark exclusive cart',
  ...[
    'percentage percentage',
    'absolute absolute',
    'bogo quantity',
    'bogo percentage',
    'bundle flat_price',
    'bundle percentage',
  ].map((kind) => `coupon ${kind}`),
  'coupon as promotion',
  'coupon of several tiers',
  'coupon for exact quantities',
  'coupon with all discounts',
  'coupon credited later',
  'MRP coupon',
  ...[...restrictionNames, 'schedule', 'email_domain'].flatMap((name) => [
    `restriction ${name} let`,
    `restriction ${name} kept out`,
  ]),
  ...Object.keys(defaultPolicy).flatMap((name) => (policyValues[name] ?? []).map((value) => `policy ${name} ${value}`)),
  ...['inside', 'outside'].flatMap((side) =>
    ['line', 'unit', 'cart'].flatMap((level) =>
      ['half_up', 'half_even', 'half_down'].map((mode) => `tax ${side} by ${level}, ${mode}`),
    ),
  ),
  ...['cgst', 'sgst', 'igst', 'not split', 'VAT', 'County', 'District', 'priced elsewhere'].map(
    (name) => `tax ${name}`,
  ),
  ...['delivery', 'cod', 'convenience', 'gift', 'emi', 'adjustment', 'rounding'].map((type) => `charge ${type}`),
  ...['apportion', 'weighted', 'equal', 'apportion on articles'].map((how) => `adjustment discount ${how}`),
  ...['selling_price', 'delivery_charge', 'charge'].map((type) => `adjustment ${type}`),
  ...['value', 'weight', 'chargeable_weight', 'quantity', 'nobody'].map((by) => `shipping by ${by}`),
  ...['in steps', 'for free', 'together'].map((how) => `shipping ${how}`),
  ...['loyalty', 'store_credit', 'gift_card', 'mop', 'several gift cards'].map((kind) => `tender ${kind}`),
  ...['standard', 'no_cost', 'low_cost', 'dropped'].map((type) => `emi ${type}`),
  ...['INR', 'USD', 'JPY', 'KWD'].map((code) => `currency ${code}`),
  'price converted',
  'price of its own',
  'price list',
  'price list abroad',
  'deal missed',
  'several coupons',
  'cashback',
  'cap that bites',
  'an article in several lines',
  ...['segment', 'first-order', 'tier'].flatMap((group) => [`${group} let`, `${group} kept out`]),
  ...['excluded', 'exclusive', 'closed'].map((how) => `door ${how}`),
  ...['taxes', 'taxes without use', 'charges'].map((what) => `rule of ${what}`),
  ...['checked', 'invalid', 'unchecked'].map((state) => `vat ${state}`),
  'tax of a charge shared',
  'coupon free shipping',
  ...['counted origin', 'counted destination', 'origin origin', 'destination destination'].map((how) => `oss ${how}`),
  ...['exempt', 'reverse_charge', 'by table'].map((how) => `tax ${how}`),
  'price scheduled',
  'floor that holds',
  'offer not on sale',
  'coupon referral',
  'points multiplied',
];
export const unseen = (counts: ReadonlyMap<string, number>): readonly string[] =>
  required.filter((feature) => (counts.get(feature) ?? 0) === 0);
