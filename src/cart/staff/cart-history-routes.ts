/** For service staff and other systems: how a cart came to be what it is, and bringing back what it held. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { namedApplication, placeOf } from '../../applications/named-place.ts';
import type { CartServices } from '../call/cart-shop.ts';
import { restoreCart } from './restore-cart.ts';
import { staffEntry } from '../call/staff-act.ts';
import { staffActOf } from './staff-enter.ts';
import { readCarts, staffPath, writeCarts } from './staff-mirror.ts';
import { countLines } from '../store/cart-document.ts';
import { archivedCopies, historyBehind, type LineChange } from '../store/cart-record-store.ts';
import { readCartByNumber } from '../store/cart-store.ts';
import {
  ArchivedCartPath,
  ArchivedCopies,
  CartHistory,
  CartNumberPath,
  CartRestored,
} from '../../contract/cart/cart-admin-contract.ts';
import { sentInSlices } from '../../http/answers/json-in-slices.ts';
import { operationTable } from '../../http/operation.ts';
import { isoTime } from '../../shared/clock.ts';
import { Refusal } from '../../shared/errors.ts';

const words = {
  getCartHistory: 'List the commands that changed a cart',
  getArchivedCarts: 'List what a cart held when it was emptied',
  restoreArchivedCart: 'Bring back what a cart held. Only into an empty cart; the copy is gone afterwards.',
};

const path = `${staffPath}/carts/:cart_id`;
const tags = ['Cart'];
const MOST_ENTRIES = 100;
const MOST_COPIES = 100;

const reading = operationTable(readCarts, tags, words, {
  getCartHistory: { params: CartNumberPath, response: { 200: CartHistory } },
  getArchivedCarts: { params: CartNumberPath, response: { 200: ArchivedCopies } },
});
const writing = operationTable(writeCarts, tags, words, {
  restoreArchivedCart: { params: ArchivedCartPath, response: { 200: CartRestored } },
});

/** The side on which there was no line is left out, also where the answer is written in slices, which write what they are given. */
const lineView = ({ identifier, key, before, after }: LineChange): LineChange => {
  const sides = { ...(before === null ? {} : { before }), ...(after === null ? {} : { after }) };
  return { identifier, key, ...sides } as unknown as LineChange;
};

export const cartHistoryRoutes: FastifyPluginAsyncTypebox<Pick<CartServices, 'node' | 'outbox'>> = async (
  app,
  services,
) => {
  const { node } = services;

  app.get(`${path}/history`, reading.getCartHistory, async (request, reply) => {
    const { id: applicationId } = await namedApplication(node, placeOf(request, request.params));
    const found = await readCartByNumber(node.db, applicationId, request.params.cart_id);
    if (found === undefined) throw new Refusal('cart_not_found');
    await node.db.commit([staffEntry(staffActOf(request), 'cart.getCartHistory', found.cart, node)]);
    const entries = historyBehind(node.db, found.cart, 0, MOST_ENTRIES);
    const items = await Array.fromAsync(entries, ({ version, at, operation, lines, members }) => ({
      version,
      created_on: isoTime(at),
      operation,
      lines: lines.map(lineView),
      members,
    }));
    return sentInSlices(reply, { items });
  });

  app.get(`${path}/archived`, reading.getArchivedCarts, async (request) => {
    const { id: applicationId } = await namedApplication(node, placeOf(request, request.params));
    const copies = archivedCopies(node.db, applicationId, request.params.cart_id, MOST_COPIES);
    return {
      items: await Array.fromAsync(copies, ({ id, cartId, archivedAt, document }) => {
        const { lines, units } = countLines(document);
        return {
          id,
          cart_id: cartId,
          archived_on: isoTime(archivedAt),
          article_count: lines,
          article_quantity_count: units,
        };
      }),
    };
  });

  app.post(`${path}/archived/:archive_id/restore`, writing.restoreArchivedCart, async (request) => {
    const application = await namedApplication(node, placeOf(request, request.params));
    const { cart_id, archive_id } = request.params;
    const cart = await restoreCart(
      services,
      application,
      { cartNumber: cart_id, copyId: archive_id },
      staffActOf(request),
    );
    return { success: true, message: 'cart restored', cart_id: cart.cartId };
  });
};
