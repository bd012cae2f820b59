/** Words that the proofs of the SDK's calls share: a filled cart, what a cart says, what must be true of a call. */
import assert from 'node:assert/strict';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import type { Json, SdkShop, SdkShopper } from './sdk-shop.ts';

/** Runs one call of the SDK and looks at what it did. */
export type Proof = (server: SdkShop) => Promise<void>;
export type CartAnswer = CartDetail & { readonly cart: CartDetail; readonly result: Readonly<Record<string, Json>> };

/** Asks for lines and price details. */
export const whole = { i: true, b: true };
export const shirts = { items: [{ item_id: 1, item_size: 'M', quantity: 2 }] };

/** Two shirts at 100.00. */
export const withShirts = async (shopper: SdkShopper): Promise<SdkShopper> => {
  const { success } = await shopper.call('addItems', { body: shirts });
  assert.equal(success, true);
  return shopper;
};
export const read = (shopper: SdkShopper): Promise<CartDetail> => shopper.call<CartDetail>('getCart', whole);
export const unitsOf = ({ items = [] }: CartDetail): number =>
  items.reduce((sum, { quantity = 0 }) => sum + quantity, 0);
export const totalOf = ({ breakup_values: breakup }: CartDetail): number | undefined => breakup?.raw?.total;
