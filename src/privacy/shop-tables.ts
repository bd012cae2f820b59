/** Tables that hold nothing of shoppers that an erasure would have to find: the shop’s own, its people, figures and hashes. */
import type { PersonalTable } from './personal-table.ts';

const nobody = 'Nobody.';
const staff = 'People of the shop.';

export const shopTables = {
  migration: { holds: nobody, plain: 'number name checksum applied_at' },
  serving_node: {
    holds: nobody,
    keeps: 'Goes by itself an hour after the node was last heard of.',
    plain: 'id version started_at seen_at document',
  },
  node_count: {
    holds: 'How often network addresses and callers called, which nodes tell each other behind a pooler; sealed.',
    keeps: 'Goes by itself after a minute.',
    plain: 'node number said_at body',
  },
  installation: { holds: nobody, plain: 'id created_at document' },
  organization: { holds: nobody, plain: 'id name created_at' },
  company: { holds: nobody, plain: 'id organization_id name created_at' },
  application: {
    holds: nobody,
    plain: 'id company_id version token_version created_at modified_at settings',
  },
  application_origin: { holds: nobody, plain: 'origin application_id' },
  application_token: { holds: nobody, plain: 'application_id hint created_at expires_at', key: 'id token_hash' },
  sealing_key: { holds: nobody, plain: 'position key_id created_at' },
  operator: {
    holds: staff,
    plain: 'organization_id role is_active created_at modified_at joined_at',
    key: 'id',
    staff: 'email name password_hash',
  },
  operator_role: { holds: nobody, plain: 'organization_id name version created_at modified_at document' },
  operator_link: {
    holds: staff,
    plain: 'created_at expires_at most',
    key: 'token_hash',
    staff: 'operator_id issued_by',
  },
  operator_session: { holds: staff, plain: 'created_at seen_at expires_at', key: 'token_hash', staff: 'operator_id' },
  idempotency: {
    holds:
      'What a write was answered, by ids and counts alone, or why it was refused, which may quote what was sent (an area code).',
    keeps: 'Goes by itself after 24 hours.',
    plain: 'status created_at expires_at document',
    key: 'scope key fingerprint',
  },
  quota_use: {
    holds:
      'How much of a quota was used up, by a keyed hash of the shopper, of the network address or, for wrong passwords and letters about a guest’s orders, of an e-mail address; which customer or cart was written to last, so that writes come one after another.',
    keeps: 'Goes by itself when its hour or day is over.',
    plain: 'application_id quota window_start used expires_at',
    key: 'subject',
  },
  order_hold: {
    holds: 'What unpaid orders hold, by a keyed hash of the shopper or of the network address.',
    keeps: 'Goes by itself when the order is paid, shipped or over; after a day when it is paid on delivery.',
    plain: 'application_id article_uid units expires_at',
    key: 'subject order_id',
  },
  counter: { holds: nobody, plain: 'name value' },
  oauth_client: {
    holds: staff,
    plain: 'organization_id company_id version is_active created_at modified_at deleted_at',
    key: 'client_id id',
    staff: 'document',
  },
  oauth_client_secret: { holds: nobody, plain: 'client_id hint created_at expires_at', key: 'id secret_hash' },
  oauth_token: {
    holds: staff,
    plain: 'kind client_id expires_at consumed_at scope second_use_at',
    key: 'id_hash grant_hash',
    staff: 'operator_id document',
  },
  signing_key: { holds: nobody, plain: 'kid signs_from created_at' },
  seller: { holds: nobody, plain: 'company_id uid is_active version feed_run modified_at document' },
  product: {
    holds: nobody,
    plain:
      'company_id uid slug sort_name is_active version articles_version feed_run created_at modified_at document change_slot change_version',
  },
  product_child: { holds: nobody, plain: 'company_id parent_id child_id parted' },
  product_part: { holds: nobody, plain: 'company_id bundle_id place item_id size units' },
  product_ean: { holds: nobody, plain: 'company_id ean item_id size' },
  product_term: { holds: nobody, plain: 'company_id term item_id' },
  article: {
    holds: nobody,
    plain:
      'company_id uid item_id size store_id seller_id ean is_active is_made_to_order quantity version currency_code effective feed_run modified_at prices document seller_identifier price_edge',
  },
  product_offer: {
    holds: nobody,
    plain: 'company_id item_id currency_code min_effective in_stock change_slot change_version',
  },
  oss_sale: { holds: nobody, plain: 'company_id year currency sold unpaid elsewhere version' },
  exchange_rate: {
    holds: nobody,
    plain: 'company_id from_currency to_currency valid_from id rate_digits rate_decimals feed_run modified_at',
  },
  catalog_change: { holds: nobody, plain: 'company_id scope slot version stamped' },
  feed_progress: {
    holds: nobody,
    plain: 'company_id kind file_hash run_id line position accepted refused started_at modified_at',
  },
  picture: { holds: nobody, plain: 'company_id name created_at content' },
  import_job: {
    holds: 'A file of rows on its way, and what its owner calls it.',
    plain:
      'id company_id kind format state bytes line position accepted warned refused attempts due_at claim created_at started_at ended_at modified_at problem named_columns',
    staff: 'file_name',
  },
  import_part: {
    holds: 'The file as it came: rows of stores may say who answers there.',
    plain: 'number',
    key: 'job_id',
    staff: 'bytes',
  },
  import_verdict: {
    holds: nobody,
    plain: 'job_id line after_line after_position warned refused document',
  },
  simulation: {
    holds: nobody,
    plain:
      'id company_id application_id state done total attempts due_at claim created_at started_at ended_at modified_at problem request result',
  },
  store: {
    holds: 'Who answers in a store.',
    plain: 'company_id uid version modified_at feed_run',
    staff: 'document',
  },
  area: { holds: nobody, plain: 'company_id area version modified_at feed_run document' },
  area_zone: { holds: nobody, plain: 'company_id area zone' },
  lane: { holds: nobody, plain: 'company_id store_uid area version modified_at feed_run document' },
  shipping_method: { holds: nobody, plain: 'company_id id version modified_at feed_run document' },
  tax_rate: { holds: nobody, plain: 'company_id id version modified_at feed_run document' },
  delivery_version: { holds: nobody, plain: 'company_id version' },
  demo_shop: { holds: nobody, plain: 'company_id feed line finished_at shoppers visits next_visit_at' },
  offer_code: { holds: nobody, plain: 'application_id code offer_id is_bulk shown created_at' },
  offer_code_job: { holds: nobody, plain: 'application_id offer_id prefix wanted made created_at modified_at' },
  cart_configuration: { holds: nobody, plain: 'application_id id slug version created_at modified_at document' },
  custom_rule: { holds: nobody, plain: 'application_id code version created_at modified_at document' },
  custom_module: { holds: nobody, plain: 'application_id hash content created_at' },
  offer_version: { holds: nobody, plain: 'application_id version' },
  wishlist_count: { holds: nobody, plain: 'application_id collection_type collection_id followers' },
  order_snapshot: {
    holds:
      'What an order was priced from: that there was a customer, not which; by which bank or wallet it was to be paid, and what another system calls a charge.',
    plain: 'input_hash input priced',
    key: 'order_id',
  },
  order_offer: { holds: nobody, plain: 'application_id hash document' },
  order_payment: {
    holds: 'The payment service’s own number of a payment.',
    plain: 'application_id outcome amount currency state answer_code received_at',
    key: 'payment_id order_id',
  },
  paper_number: { holds: nobody, plain: 'company_id kind year last' },
  order_paper: {
    holds: 'Who sold, and what stood when an invoice was made; its customer stands with the order.',
    plain: 'kind company_id year number made_at document',
    key: 'order_id settlement_id',
  },
  order_shipment: {
    holds: nobody,
    plain: 'company_id store_id order_type state created_at',
    key: 'order_id shipment_id',
  },
  order_return: { holds: nobody, plain: 'company_id state created_at modified_at', key: 'order_id id' },
  event_suppression: {
    holds: 'Hashes of shoppers of whom nothing is to be kept.',
    plain: 'application_id created_at',
    key: 'subject',
  },
  event_erasure: {
    holds: 'Whom an erasure is about while it goes on; afterwards a hash.',
    plain: 'application_id created_at counts step progress',
    key: 'id subject',
    shopper: 'person whom',
  },
  event_erasure_trace: {
    holds:
      'Guests whom an erasure found, and their carts, while it goes on; orders for which it waits, and a hash of whose they were.',
    keeps: 'Goes with the end of the erasure.',
    plain: 'application_id kind',
    key: 'erasure_id owner',
    shopper: 'id',
  },
  webhook_subscriber: {
    holds: staff,
    plain: 'id company_id name extension_id state version created_at modified_at resumed_at',
    staff: 'modified_by document',
  },
  funnel_progress: { holds: nobody, plain: 'application_id version round' },
  funnel_cart: { holds: nobody, plain: 'application_id counted_at facts', key: 'cart_id' },
  funnel_order: { holds: nobody, plain: 'application_id counted_at facts', key: 'order_id' },
  funnel_day: { holds: nobody, plain: 'application_id day steps shoppers' },
  funnel_event_day: { holds: nobody, plain: 'application_id day name events' },
  funnel_order_day: {
    holds: nobody,
    plain: 'application_id day currency orders revenue unverified_orders unverified_revenue',
  },
  funnel_product_day: {
    holds: nobody,
    plain: 'application_id day product_id currency views adds orders units revenue',
  },
  provider_payment: {
    holds: 'Payments begun at a provider, by order.',
    keeps: 'The books.',
    plain: 'provider application_id reference amount currency created_at',
    key: 'order_id',
  },
  funnel_offer_day: {
    holds: nobody,
    plain: 'application_id day offer_id currency carts uses units cost revenue',
  },
  funnel_cart_day: { holds: nobody, plain: 'application_id day currency stage carts value' },
  event_sink: { holds: nobody, plain: 'name seen_at' },
} as const satisfies Readonly<Record<string, PersonalTable>>;
