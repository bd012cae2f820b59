/** Notes beside an order, its tags and its timeline, for the shop's own people. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { auditStatement } from '../../applications/audit-statements.ts';
import type { Node } from '../../applications/node.ts';
import { writeOnce } from '../../applications/write-once.ts';
import { NoteBody, OrderNote, OrderTags, OrderTimeline, TagsBody } from '../../contract/orders/order-paper-contract.ts';
import { CompanyOrderPath } from '../../contract/orders/order-requests.ts';
import { guardFailed } from '../../db/database.ts';
import { operationTable } from '../../http/operation.ts';
import { isoTime } from '../../shared/clock.ts';
import { Refusal } from '../../shared/errors.ts';
import { uuid7 } from '../../shared/identifiers.ts';
import { type OrderDesk, orderTags, readOrders, staffPath, writeOrders } from '../order-desk.ts';
import { papersOf } from '../papers/paper-store.ts';
import { paymentsOf } from '../payment/payment-store.ts';
import { refundsOf } from '../refunds/refund-store.ts';
import { insertNote, MOST_NOTES, notesOf, setTags, type StoredNote, tagsOf } from './note-store.ts';
import { timelineOf } from './timeline-rules.ts';

const words = {
  getOrderTimeline: 'Say everything that happened to an order, the oldest first',
  addOrderNote: 'Write a note beside an order; its customer never sees it',
  setOrderTags:
    'Set the words by which the shop finds an order. These and no others. orders-listing finds orders by tag.',
};

const path = `${staffPath}/orders/:order_id`;

const noteView = ({ id, author, createdAt, body }: StoredNote): OrderNote => ({
  note_id: id,
  text: body,
  by: author,
  created_on: isoTime(createdAt),
});

type Options = { readonly node: Node; readonly desk: OrderDesk };

const reading = operationTable(readOrders, orderTags, words, {
  getOrderTimeline: { params: CompanyOrderPath, response: { 200: OrderTimeline } },
});
const writing = operationTable(writeOrders, orderTags, words, {
  addOrderNote: { params: CompanyOrderPath, body: NoteBody, response: { 201: OrderNote } },
  setOrderTags: { params: CompanyOrderPath, body: TagsBody, response: { 200: OrderTags } },
});

export const noteRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { node, desk }) => {
  const { db, now, random } = node;

  app.get(`${path}/timeline`, reading.getOrderTimeline, async (request) => {
    const order = await desk.found(await desk.companyOf(request, request.params), request.params.order_id);
    const [payments, refunds, papers, notes, tags] = await Promise.all([
      paymentsOf(db, order.id),
      refundsOf(db, order.id),
      papersOf(db, order),
      notesOf(db, order.id),
      tagsOf(db, order.id),
    ]);
    return { items: [...timelineOf(order, { payments, refunds, papers, notes })], tags: [...tags] };
  });

  app.post(`${path}/notes`, writing.addOrderNote, async (request, reply) => {
    const company = await desk.companyOf(request, request.params);
    const order = await desk.found(company, request.params.order_id);
    return writeOnce(node, request, reply, {
      status: 201,
      run: async ({ actor, remember }) => {
        const at = now();
        const note = {
          orderId: order.id,
          id: uuid7(at, random),
          author: actor,
          createdAt: at,
          body: request.body.text,
        };
        await db.commit([...remember(note.id), insertNote(note)]).catch((error: unknown) => {
          if (!guardFailed(error, 'order_notes')) throw error;
          throw new Refusal('order_state_conflict', { message: `An order has at most ${MOST_NOTES} notes.` });
        });
        return noteView(note);
      },
      replay: async (id) => {
        const note = (await notesOf(db, order.id)).find((one) => one.id === id);
        if (note === undefined) throw new Refusal('order_not_found');
        return noteView(note);
      },
    });
  });

  app.put(`${path}/tags`, writing.setOrderTags, async (request, reply) => {
    const company = await desk.companyOf(request, request.params);
    const order = await desk.found(company, request.params.order_id);
    const answer = async () => ({ success: true, tags: [...(await tagsOf(db, order.id))] });
    return writeOnce(node, request, reply, {
      run: async ({ actor, requestId, remember }) => {
        const before = await tagsOf(db, order.id);
        const tags = [...new Set(request.body.tags)].toSorted();
        const audit = auditStatement(
          {
            actor,
            requestId,
            organizationId: company.organizationId,
            action: 'order.tags',
            subject: `order/${order.id}`,
            before: { tags: before },
            after: { tags },
            at: now(),
          },
          random,
        );
        await db.commit([...remember(order.id), ...setTags(order.id, order.companyId, tags), audit]);
        return answer();
      },
      replay: answer,
    });
  });
};
