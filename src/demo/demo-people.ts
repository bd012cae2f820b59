/**
 * Customers of the demo shop, whom a visitor can sign in as: who they are, where they live, how they can pay and what they have.
 * Nobody lives here. Pure.
 */
import type { AddressBody } from '../contract/cart/cart-selection-contract.ts';
import type { CustomerProfile } from '../contract/customers/customer-contract.ts';
import { address as ashasAddress } from '../contract/examples/example-ids.ts';
import { DAY, iso } from './write-promotion.ts';

type Card = { readonly mode: string; readonly code: string; readonly type: string; readonly network: string };
export type DemoCustomer = {
  readonly userId: string;
  /** What a visitor reads before he chooses. */
  readonly about: string;
  readonly profile: CustomerProfile;
  readonly addresses: readonly AddressBody[];
  /** By the value of `assign_card_id`. */
  readonly cards: Readonly<Record<number, Card>>;
  readonly points: number;
  /** In rupees, like the value of a gift card. */
  readonly storeCredit: number;
  readonly giftCard?: number;
};

const home = { country: 'India', country_iso_code: 'IN', address_type: 'home' };
const work = { ...home, address_type: 'work' };

export const demoCustomers = (now: number): readonly DemoCustomer[] => [
  {
    userId: 'demo-asha',
    about: 'Member since last year: 2,400 points, store credit, a gift card and two saved cards.',
    profile: {
      username: 'asha',
      first_name: 'Asha',
      last_name: 'Menon',
      gender: 'female',
      emails: [{ email: 'asha@demo.invalid', active: true, primary: true, verified: true }],
      phone_numbers: [{ phone: '9000000001', country_code: 91, active: true, primary: true, verified: true }],
      groups: ['members'],
      registered_at: iso(now - 400 * DAY),
    },
    addresses: [
      {
        ...home,
        ...ashasAddress,
        is_default_address: true,
      },
      {
        ...work,
        name: 'Asha Menon',
        phone: '9000000001',
        address: '3rd floor, 18 Church Street',
        city: 'Bengaluru',
        state: 'Karnataka',
        area_code: '560001',
        is_default_address: false,
      },
    ],
    cards: {
      1: { mode: 'CARD', code: 'ARAV', type: 'credit', network: 'visa' },
      2: { mode: 'CARD', code: 'GODV', type: 'debit', network: 'rupay' },
    },
    points: 2400,
    storeCredit: 500,
    giftCard: 750,
  },
  {
    userId: 'demo-ravi',
    about: 'New trade customer: trade prices on chairs, 80 points, nothing else yet.',
    profile: {
      username: 'ravi',
      first_name: 'Ravi',
      last_name: 'Thapar',
      gender: 'male',
      emails: [{ email: 'ravi@thapar-interiors.invalid', active: true, primary: true, verified: true }],
      phone_numbers: [{ phone: '9000000002', country_code: 91, active: true, primary: true, verified: true }],
      groups: ['trade'],
      registered_at: iso(now - 3 * DAY),
    },
    addresses: [
      {
        ...work,
        name: 'Ravi Thapar',
        phone: '9000000002',
        address: 'Thapar Interiors, 40 Middle Lane, Khan Market',
        city: 'New Delhi',
        state: 'Delhi',
        area_code: '110001',
        is_default_address: true,
      },
    ],
    cards: { 1: { mode: 'CARD', code: 'GODV', type: 'credit', network: 'mastercard' } },
    points: 80,
    storeCredit: 0,
  },
];

/** In rupees: the gift card that whoever types its code first makes his own. */
export const OPEN_GIFT_CARD = 1000;
