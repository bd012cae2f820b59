/** Cart configurations: what is left out, what is wrong, and the delivery charges as pricing reads them. Pure. */
import type { ConfigurationBody } from '../../contract/offers/offer-configuration-contract.ts';
import type { ChargeTable } from '../../pricing/pricing-types.ts';
import { amountProblems } from '../../shared/amount-rules.ts';
import type { FieldProblem } from '../../shared/errors.ts';
import { toMinor } from '../../shared/money.ts';
import { normalForm } from '../../shared/texts/normal-form.ts';

export const universalSlug = 'universal';

type Charges = { readonly enabled: boolean; readonly charges: readonly { threshold: number; charges: number }[] };
/** A configuration with everything said. Amounts are in the application's currency, as written. */
export type CartConfiguration = {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly is_universal: boolean;
  readonly is_active: boolean;
  readonly enabled: boolean;
  readonly hide_on_storefront: boolean;
  /** Articles with one of these tags go into this cart. */
  readonly article_tags: readonly string[];
  /** 0: no bound. */
  readonly min_cart_value: number;
  readonly max_cart_value: number;
  readonly max_cart_items: number;
  readonly bulk_coupons: boolean;
  readonly revenue_engine_coupon: boolean;
  readonly allow_coupon_with_rewards: boolean;
  readonly gift_display_text: string;
  readonly gift_pricing: number;
  readonly gst_input: boolean;
  readonly staff_selection: boolean;
  readonly placing_for_customer: boolean;
  readonly empty_cart: boolean;
  readonly order_placing: { readonly enabled: boolean; readonly message: string };
  readonly pan_card: {
    readonly enabled: boolean;
    readonly cod_threshold_amount: number;
    readonly online_threshold_amount: number;
  };
  readonly delivery_charges: Charges;
  readonly international_delivery_charges: Charges;
};

/** A custom cart that is switched off is like any other cart. */
export const isInUse = ({ is_active, enabled }: Pick<CartConfiguration, 'is_active' | 'enabled'>): boolean =>
  is_active && enabled;

const noCharges: Charges = { enabled: false, charges: [] };
const defaults: Omit<CartConfiguration, 'id'> = {
  name: 'Universal cart',
  slug: universalSlug,
  is_universal: true,
  is_active: true,
  enabled: true,
  hide_on_storefront: false,
  article_tags: [],
  min_cart_value: 0,
  max_cart_value: 0,
  max_cart_items: 0,
  bulk_coupons: true,
  revenue_engine_coupon: false,
  allow_coupon_with_rewards: true,
  gift_display_text: '',
  gift_pricing: 0,
  gst_input: true,
  staff_selection: false,
  placing_for_customer: false,
  empty_cart: false,
  order_placing: { enabled: true, message: '' },
  pan_card: { enabled: false, cod_threshold_amount: 0, online_threshold_amount: 0 },
  delivery_charges: noCharges,
  international_delivery_charges: noCharges,
};

export const completeConfiguration = (id: string, given: ConfigurationBody): CartConfiguration => ({
  ...defaults,
  ...(given as Partial<CartConfiguration>),
  id,
  name: given.name ?? (given.is_universal === false ? '' : defaults.name),
  order_placing: { ...defaults.order_placing, ...given.order_placing },
  pan_card: { ...defaults.pan_card, ...given.pan_card },
  delivery_charges: completeCharges(given.delivery_charges),
  international_delivery_charges: completeCharges(given.international_delivery_charges),
});
const completeCharges = (given: ConfigurationBody['delivery_charges']): Charges => ({
  enabled: given?.enabled ?? false,
  charges: (given?.charges ?? []).map((entry) => ({
    ...entry,
    threshold: entry.threshold ?? 0,
    charges: entry.charges ?? 0,
  })),
});

/** `Fresh & daily` → `fresh-daily`. */
export const slugOf = (name: string): string =>
  normalForm(name, 'NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64);

const below = (field: string, value: number, least = 0): readonly FieldProblem[] =>
  value < least ? [{ field, message: `It cannot be below ${least === 0 ? 'zero' : least}.` }] : [];

const chargesProblems = (field: string, { charges }: Charges): readonly FieldProblem[] => {
  const thresholds = charges.map(({ threshold }) => threshold);
  return charges.flatMap(({ threshold, charges: charge }, at) => [
    ...below(`${field}.charges[${at}].charges`, charge),
    ...below(`${field}.charges[${at}].threshold`, threshold, -1),
    ...(thresholds.indexOf(threshold) < at
      ? [{ field: `${field}.charges[${at}].threshold`, message: 'This threshold is listed twice.' }]
      : []),
  ]);
};

const kindProblems = ({ is_universal, slug, name, article_tags }: CartConfiguration): readonly FieldProblem[] => {
  if (is_universal) {
    return slug === universalSlug
      ? []
      : [{ field: 'slug', message: `The universal cart has the slug ${universalSlug}.` }];
  }
  return [
    ...(name.trim() === '' ? [{ field: 'name', message: 'Give the cart a name.' }] : []),
    ...(/^[a-z0-9][a-z0-9-]{0,63}$/.test(slug) && slug !== universalSlug
      ? []
      : [{ field: 'slug', message: `Use a-z, 0-9 and hyphens, and not ${universalSlug}.` }]),
    ...(article_tags.length > 0
      ? []
      : [{ field: 'article_tags', message: 'Name the tags of the articles that go into this cart.' }]),
  ];
};

const wholeProblems = (configuration: CartConfiguration, exponent: number): readonly FieldProblem[] => {
  const { pan_card: pan } = configuration;
  const tables = ['delivery_charges', 'international_delivery_charges'] as const;
  return [
    ...(['min_cart_value', 'max_cart_value', 'gift_pricing'] as const).flatMap((field) =>
      amountProblems(field, configuration[field], exponent),
    ),
    ...amountProblems('pan_card.cod_threshold_amount', pan.cod_threshold_amount, exponent),
    ...amountProblems('pan_card.online_threshold_amount', pan.online_threshold_amount, exponent),
    ...tables.flatMap((field) =>
      configuration[field].charges.flatMap(({ threshold, charges: charge }, at) => [
        ...amountProblems(`${field}.charges[${at}].threshold`, threshold, exponent),
        ...amountProblems(`${field}.charges[${at}].charges`, charge, exponent),
      ]),
    ),
  ];
};

/** `exponent`: decimals of the application's currency. */
export const configurationProblems = (configuration: CartConfiguration, exponent: number): readonly FieldProblem[] => {
  const { min_cart_value: least, max_cart_value: most, pan_card: pan } = configuration;
  return [
    ...wholeProblems(configuration, exponent),
    ...kindProblems(configuration),
    ...below('min_cart_value', least),
    ...below('max_cart_value', most),
    ...below('max_cart_items', configuration.max_cart_items),
    ...below('gift_pricing', configuration.gift_pricing),
    ...below('pan_card.cod_threshold_amount', pan.cod_threshold_amount),
    ...below('pan_card.online_threshold_amount', pan.online_threshold_amount),
    ...(most > 0 && least > most
      ? [{ field: 'min_cart_value', message: 'No cart can be placed: it is more than max_cart_value.' }]
      : []),
    ...chargesProblems('delivery_charges', configuration.delivery_charges),
    ...chargesProblems('international_delivery_charges', configuration.international_delivery_charges),
  ];
};

/** A shop that says nothing of places abroad charges there as at home: nobody has it for nothing by naming another country. */
export const deliveryCharges = (
  { delivery_charges: home, international_delivery_charges: elsewhere }: CartConfiguration,
  abroad: boolean,
): Charges => (abroad && elsewhere.enabled ? elsewhere : home);

/** The table of delivery charges in minor units; empty when there are none. */
export const deliveryTable = (configuration: CartConfiguration, abroad: boolean, exponent: number): ChargeTable => {
  const { enabled, charges } = deliveryCharges(configuration, abroad);
  if (!enabled) return [];
  return charges.map(({ threshold, charges: charge }) => ({
    threshold: toMinor(threshold, exponent) ?? 0,
    charge: toMinor(charge, exponent) ?? 0,
  }));
};
