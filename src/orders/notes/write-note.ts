/** Use case: somebody of the shop writes a note beside an order, once under its key. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Node } from '../../applications/node.ts';
import { writeOnce } from '../../applications/write-once.ts';
import { guardFailed } from '../../db/database.ts';
import { Refusal } from '../../shared/errors.ts';
import { uuid7 } from '../../shared/identifiers.ts';
import type { StoredOrder } from '../order-document.ts';
import { insertNote, MOST_NOTES, notesOf, type StoredNote } from './note-store.ts';

type WriteNote = { readonly order: StoredOrder; readonly text: string; readonly status: 200 | 201 };

export const writeNote = (
  node: Node,
  request: FastifyRequest,
  reply: FastifyReply,
  { order, text, status }: WriteNote,
): Promise<StoredNote> => {
  const { db, now, random } = node;
  return writeOnce(node, request, reply, {
    status,
    run: async ({ actor, remember }) => {
      const at = now();
      const note = { orderId: order.id, id: uuid7(at, random), author: actor, createdAt: at, body: text };
      await db.commit([...remember(note.id), insertNote(note)]).catch((error: unknown) => {
        if (!guardFailed(error, 'order_notes')) throw error;
        throw new Refusal('order_state_conflict', { message: `An order has at most ${MOST_NOTES} notes.` });
      });
      return note;
    },
    replay: async (id) => {
      const note = (await notesOf(db, order.id)).find((one) => one.id === id);
      if (note === undefined) throw new Refusal('order_not_found');
      return note;
    },
  });
};
