/** How an answer names the version of the cart it shows. */
import type { FastifyReply } from 'fastify';
import type { AnsweredCart } from './cart-answer.ts';
import type { StoredCart } from '../store/cart-document.ts';
import { entityTag, httpDate } from '../../http/requests/conditional.ts';

/** Two carts can have one version: a cart that took the place of another begins anew. */
export const tagOf = ({ id, version }: StoredCart, { etagParts }: Pick<AnsweredCart, 'etagParts'>): string =>
  entityTag(version, id, ...etagParts);

/** What a cache and the next writer need. */
export const tellVersion = (
  reply: FastifyReply,
  cart: StoredCart | undefined,
  answered: Pick<AnsweredCart, 'etagParts'> | undefined,
): void => {
  if (cart === undefined) return;
  reply.header('etag', tagOf(cart, answered ?? { etagParts: [] }));
  reply.header('last-modified', httpDate(cart.modifiedAt));
};
