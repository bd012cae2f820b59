/** What the choices of a field are called in forms, by the field; under no word, what it means to choose none. */
type Words = Readonly<Record<string, string>>;
const merging: Words = {
  sum: 'Adds its units to the customer’s',
  max: 'Leaves the larger number of each',
  keep: 'Leaves the customer’s units',
  replace: 'Brings its own units',
  leave: 'Is let go',
  if_empty: 'Counts if the customer’s is empty',
  keep_guest: 'Takes the place of the customer’s',
};
const treated: Words = { keep: 'Is kept', hash: 'Is replaced by a code', drop: 'Is left out' };
const made: Words = { emitter: 'Are made by the page', server: 'Are made by this service' };
const picked: Words = { cheapest: 'The cheapest', dearest: 'The dearest' };

export const choices: Readonly<Record<string, Words>> = {
  language: { en: 'English', hi: 'हिन्दी', de: 'Deutsch' },
  'product.type': { product: 'Product', set: 'Set', bundle: 'Bundle' },
  'rates.by': { value: 'Price of the goods', weight: 'Weight', chargeable_weight: 'Weight by size', quantity: 'Units' },
  charged: { cart: 'Once for an order', shipment: 'For each parcel' },
  journey: { '': 'Any', standard: 'Standard', priority: 'Priority', rush: 'Rush' },
  application_id: { '': 'Every shop of the company' },
  purpose: { discount: 'Discounts of offers', tax: 'Taxes of articles', shipping: 'Charges of delivery' },
  runs: { call: 'At an address of yours', module: 'Here, from a file' },
  fallback: {
    none: 'Go on without it',
    last: 'Use the last answer for a while',
    refuse: 'Go on without it, but take no order',
  },
  'customer_token.kind': { jwks: 'Keys at an address', pem: 'A public key', secret: 'A shared secret' },
  request_signature: { off: 'Are taken', report: 'Are taken and counted', require: 'Are refused' },
  tax_rounding: { unit: 'For each unit', line: 'For each line', cart: 'Over the whole cart' },
  'policy.rounding': { half_up: 'Up', half_even: 'To the even one', half_down: 'Down' },
  'policy.remainder': {
    largest: 'The largest fraction',
    first: 'The first line',
    last: 'The last line',
    round_then_first: 'The first line, after rounding each',
  },
  allocation_weights: { net: 'Prices as they are', gross: 'Prices with added tax' },
  percent_scope: { line: 'The whole line', unit: 'Each unit' },
  stacking: {
    sequential: 'Act one after another',
    best_per_line: 'Leave each line its best one',
    best_order: 'Act in the cheapest order',
    best_offer: 'Act in the cheapest combination',
  },
  threshold_basis: { before_discounts: 'Before offers', after_discounts: 'After offers' },
  reward_pick: picked,
  set_pick: picked,
  merge_strategy: merging,
  explicit_merge_strategy: merging,
  merge_currency: { any: 'Are merged', same: 'Are refused' },
  of: { sum: 'Both together', higher: 'The higher of the two', lower: 'The lower of the two' },
  'tiers.of': { spent: 'Money spent', points: 'Points earned' },
  mode: { nearest: 'To the nearest', up: 'Up', down: 'Down' },
  'events.mode': { live: 'Are taken where possible', strict: 'Are refused' },
  price_basis: { gross: 'The price with tax', net: 'The price without tax' },
  oss: {
    destination: 'The rate of their country',
    origin: 'The rate of the store’s country',
    counted: 'The store’s, until the threshold',
  },
  unanswered: { consumer: 'The customer is a consumer', form: 'The number counts as it is' },
  emi_type: { standard: 'The customer pays it', no_cost: 'The shop pays it', low_cost: 'The shop pays a part' },
  ordering_store_said_by: { staff: 'Staff alone', anyone: 'Anybody, also shoppers' },
  'article_assignment.strategy': { optimal: 'Best to deliver', 'low-price': 'Cheapest' },
  'article_assignment.level': {
    'multi-companies': 'All sellers',
    'multi-company': 'All sellers of the company',
    'single-company': 'The line’s seller',
    store: 'The line’s store',
  },
  order_type: { HomeDelivery: 'Brought to the shopper', PickAtStore: 'Picked up at a store' },
  cart_by_id: { full: 'All of it', goods: 'Its goods and prices', none: 'Nothing' },
  customer_cancels: { never: 'Never', awaiting_payment: 'Until it is paid', placed: 'Until it is shipped' },
  earned_when: { paid: 'Once it is paid', delivered: 'Once it is delivered' },
  refund_offers: { reprice: 'Count for what stays alone', keep: 'Stay with each unit' },
  refund_first: { payment: 'The payment', balances: 'Points and credit' },
  cart_events: made,
  order_events: made,
  wishlist_events: made,
  page_orders: { apart: 'Stand apart in reports', count: 'Count with the others' },
  consent: { required: 'Is needed for personal data', not_required: 'Is not needed' },
  personal_direct: treated,
  personal_quasi: treated,
};

/** The choice that counts where none was made, where the contract says it in other words. */
export const usualChoices: Readonly<Record<string, string>> = {
  'rates.by': 'value',
  charged: 'cart',
  of: 'sum',
  fallback: 'none',
};
