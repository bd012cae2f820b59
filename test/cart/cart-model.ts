/** A cart as a shopper thinks of it, and what each thing he can do makes of it: in the model, and in the shop. */
import assert from 'node:assert/strict';
import { type Arbitrary, constant, constantFrom, integer, oneof, tuple } from 'fast-check';
import type { Answer, Shopper } from './cart-server.ts';

export type Quantities = Readonly<Record<string, number>>;
export type Model = {
  readonly lines: Quantities;
  /** The code that is attached as it was typed, whether it counts now or not. */
  readonly coupon: string | null;
  readonly payment: string | null;
  readonly hasAddress: boolean;
  /** Somebody else holds the only use of the coupon FEW. */
  readonly useIsTaken: boolean;
};
export const emptyModel: Model = { lines: {}, coupon: null, payment: null, hasAddress: false, useIsTaken: false };

/** Products, what a unit costs, and how many there are. */
export const prices: Quantities = { '1_M': 100, '2_M': 50, '3_M': 30 };
export const stocks: Quantities = { '1_M': 7, '2_M': 1000, '3_M': 20 };
/** The cart of the friend who shares and whose carts are merged: always the same. */
export const friends: Quantities = { '1_M': 3, '2_M': 2 };

type CouponTerms = { readonly percent: number; readonly min: number; readonly most: number };
export const couponTerms: Readonly<Record<string, CouponTerms>> = {
  TEN: { percent: 10, min: 0, most: 500 },
  FEW: { percent: 20, min: 400, most: 150 },
};

const termsOf = (code: string): CouponTerms | undefined => couponTerms[code.toUpperCase()];
const hasNoUse = (code: string, { useIsTaken }: Model): boolean => code.toUpperCase() === 'FEW' && useIsTaken;

export type Help = {
  readonly token: string;
  /** A new visitor with the friend's cart. */
  readonly friend: () => Promise<Shopper>;
  readonly takeUse: () => Promise<undefined>;
  readonly giveUse: () => Promise<undefined>;
};
export type Step = {
  readonly name: string;
  readonly expected: (cart: Model) => Model;
  /** Undefined where it is not the shopper who acts. */
  readonly perform: (shopper: Shopper, help: Help) => Promise<Answer | undefined>;
};

const isEmpty = ({ lines }: Model): boolean => Object.keys(lines).length === 0;
export const subtotal = ({ lines }: Model): number =>
  Object.entries(lines).reduce((sum, [key, units]) => sum + units * (prices[key] ?? 0), 0);

/** What the attached coupon takes off: nothing while it lacks its minimum or its use. */
export const discount = (cart: Model): number => {
  const code = cart.coupon ?? '';
  const terms = termsOf(code);
  if (terms === undefined || isEmpty(cart) || hasNoUse(code, cart)) return 0;
  return subtotal(cart) < terms.min ? 0 : Math.min((subtotal(cart) * terms.percent) / 100, terms.most);
};

const detail = '/v1.0/detail?i=true';
export const itemOf = (key: string, quantity?: number) => ({
  item_id: Number(key.split('_')[0]),
  item_size: 'M',
  ...(quantity === undefined ? {} : { quantity }),
});
const fits = (key: string, quantity: number): boolean => quantity <= (stocks[key] ?? 0);
const cut = (key: string, quantity: number): number => Math.min(quantity, stocks[key] ?? 0);
const summed = (lines: Quantities, other: Quantities): Quantities =>
  Object.entries(other).reduce((all, [key, more]) => ({ ...all, [key]: cut(key, (all[key] ?? 0) + more) }), lines);
const without = (lines: Quantities, key: string): Quantities =>
  Object.fromEntries(Object.entries(lines).filter(([name]) => name !== key));

/** A step that is about lines alone. */
const onLines =
  (expected: (lines: Quantities) => Quantities): Step['expected'] =>
  (cart) => ({ ...cart, lines: expected(cart.lines) });

const add = (url: string, key: string, quantity: number): Step => ({
  name: `add ${quantity} of ${key}`,
  expected: onLines((lines) => {
    const sum = (lines[key] ?? 0) + quantity;
    return fits(key, sum) ? { ...lines, [key]: sum } : lines;
  }),
  perform: (shopper) => shopper('POST', url, { items: [itemOf(key, quantity)] }),
});
const set = (key: string, quantity: number): Step => ({
  name: `set ${key} to ${quantity}`,
  expected: onLines((lines) =>
    lines[key] !== undefined && fits(key, quantity) ? { ...lines, [key]: quantity } : lines,
  ),
  perform: (shopper) => shopper('PUT', detail, { operation: 'update_item', items: [itemOf(key, quantity)] }),
});
const remove = (key: string): Step => ({
  name: `remove ${key}`,
  expected: onLines((lines) => without(lines, key)),
  perform: (shopper) => shopper('PUT', detail, { operation: 'remove_item', items: [itemOf(key)] }),
});
const sync = (key: string, quantity: number): Step => ({
  name: `sync to ${quantity} of ${key}`,
  expected: onLines(() => ({ [key]: cut(key, quantity) })),
  perform: (shopper) => shopper('POST', '/v3.0/sync', { items: [itemOf(key, quantity)] }),
});
const archive: Step = {
  name: 'archive',
  expected: ({ useIsTaken }) => ({ ...emptyModel, useIsTaken }),
  perform: (shopper) => shopper('PUT', '/v1.0/cart_archive'),
};
const merge: Step = {
  name: 'merge',
  expected: onLines((lines) => summed(lines, friends)),
  perform: async (shopper, { friend }) => {
    const { body } = await (await friend())('GET', detail);
    return shopper('POST', '/v3.0/merge', { cart_ids: [body['id']] });
  },
};
const take = (action: 'merge' | 'replace'): Step => ({
  name: `take the shared cart by ${action}`,
  expected: onLines((lines) => (action === 'merge' ? summed(lines, friends) : friends)),
  perform: (shopper, { token }) => shopper('POST', `/v1.0/share-cart/${token}/${action}`),
});
const versionOf = ({ headers }: Answer): number => Number(headers['etag']?.slice(1).split('.')[0] ?? 0);
const sendBack: Step = {
  name: 'sync what was just read',
  expected: (cart) => cart,
  perform: async (shopper) => {
    const read = await shopper('GET', '/v3.0/detail-light');
    const answer = await shopper('POST', '/v3.0/sync', { items: read.body['items'], replace: true });
    assert.equal(versionOf(answer), versionOf(read));
    return answer;
  },
};

/** One that is unknown or used up is refused, and what was attached stays; so does everything on an empty cart. */
const applyCoupon = (code: string): Step => ({
  name: `apply ${code}`,
  expected: (cart) => {
    const isRefused = isEmpty(cart) || termsOf(code) === undefined || hasNoUse(code, cart);
    return isRefused ? cart : { ...cart, coupon: code };
  },
  perform: (shopper) => shopper('POST', '/v1.0/coupon', { coupon_code: code }),
});
const removeCoupon: Step = {
  name: 'remove the coupon',
  expected: (cart) => ({ ...cart, coupon: null }),
  perform: (shopper) => shopper('DELETE', '/v1.0/coupon'),
};
const takeUse: Step = {
  name: 'somebody else takes the only use of FEW',
  expected: (cart) => ({ ...cart, useIsTaken: true }),
  perform: (_, help) => help.takeUse(),
};
const giveUse: Step = {
  name: 'somebody else gives the use of FEW back',
  expected: (cart) => ({ ...cart, useIsTaken: false }),
  perform: (_, help) => help.giveUse(),
};

const pay = (mode: string): Step => ({
  name: `pay by ${mode}`,
  expected: (cart) => ({ ...cart, payment: mode }),
  perform: (shopper) => shopper('PUT', '/v1.0/payment', { payment_mode: mode }),
});
const selectAddress: Step = {
  name: 'choose an address',
  expected: (cart) => ({ ...cart, hasAddress: true }),
  perform: async (shopper) => {
    const { body } = await shopper('POST', '/v1.0/address', { area_code: '400001', name: 'Asha' });
    return shopper('POST', '/v1.0/select-address', { id: body['id'] });
  },
};

const product = constantFrom(...Object.keys(prices));
const quantity = integer({ min: 1, max: 9 });
const some = tuple(product, quantity);
const plainSteps = [
  archive,
  merge,
  take('merge'),
  take('replace'),
  sendBack,
  removeCoupon,
  takeUse,
  giveUse,
  selectAddress,
];

export const step: Arbitrary<Step> = oneof(
  some.map(([key, units]) => add(detail, key, units)),
  some.map(([key, units]) => add('/v2.0/detail', key, units)),
  some.map(([key, units]) => set(key, units)),
  some.map(([key, units]) => sync(key, units)),
  product.map(remove),
  { arbitrary: constantFrom('TEN', 'FEW', 'few', 'NOBODY').map(applyCoupon), weight: 3 },
  constantFrom('COD', 'NB').map(pay),
  ...plainSteps.map((each) => constant(each)),
);
