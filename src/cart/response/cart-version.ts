/** How an answer names the version of the cart it shows. */
import type { FastifyReply } from 'fastify';
import type { AnsweredCart } from './cart-answer.ts';
import type { EtagPart } from '../price/priced-view.ts';
import { stockShown } from '../price/etag-parts.ts';
import type { StoredCart } from '../store/cart-document.ts';
import type { FiguresShown } from '../../http/views/follow-figures.ts';
import { entityTag, httpDate } from '../../http/requests/conditional.ts';

type Parts = { readonly etagParts: readonly EtagPart[] };
/** Two carts can have one version: a cart that took the place of another begins anew. */
type Tagged = Pick<StoredCart, 'id' | 'version'>;
export const tagOf = ({ id, version }: Tagged, { etagParts }: Parts): string => entityTag(version, id, ...etagParts);

/** How the answer follows the stock of its goods. */
export const figuresOf = (
  { id, version }: Tagged,
  { view, etagParts: [rest] }: AnsweredCart,
): FiguresShown | undefined => stockShown(view, (stock) => tagOf({ id, version }, { etagParts: [rest, stock] }));

/** What a cache and the next writer need. */
export const tellVersion = (reply: FastifyReply, cart: StoredCart | undefined, answered: Parts | undefined): void => {
  if (cart === undefined) return;
  reply.header('etag', tagOf(cart, answered ?? { etagParts: [] }));
  reply.header('last-modified', httpDate(cart.modifiedAt));
};
