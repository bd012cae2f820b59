/**
 * The `id` of a cart: 18 hex digits, then 6 that certify them. Without a stored cart the digits follow from whose cart it is
 * and of which kind, so a read can name the cart that the first write will make. The certificate lets us know an id of ours
 * without having stored it; it opens nothing but an empty cart, so its 24 bits only have to keep typing errors out.
 */
import { createHmac, type KeyObject } from 'node:crypto';
import type { RandomBytes } from '../../shared/identifiers.ts';
import type { CartKind, CartOwner } from '../store/cart-document.ts';

/** Whose cart, and of which kind. */
export type CartPlace = CartKind & { readonly applicationId: string; readonly owner: CartOwner };

export type CartIds = {
  /** Each generation is another id: one that was used is not used again. */
  readonly derived: (place: CartPlace, generation: number) => string;
  /** For a cart that takes the place of one that is there. */
  readonly fresh: (applicationId: string, random: RandomBytes) => string;
  readonly certifies: (applicationId: string, id: string) => boolean;
};

const NONCE_BYTES = 9;
const NONCE_DIGITS = NONCE_BYTES * 2;
const pattern = /^[0-9a-f]{24}$/;

export const cartIds = (key: KeyObject): CartIds => {
  const keyed = (text: string): string => createHmac('sha256', key).update(text).digest('hex');
  const certified = (applicationId: string, nonce: string): string =>
    `${nonce}${keyed(`cart certificate\n${applicationId}\n${nonce}`).slice(0, 24 - NONCE_DIGITS)}`;
  return {
    derived: ({ applicationId, owner, kind, slug }, generation) => {
      const text = JSON.stringify([applicationId, owner.kind, owner.id, kind, slug, generation]);
      return certified(applicationId, keyed(`cart nonce\n${text}`).slice(0, NONCE_DIGITS));
    },
    fresh: (applicationId, random) => certified(applicationId, Buffer.from(random(NONCE_BYTES)).toString('hex')),
    certifies: (applicationId, id) => pattern.test(id) && certified(applicationId, id.slice(0, NONCE_DIGITS)) === id,
  };
};
