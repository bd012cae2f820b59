/** Names of members for people, where the words of the interface do not say it themselves. Pure. */
const names: ReadonlyMap<string, string> = new Map([
  ['uid', 'Number'],
  ['slug', 'Name in addresses'],
  ['item_code', 'Item code'],
  ['is_active', 'Active'],
  ['is_set', 'Sold as a set'],
  ['category_hierarchy', 'Categories'],
  ['l1', 'Category'],
  ['l2', 'Below it'],
  ['l3', 'Below that'],
  ['children', 'Parts of a set or bundle'],
  ['item_id', 'Product number'],
  ['auto_add', 'A line of its own'],
  ['url', 'Address'],
  ['alt', 'What it shows'],
  ['ean', 'EAN'],
  ['value', 'Value'],
  ['display', 'Shown as'],
  ['teaser_tag', 'Mark on the picture'],
  ['_custom_json', 'Own data'],
  ['meta', 'Own data'],
  ['gstin', 'GSTIN'],
  ['hsn_code', 'HSN code'],
  ['gst_rate', 'GST, per cent'],
  ['moq', 'Units in one order'],
  ['minimum', 'At least'],
  ['maximum', 'At most'],
  ['increment_unit', 'In steps of'],
  ['custom_order', 'Made to order'],
  ['is_custom_order', 'Is made to order'],
  ['is_gift_visible', 'Can be wrapped as a gift'],
  ['gift_price', 'Price of the wrapping'],
  ['floor_price', 'Lowest price'],
  ['marked', 'Marked price'],
  ['effective', 'Price'],
  ['currency_code', 'Currency'],
  ['area_code', 'Postal code'],
  ['area', 'Place'],
  ['pickup', 'Pick-up'],
  ['processing_minutes', 'Work on an order, minutes'],
  ['handover_minutes', 'Until the carrier has it, minutes'],
  ['exceptions', 'Days that differ'],
  ['storefront_url', 'Address of its pages'],
  ['currencies', 'Further currencies'],
  ['translations', 'Your words in other languages'],
  ['en', 'English'],
  ['hi', 'Hindi'],
  ['de', 'German'],
  ['customer_token', 'Sign-in of customers'],
  ['jwks_url', 'Address of the keys'],
  ['public_key_pem', 'Public key'],
  ['profile_from_claims', 'Keep what tokens say as the profile'],
  ['request_signature', 'Signatures of requests'],
  ['cod', 'Paying on delivery'],
  ['bp', 'Share, per cent'],
  ['of', 'Of the two'],
  ['flat', 'Fixed amount'],
  ['min', 'At least'],
  ['max', 'At most'],
  ['charge_gst_bp', 'Tax on charges, per cent'],
  ['emi_plans', 'Instalments'],
  ['emi_type', 'Kind'],
  ['interest_bp', 'Interest, per cent'],
  ['absorbed_bp', 'Absorbed interest, per cent'],
  ['fee_gst_bp', 'Tax on the fee, per cent'],
  ['cap_bp', 'At most, per cent'],
  ['loyalty', 'Points'],
  ['oss', 'Sales to other countries of the EU'],
  ['eta_limit', 'Promises in minutes up to'],
  ['rate_max_age_hours', 'A cart keeps its exchange rate, hours'],
  ['ordering_store_said_by', 'Who says which store takes an order'],
  ['group_tags_in_offers', 'Tags that callers send count for offers'],
  ['cart_by_id', 'What the id of a guest’s cart opens'],
  ['delivery_hint_ttl', 'How long estimates may be kept'],
  ['personal_direct', 'Data that names people'],
  ['personal_quasi', 'Data that tells people apart'],
  ['mode', 'Way'],
  ['time_ms', 'Time it has, milliseconds'],
  ['keep_seconds', 'An answer counts for, seconds'],
  ['last_minutes', 'The last answer stands in for, minutes'],
  ['fallback', 'When no answer comes'],
  ['oss_threshold', 'Threshold of the One Stop Shop, a year'],
  ['vat_check', 'Service that knows VAT numbers'],
]);

const sentence = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
/** `cart.tax.price_basis` is asked for as “Price basis”. */
export const labelOf = (path: string): string => {
  const name = path.slice(path.lastIndexOf('.') + 1);
  return names.get(name) ?? sentence(name.replaceAll('_', ' ').trim());
};

/** The interface counts shares in hundredths of a per cent; people write per cent. */
export const isHundredths = (path: string): boolean => /(^|[._])bp$/.test(path);

const singles: ReadonlyMap<string, string> = new Map([
  ['category_hierarchy', 'Category'],
  ['children', 'Part'],
  ['hours', 'Opening'],
  ['exceptions', 'Day'],
  ['currencies', 'Currency'],
  ['emi_plans', 'Instalment plan'],
]);
/** What one entry of a list is called: `sizes` has a “Size”. */
export const oneOf = (path: string): string => {
  const name = path.slice(path.lastIndexOf('.') + 1);
  return singles.get(name) ?? labelOf(path).replace(/ies$/, 'y').replace(/s$/, '');
};
