/** Every way a request can be refused. The key is the `error_code` on the wire; a new way to fail starts with a row here. */
const refusals = {
  body_invalid: { status: 400, message: 'The request cannot be read. See details for what to change.' },
  row_invalid: { status: 400, message: 'This row of the feed cannot be taken. See field and message.' },
  row_repeated: { status: 400, message: 'This key came before in the same feed.' },
  row_too_large: { status: 400, message: 'This row of the feed is too large.' },
  currency_unknown: { status: 400, message: 'This is not a currency of ISO 4217.' },
  rate_missing: { status: 400, message: 'There is no exchange rate for this price.' },
  reference_unknown: { status: 400, message: 'This row names something that is not there.' },
  too_many_eans: { status: 400, message: 'Ask for at most 50 different EANs at once.' },
  cart_type_unknown: { status: 400, message: 'There is no such kind of cart in this shop.' },
  cart_kind_mismatch: { status: 400, message: 'The cart is of another kind than buy_now or cart_type say.' },
  operation_unknown: { status: 400, message: 'The operation is update_item or remove_item.' },
  items_missing: { status: 400, message: 'Send at least one item.' },
  too_many_items: { status: 400, message: 'There are too many items in one call.' },
  share_action_unknown: { status: 400, message: 'A shared cart can be taken by merge or replace.' },
  number_not_found: { status: 404, message: 'No such number is shown: leave out path to see all there are.' },
  cart_empty: { status: 400, message: 'The cart is empty.' },
  merge_source_invalid: { status: 400, message: 'Name carts of your own to be merged.' },
  cart_meta_invalid: { status: 400, message: 'The data cannot be taken. See errors.' },
  gstin_invalid: { status: 400, message: 'Invalid gstin number' },
  vat_id_invalid: { status: 400, message: 'Invalid VAT number' },
  pan_invalid: { status: 400, message: 'Invalid PAN number' },
  order_placing_off: { status: 400, message: 'This shop takes no orders at the moment.' },
  min_cart_value: { status: 400, message: 'The goods are worth less than an order must be.' },
  max_cart_value: { status: 400, message: 'The goods are worth more than an order may be.' },
  cart_full: { status: 400, message: 'There are more lines in the cart than an order may have.' },
  gstin_of_seller: { status: 400, message: 'This GSTIN is of a seller in the cart; use your own.' },
  pan_required: { status: 400, message: 'An order of this value needs your PAN.' },
  item_not_found: { status: 400, message: 'A product in the cart is no longer sold.' },
  size_not_found: { status: 400, message: 'A product in the cart does not come in this size any more.' },
  article_not_found: { status: 400, message: 'Nobody sells a product in the cart now.' },
  article_not_of_cart_type: { status: 400, message: 'A product in the cart does not belong into this kind of cart.' },
  price_missing: { status: 400, message: 'A product in the cart has no price in your currency.' },
  price_too_small: { status: 400, message: 'A product in the cart costs less than the least coin of your currency.' },
  amount_too_large: { status: 400, message: 'An amount in the cart is too large to be counted. Order fewer.' },
  out_of_stock: { status: 400, message: 'A product in the cart is out of stock.' },
  insufficient_stock: { status: 400, message: 'There are not that many of a product in stock.' },
  moq_not_met: { status: 400, message: 'This is less of a product than can be ordered.' },
  moq_exceeded: { status: 400, message: 'This is more of a product than can be ordered.' },
  moq_increment: { status: 400, message: 'This quantity of a product cannot be ordered.' },
  not_deliverable: { status: 400, message: 'A product in the cart is not delivered to this place.' },
  pickup_not_offered: { status: 400, message: 'A product in the cart cannot be picked up.' },
  journey_not_offered: { status: 400, message: 'This kind of delivery is not offered for a product in the cart.' },
  shipping_unavailable: {
    status: 400,
    message: 'Nothing brings some of these goods to this place. Choose another address.',
  },
  coupon_used_up: { status: 400, message: 'The coupon has no use left. Take it off to go on.' },
  referral_own_code: {
    status: 400,
    message: 'This code is for others: its owner has your phone number or e-mail address. Take it off to go on.',
  },
  offer_used_up: { status: 400, message: 'An offer was used up a moment ago. Look at the new price and order again.' },
  order_line_not_found: { status: 400, message: 'The order has no such line. Name lines by their identifier.' },
  address_missing: { status: 400, message: 'Say where the order goes: address_id or delivery_address.' },
  address_invalid: {
    status: 400,
    message: 'The address names no country there is, or contradicts itself or what the shop knows of its area code.',
  },
  address_unknown: { status: 400, message: 'No address found with that address id.' },
  payment_mode_unknown: {
    status: 400,
    message: 'This shop does not take this payment mode. payment/options lists those it takes.',
  },
  payment_mode_missing: { status: 400, message: 'Say how the order is paid: payment_mode.' },
  payment_methods_unsupported: { status: 400, message: 'An order is paid by one payment method beside balances.' },
  cod_not_available: { status: 400, message: 'This order cannot be paid on delivery. Choose another way to pay.' },
  emi_not_offered: { status: 400, message: 'This EMI plan is not offered for this total. Choose another way to pay.' },
  emi_plan_unknown: { status: 400, message: 'There is no such EMI plan. payment/options lists the ones there are.' },
  record_not_found: { status: 404, message: 'This company has no such record.' },
  picture_not_found: { status: 404, message: 'This company has no such picture.' },
  import_not_found: { status: 404, message: 'This company has no such import.' },
  simulation_not_found: { status: 404, message: 'This application has no such simulation.' },
  product_not_found: { status: 404, message: 'No such product in this shop.' },
  page_invalid: { status: 400, message: 'page_no starts at 1 and page_size is from 1 to 100.' },
  idempotency_key_invalid: { status: 400, message: 'Idempotency-Key must be 16 to 255 visible ASCII characters.' },
  idempotency_key_missing: { status: 400, message: 'Send an Idempotency-Key, so that a repeat cannot count twice.' },
  dry_run_unsupported: { status: 400, message: 'This cannot be tried: nothing was done. Leave Prefer: dry-run out.' },
  collection_type_unknown: { status: 400, message: 'A wishlist holds products.' },
  token_invalid: { status: 401, message: 'Send a valid credential in the Authorization header.' },
  client_credentials_invalid: {
    status: 401,
    message: 'Send the client id and a live secret of the client in the Authorization header (Basic).',
  },
  anonymous_token_invalid: { status: 401, message: 'x-anonymous-id must carry a token that this service issued.' },
  customer_token_invalid: { status: 401, message: 'The customer token is not valid. Sign the customer in again.' },
  customer_required: { status: 401, message: 'Sign the customer in: this belongs to him alone.' },
  signature_invalid: { status: 401, message: 'x-fp-signature does not match this request.' },
  payment_signature_invalid: { status: 401, message: 'The signature of this payment message is not valid.' },
  session_invalid: { status: 401, message: 'Sign in to the console first.' },
  permission_missing: { status: 403, message: 'This credential does not have the permission the operation needs.' },
  cart_proof_missing: {
    status: 403,
    message: "Only the cart's shopper may change this. Send his x-anonymous-id or customer token, or begin a new cart.",
  },
  permission_exceeds_caller: { status: 403, message: 'You cannot give or use permissions that you do not have.' },
  sign_in_refused: { status: 403, message: 'The e-mail address or the password is wrong.' },
  origin_refused: { status: 403, message: "This page's origin is not in the application's list of origins." },
  route_not_found: { status: 404, message: 'There is no such address. See /docs for the ones that exist.' },
  application_not_found: { status: 404, message: 'No such application in this company.' },
  company_not_found: { status: 404, message: 'No such company in this organization.' },
  organization_not_found: { status: 404, message: 'No such organization.' },
  cart_not_found: { status: 404, message: 'There is no such cart.' },
  store_not_found: { status: 404, message: 'This company has no such store.' },
  shipping_method_not_found: {
    status: 404,
    message: 'This shop has no such shipping method. shipping-methods lists those it has.',
  },
  address_not_found: { status: 404, message: 'You have no such address.' },
  customer_not_found: { status: 404, message: 'This application knows no such customer.' },
  segment_not_found: { status: 404, message: 'This application has no such segment.' },
  gift_card_not_found: { status: 404, message: 'There is no gift card with this code or id.' },
  order_not_found: { status: 404, message: 'There is no such order.' },
  order_shipment_not_found: { status: 404, message: 'There is no such shipment among the orders of this caller.' },
  order_parcel_not_found: { status: 404, message: 'This order has no such parcel.' },
  order_return_not_found: { status: 404, message: 'This order has no such return.' },
  order_paper_not_found: {
    status: 404,
    message: 'There is no such invoice or credit note of this order. Both are made when its goods leave.',
  },
  order_paper_link_invalid: {
    status: 404,
    message: 'This link to an invoice is wrong or too old. Ask for a new one.',
  },
  order_refund_not_found: { status: 404, message: 'This order has no such refund.' },
  cart_version_not_found: {
    status: 404,
    message: 'The cart had no such version, or what it held then is no longer kept.',
  },
  merge_not_found: { status: 404, message: 'There is no such merge of your carts, or it is more than a day old.' },
  cart_archive_not_found: { status: 404, message: 'There is no such archived cart.' },
  share_not_found: { status: 404, message: 'This share link is unknown or has expired.' },
  client_not_found: { status: 404, message: 'No such client in this organization.' },
  client_secret_not_found: { status: 404, message: 'This client has no such secret.' },
  operator_not_found: { status: 404, message: 'No such operator in this organization.' },
  role_not_found: { status: 404, message: 'No such role in this organization.' },
  application_token_not_found: { status: 404, message: 'This application has no such token.' },
  link_invalid: { status: 404, message: 'This link was used or has expired. Ask for a new one.' },
  erasure_not_found: { status: 404, message: 'This application has no such erasure.' },
  event_schema_not_found: { status: 404, message: 'There is no such event. /schemas/events lists them.' },
  webhook_subscriber_not_found: { status: 404, message: 'This company has no such webhook subscriber.' },
  event_not_found: { status: 404, message: 'There is no such event any more, or it is not one this subscriber gets.' },
  promotion_not_found: { status: 404, message: 'This application has no such promotion.' },
  coupon_not_found: { status: 404, message: 'This application has no such coupon.' },
  cart_configuration_not_found: { status: 404, message: 'This application has no such cart configuration.' },
  custom_rule_not_found: { status: 404, message: 'This application has no such custom rule.' },
  price_adjustment_not_found: { status: 404, message: 'This application has no such price adjustment.' },
  method_not_allowed: { status: 405, message: 'This address does not take that method.' },
  record_in_use: { status: 409, message: 'Others depend on it. See message for what to change first.' },
  stock_short: { status: 409, message: 'There are not that many in stock.' },
  import_state_conflict: { status: 409, message: 'The import is in a state in which this cannot be done.' },
  import_limit_reached: {
    status: 409,
    message: 'Ten imports of this company are open. Wait for one to end, or cancel one.',
  },
  simulation_state_conflict: { status: 409, message: 'The simulation has ended: it cannot be given up any more.' },
  simulation_limit_reached: {
    status: 409,
    message: 'Five simulations of this company are open. Wait for one to end, or cancel one.',
  },
  code_taken: { status: 409, message: 'Another offer of this application has that code. Choose another.' },
  offer_state_conflict: {
    status: 409,
    message: 'An offer goes from draft to review, and from there to published or rejected.',
  },
  name_taken: { status: 409, message: 'That name is taken. Choose another.' },
  email_taken: { status: 409, message: 'An operator with this e-mail address exists.' },
  organization_limit_reached: { status: 409, message: 'An installation has at most 10,000 organizations.' },
  company_limit_reached: { status: 409, message: 'An organization has at most 1,000 companies.' },
  picture_limit_reached: { status: 409, message: 'Pictures of this company have no more room. Remove some first.' },
  application_limit_reached: { status: 409, message: 'A company has at most 1,000 applications.' },
  last_owner: {
    status: 409,
    message: 'An organization keeps an owner. Make somebody else one, who has signed in, first.',
  },
  operator_state_conflict: { status: 409, message: 'Only an open invitation can be sent again or revoked.' },
  operator_limit_reached: {
    status: 409,
    message: 'An organization has at most 1,000 operators. Deactivate one first.',
  },
  role_in_use: { status: 409, message: 'Somebody has this role. Give him another before you remove it.' },
  role_built_in: { status: 409, message: 'Every organization has this role. Make one of your own instead.' },
  role_limit_reached: { status: 409, message: 'An organization has at most 50 roles of its own. Remove one first.' },
  custom_rule_unanswered: {
    status: 409,
    message: 'What this costs cannot be worked out at the moment. Order again in a few seconds.',
  },
  total_changed: { status: 409, message: 'The total is another one now. Look at the cart and order again.' },
  order_units_exceeded: { status: 409, message: 'There are not that many units left for this. See details.' },
  return_window_over: { status: 409, message: 'These goods can no longer be returned. Ask the shop.' },
  refund_state_conflict: { status: 409, message: 'The refund is in a state in which this cannot be done.' },
  refund_amount_mismatch: { status: 409, message: 'The refund is of another amount or currency.' },
  order_state_conflict: { status: 409, message: 'The order has gone too far for this.' },
  shipping_method_unavailable: {
    status: 409,
    message: 'This shipping method does not take these goods to this place. shipping-methods lists those that do.',
  },
  payment_amount_mismatch: { status: 409, message: 'This is not what the order costs. The payment is to be refunded.' },
  payment_late: { status: 409, message: 'The order was given up before this payment came. It is to be refunded.' },
  payment_twice: { status: 409, message: 'The order was paid by another payment. This one is to be refunded.' },
  unpaid_orders_reached: { status: 409, message: 'Too many orders wait for their payment. Pay or cancel one first.' },
  held_stock_reached: {
    status: 409,
    message: 'Orders that are not paid yet cannot hold that much of what is in stock. Order fewer, or pay one first.',
  },
  held_uses_reached: { status: 409, message: 'Too many unpaid orders use an offer. Pay one, sign in, or try later.' },
  merge_settled: { status: 409, message: 'The merge cannot be taken back: the carts went on since.' },
  cart_not_empty: { status: 409, message: 'The cart has lines. Empty it before you bring back what it had.' },
  address_limit_reached: { status: 409, message: 'Fifty addresses are kept. Remove one before you add another.' },
  wishlist_limit_reached: { status: 409, message: 'The wishlist is full. Remove something before you add more.' },
  balance_insufficient: { status: 409, message: 'The balance does not hold that much.' },
  balance_limit_reached: { status: 409, message: 'A balance cannot hold that much.' },
  gift_card_redeemed: { status: 409, message: 'This gift card was redeemed before.' },
  gift_card_unusable: { status: 409, message: 'This gift card has expired or was cancelled.' },
  gift_card_limit_reached: { status: 409, message: 'Fifty gift cards are kept. Use one up before you redeem another.' },
  token_limit_reached: { status: 409, message: 'Five tokens are live. Remove one before you add another.' },
  last_token: { status: 409, message: 'This is the last live token. Add another before you remove it.' },
  secret_limit_reached: { status: 409, message: 'Five secrets are live. Remove one before you add another.' },
  last_secret: { status: 409, message: 'This is the last live secret. Add another before you remove it.' },
  payment_provider_missing: { status: 409, message: 'This shop has no payment provider set up.' },
  payment_provider_refused: { status: 409, message: 'The payment provider refuses this.' },
  webhook_subscriber_inactive: { status: 409, message: 'The subscriber is inactive. Set its status to active first.' },
  webhook_subscriber_limit_reached: {
    status: 409,
    message: 'A company has at most 1,000 webhook subscribers. Change one that is not used any more.',
  },
  cart_version_conflict: {
    status: 412,
    message: 'The cart changed since you read it. It is in this answer: repeat your change on it.',
  },
  record_exists: { status: 412, message: 'There is one already. Leave If-None-Match out to replace it.' },
  version_conflict: { status: 412, message: 'It changed since you read it. Read it again and repeat your change.' },
  body_too_large: { status: 413, message: 'The request body is too large.' },
  header_too_large: { status: 431, message: 'The request headers are too large.' },
  media_type_unsupported: { status: 415, message: 'Send the body as application/json.' },
  offer_invalid: { status: 422, message: 'The offer cannot be kept like this. See details.' },
  cart_configuration_invalid: { status: 422, message: 'The configuration cannot be kept like this. See details.' },
  custom_rule_invalid: { status: 422, message: 'The custom rule cannot be kept like this. See details.' },
  price_adjustment_invalid: { status: 422, message: 'The price adjustment cannot be kept like this. See details.' },
  webhook_subscriber_invalid: { status: 422, message: 'The webhook subscriber cannot be kept like this. See details.' },
  events_refused: { status: 422, message: 'Some events were refused. The others are stored. See failures.' },
  settings_invalid: { status: 422, message: 'A setting has a value that cannot be used. See details.' },
  operator_invalid: { status: 422, message: 'The operator cannot be kept like this. See details.' },
  grant_unknown: {
    status: 422,
    message: 'A client can have the grants authorization_code, client_credentials and refresh_token.',
  },
  redirect_url_invalid: { status: 422, message: 'A redirect URL cannot be used. See details.' },
  lifetime_invalid: { status: 422, message: 'A token lifetime is out of range. See details.' },
  permission_unknown: { status: 422, message: 'There is no such permission. docs/permissions.md lists them all.' },
  idempotency_mismatch: { status: 422, message: 'This Idempotency-Key was used with a different request.' },
  too_many_listeners: { status: 429, message: 'The live tail has as many listeners as it takes. Close one, or wait.' },
  too_many_tries: { status: 429, message: 'Too many codes were tried. Wait for the time in Retry-After.' },
  quota_reached: {
    status: 429,
    message: 'This is more than the shop takes in a day. See details, and wait for the time in Retry-After.',
  },
  rate_limited: { status: 429, message: 'Too many requests. Wait for the time in Retry-After.' },
  too_many_bodies: { status: 429, message: 'Too much comes from this network address at once. Send this again.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  internal_error: {
    status: 500,
    message: 'Something went wrong on our side. Quote the request_id when you report it.',
  },
  payment_provider_unavailable: {
    status: 503,
    message: 'The payment provider does not answer. Try again in a moment.',
  },
  overloaded: { status: 503, message: 'The service is busy. Try again in a moment.' },
  outcome_unknown: {
    status: 503,
    message:
      'We cannot tell whether this was saved. Read it before you repeat it, or repeat it with its Idempotency-Key.',
  },
} as const satisfies Record<string, { readonly status: number; readonly message: string }>;

export type ErrorCode = keyof typeof refusals;
export const errorTable: Readonly<Record<ErrorCode, { readonly status: number; readonly message: string }>> = refusals;

/** One field that has to change, by its path in the request. */
export type FieldProblem = { readonly field: string; readonly message: string };

export type RefusalOptions = {
  /** Instead of the table's sentence; shown to the caller. */
  readonly message?: string;
  readonly details?: readonly FieldProblem[];
  readonly headers?: Readonly<Record<string, string>>;
  /** For the log only; may hold identifiers, never secrets. */
  readonly logged?: Readonly<Record<string, unknown>>;
  /** Further members of the answer's body, for the few operations whose contract has them. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** It stands under the key of its call already, kept in one batch with what came of it. */
  readonly isKept?: true;
  readonly cause?: unknown;
};

/** An expected "no". Thrown where a request cannot go on; `http/error-handler.ts` is the only place that catches it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly status: number;
  readonly options: RefusalOptions;

  constructor(code: ErrorCode, options: RefusalOptions = {}) {
    super(options.message ?? refusals[code].message, { cause: options.cause });
    this.code = code;
    this.status = refusals[code].status;
    this.options = options;
  }
}
