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
  cart_empty: { status: 400, message: 'The cart is empty.' },
  merge_source_invalid: { status: 400, message: 'Name carts of your own to be merged.' },
  cart_meta_invalid: { status: 400, message: 'The data cannot be taken. See errors.' },
  gstin_invalid: { status: 400, message: 'Invalid gstin number' },
  pan_invalid: { status: 400, message: 'Invalid PAN number' },
  product_not_found: { status: 404, message: 'No such product in this shop.' },
  page_invalid: { status: 400, message: 'page_no starts at 1 and page_size is from 1 to 100.' },
  idempotency_key_invalid: { status: 400, message: 'Idempotency-Key must be 16 to 255 visible ASCII characters.' },
  token_invalid: { status: 401, message: 'Send a valid credential in the Authorization header.' },
  anonymous_token_invalid: { status: 401, message: 'x-anonymous-id must carry a token that this service issued.' },
  customer_token_invalid: { status: 401, message: 'The customer token is not valid. Sign the customer in again.' },
  signature_invalid: { status: 401, message: 'x-fp-signature does not match this request.' },
  session_invalid: { status: 401, message: 'Sign in to the console first.' },
  permission_missing: { status: 403, message: 'This credential does not have the permission the operation needs.' },
  permission_exceeds_caller: { status: 403, message: 'You cannot give or use permissions that you do not have.' },
  sign_in_refused: { status: 403, message: 'The e-mail address and the password do not belong together.' },
  origin_refused: { status: 403, message: "This page's origin is not in the application's list of origins." },
  route_not_found: { status: 404, message: 'There is no such address. See /docs for the ones that exist.' },
  application_not_found: { status: 404, message: 'No such application in this company.' },
  company_not_found: { status: 404, message: 'No such company in this organization.' },
  organization_not_found: { status: 404, message: 'No such organization.' },
  cart_not_found: { status: 404, message: 'There is no such cart.' },
  address_not_found: { status: 404, message: 'You have no such address.' },
  cart_archive_not_found: { status: 404, message: 'There is no such archived cart.' },
  share_not_found: { status: 404, message: 'This share link is unknown or has expired.' },
  client_not_found: { status: 404, message: 'No such client in this organization.' },
  client_secret_not_found: { status: 404, message: 'This client has no such secret.' },
  operator_not_found: { status: 404, message: 'No such operator in this organization.' },
  application_token_not_found: { status: 404, message: 'This application has no such token.' },
  link_invalid: {
    status: 404,
    message: 'This link was used or has expired. Ask for a new one: cartwright operator add.',
  },
  promotion_not_found: { status: 404, message: 'This application has no such promotion.' },
  coupon_not_found: { status: 404, message: 'This application has no such coupon.' },
  cart_configuration_not_found: { status: 404, message: 'This application has no such cart configuration.' },
  price_adjustment_not_found: { status: 404, message: 'This application has no such price adjustment.' },
  method_not_allowed: { status: 405, message: 'This address does not take that method.' },
  code_taken: { status: 409, message: 'Another offer of this application has that code. Choose another.' },
  offer_state_conflict: {
    status: 409,
    message: 'An offer goes from draft to review, and from there to published or rejected.',
  },
  name_taken: { status: 409, message: 'That name is taken. Choose another.' },
  email_taken: { status: 409, message: 'An operator with this e-mail address exists.' },
  cart_not_empty: { status: 409, message: 'The cart has lines. Empty it before you bring back what it had.' },
  address_limit_reached: { status: 409, message: 'Fifty addresses are kept. Remove one before you add another.' },
  token_limit_reached: { status: 409, message: 'Five tokens are live. Remove one before you add another.' },
  last_token: { status: 409, message: 'This is the last live token. Add another before you remove it.' },
  secret_limit_reached: { status: 409, message: 'Five secrets are live. Remove one before you add another.' },
  last_secret: { status: 409, message: 'This is the last live secret. Add another before you remove it.' },
  cart_version_conflict: {
    status: 412,
    message: 'The cart changed since you read it. It is in this answer: repeat your change on it.',
  },
  version_conflict: { status: 412, message: 'It changed since you read it. Read it again and repeat your change.' },
  body_too_large: { status: 413, message: 'The request body is too large.' },
  header_too_large: { status: 431, message: 'The request headers are too large.' },
  media_type_unsupported: { status: 415, message: 'Send the body as application/json.' },
  offer_invalid: { status: 422, message: 'The offer cannot be kept like this. See details.' },
  cart_configuration_invalid: { status: 422, message: 'The configuration cannot be kept like this. See details.' },
  price_adjustment_invalid: { status: 422, message: 'The price adjustment cannot be kept like this. See details.' },
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
  rate_limited: { status: 429, message: 'Too many requests. Wait for the time in Retry-After.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  internal_error: {
    status: 500,
    message: 'Something went wrong on our side. Quote the request_id when you report it.',
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
