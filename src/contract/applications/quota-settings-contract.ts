/** How much of a shop one shopper, or one network address, may take up. `docs/behaviour/quotas.md` says what each counts. */
import { type Static, Type } from 'typebox';

/** No application may have more: what a cart costs to answer is measured with these. */
export const MOST_CART_LINES = 500;
const MOST_CART_DATA = 262_144;

const bounded = (maximum: number, description: string) =>
  Type.Integer({ minimum: 1, maximum, default: maximum, description });
const count = (standard: number, description: string) =>
  Type.Integer({ minimum: 1, maximum: 1_000_000_000_000, default: standard, description });

const percent = (standard: number, description: string) =>
  Type.Integer({ minimum: 1, maximum: 100, default: standard, description });

export const QuotaSettings = Type.Object(
  {
    cart_lines: bounded(MOST_CART_LINES, 'Lines of a cart.'),
    cart_data_bytes: bounded(MOST_CART_DATA, 'Own data on the lines of a cart, in characters of JSON.'),
    carts_per_shopper: count(100, 'New carts, and copies of emptied ones, of a shopper in a day.'),
    carts_per_address: count(20_000, 'The same from a network address.'),
    shares_per_shopper: count(50, 'Shared copies of a shopper in a day.'),
    shares_per_address: count(2_000, 'The same from a network address.'),
    addresses_per_shopper: count(100, 'Postal addresses that a shopper adds in a day.'),
    addresses_per_address: count(2_000, 'The same from a network address.'),
    bytes_per_shopper: count(50_000_000, 'Characters that a shopper has stored in a day, beyond small carts.'),
    bytes_per_address: count(200_000_000, 'The same from a network address.'),
    coupon_tries_per_shopper: count(20, 'Codes that a shopper tries in vain in an hour.'),
    coupon_tries_per_address: count(200, 'The same from a network address.'),
    gift_card_tries_per_shopper: count(10, 'Gift cards that a customer tries in vain in an hour.'),
    gift_card_tries_per_address: count(100, 'The same from a network address.'),
    vat_checks_per_shopper: count(20, 'VAT numbers that are looked up for a shopper in a day.'),
    vat_checks_per_address: count(200, 'The same from a network address.'),
    orders_per_shopper: count(50, 'Orders of a shopper in a day.'),
    orders_per_address: count(2_000, 'The same from a network address.'),
    unpaid_orders_per_shopper: count(10, 'Orders of a shopper that are not paid yet.'),
    unpaid_orders_per_address: count(200, 'The same from a network address.'),
    held_units: count(10, 'Units of an article that unpaid orders of a guest, or of an address, may hold in any case.'),
    held_percent_per_guest: percent(75, 'Beyond that: the share of its stock that unpaid orders of a guest may hold.'),
    held_percent_per_customer: percent(100, 'The same of a customer, and of the uses or the budget of an offer.'),
    held_percent_per_address: percent(90, 'The same of all guests of a network address.'),
    held_uses: count(10, 'Uses of an offer that unpaid orders of a shopper, or of an address, may hold in any case.'),
    held_uses_percent: percent(
      25,
      'Beyond that: the share of its uses, or of its budget, that those of a guest may hold. All of an address leave half of the rest.',
    ),
  },
  { additionalProperties: false, title: 'QuotaSettings' },
);
export type QuotaSettings = Static<typeof QuotaSettings>;
