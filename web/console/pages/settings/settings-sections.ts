/** Which settings are asked for together. Pure. */
import { memberOf, type Schema } from '../../forms/schema-rules.ts';

export type Section = {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly paths: readonly string[];
};

const sections: readonly Section[] = [
  {
    id: 'shop',
    title: 'Shop',
    about: 'What it is called, where its pages are, on whose clock its days begin, and in which language it speaks.',
    paths: ['name', 'storefront_url', 'time_zone', 'country', 'language', 'origins'],
  },
  {
    id: 'words',
    title: 'Words in other languages',
    about: 'What categories, marks, sizes, offers and shipping methods are called for readers of other languages.',
    paths: ['translations'],
  },
  {
    id: 'currencies',
    title: 'Currencies',
    about: 'What prices are in, and what shoppers may ask for besides.',
    paths: ['currency', 'currencies', 'cart.rate_max_age_hours', 'cart.cash_rounding'],
  },
  {
    id: 'payments',
    title: 'Payments and their fees',
    about: 'How shoppers may pay, and what each way costs them.',
    paths: [
      'cart.default_payment_mode',
      'cart.payment_modes',
      'cart.cod',
      'cart.convenience_fees',
      'cart.emi_plans',
      'orders.payment_minutes',
    ],
  },
  {
    id: 'tax',
    title: 'Tax',
    about: 'How tax is found and rounded. The rates by destination have a page of their own.',
    paths: ['policy.prices_include_tax', 'policy.tax_rounding', 'cart.charge_gst_bp', 'cart.tax'],
  },
  {
    id: 'points',
    title: 'Points and price lists',
    about: 'What points are worth, and who may have the prices of a list.',
    paths: [
      'cart.loyalty',
      'orders.earned_when',
      'cart.price_lists',
      'cart.ordering_store_said_by',
      'cart.group_tags_in_offers',
    ],
  },
  {
    id: 'delivery',
    title: 'Delivery',
    about: 'How goods reach shoppers, and which article of which store a line gets.',
    paths: ['cart.fulfillment_modes', 'cart.article_assignment', 'cart.eta_limit', 'cart.delivery_hint_ttl'],
  },
  {
    id: 'returns',
    title: 'Cancelling, returns and invoices',
    about: 'What customers may do themselves, what goes back to them, and what invoices say of the seller.',
    paths: [
      'orders.customer_cancels',
      'orders.return_days',
      'orders.refund_offers',
      'orders.refund_first',
      'orders.invoice_name',
      'orders.invoice_gstin',
      'orders.invoice_address',
      'orders.invoice_year_month',
    ],
  },
  {
    id: 'privacy',
    title: 'Privacy and keeping',
    about: 'What is kept of people and carts, and for how long.',
    paths: [
      'events.consent',
      'events.personal_direct',
      'events.personal_quasi',
      'events.kept_days',
      'events.refused_kept_days',
      'cart.retention',
      'cart.cart_by_id',
      'profile_from_claims',
    ],
  },
  {
    id: 'sign-in',
    title: 'Sign-in and signatures',
    about: 'How customers prove who they are, and what requests must bear. Their secrets stand below.',
    paths: ['customer_token', 'request_signature', 'requests_per_minute'],
  },
];

/** The rest of each object has a section of its own, so that a new setting has a field as soon as it is in the contract. */
const rests: readonly Omit<Section, 'paths'>[] = [
  {
    id: 'policy',
    title: 'Pricing',
    about: 'How offers act together, how amounts are rounded, and what becomes of a guest’s cart.',
  },
  { id: 'cart', title: 'Carts', about: 'How many coupons a cart takes, and how its prices are shown.' },
  { id: 'orders', title: 'Orders', about: 'What else can be chosen for orders.' },
  { id: 'events', title: 'Events', about: 'Who makes events, and who may send them.' },
  { id: 'quotas', title: 'Limits', about: 'How much one shopper, or one network address, may take up.' },
];
const objects = new Set(rests.map(({ id }) => id));

export const sectionsOf = (schema: Schema): readonly Section[] => {
  const named = new Set(sections.flatMap(({ paths }) => paths));
  const rest = (id: string): readonly string[] =>
    Object.keys(memberOf(schema, id)?.properties ?? {})
      .map((name) => `${id}.${name}`)
      .filter((path) => !named.has(path));
  const others = Object.keys(schema.properties ?? {}).filter((name) => !objects.has(name) && !named.has(name));
  return [
    ...sections,
    ...rests.map((section) => ({ ...section, paths: rest(section.id) })),
    { id: 'more', title: 'More', about: 'Segments: customers by how they stand with the shop.', paths: others },
  ].filter(({ paths }) => paths.length > 0);
};

/** The schema of these places side by side, each under its path. */
export const schemaOf = (schema: Schema, paths: readonly string[]): Schema => {
  const placed = paths.flatMap((path) => {
    const [first = '', second] = path.split('.');
    const within = second === undefined ? schema : (memberOf(schema, first) ?? {});
    const name = second ?? first;
    const found = memberOf(within, name);
    const isRequired = (within.required ?? []).includes(name);
    return found === undefined ? [] : [{ path, found, isRequired }];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(placed.map(({ path, found }) => [path, found])),
    required: placed.filter(({ isRequired }) => isRequired).map(({ path }) => path),
  };
};
