/** What a writer gets who saw another version of the cart: the error, and the cart as it is now. */
import { Type } from 'typebox';
import { CartDetail } from './cart-contract.ts';
import { ErrorBody } from '../primitives.ts';

export const CartConflict = Type.Object(
  { ...ErrorBody.properties, cart: Type.Optional(CartDetail) },
  {
    title: 'CartConflict',
    description: 'The cart changed since it was read; nothing was stored.',
    additionalProperties: false,
  },
);
