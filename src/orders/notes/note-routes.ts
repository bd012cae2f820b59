/** Notes beside an order, its tags and its timeline, for the shop's own people. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { auditStatement } from '../../applications/audit-statements.ts';
import type { Node } from '../../applications/node.ts';
import { writeOnce } from '../../applications/write-once.ts';
import { NoteBody, OrderNote, OrderTags, OrderTimeline, TagsBody } from '../../contract/orders/order-paper-contract.ts';
import { CompanyOrderPath } from '../../contract/orders/order-requests.ts';
import { operationTable } from '../../http/operation.ts';
import { isoTime } from '../../shared/clock.ts';
import { type OrderDesk, orderTags, readOrders, staffPath, writeOrders } from '../order-desk.ts';
import { setTags, type StoredNote, tagsOf } from './note-store.ts';
import { readTimeline } from './read-timeline.ts';
import { writeNote } from './write-note.ts';

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
    const [items, tags] = await Promise.all([readTimeline(db, order), tagsOf(db, order.id)]);
    return { items: [...items], tags: [...tags] };
  });

  app.post(`${path}/notes`, writing.addOrderNote, async (request, reply) => {
    const company = await desk.companyOf(request, request.params);
    const order = await desk.found(company, request.params.order_id);
    return noteView(await writeNote(node, request, reply, { order, text: request.body.text, status: 201 }));
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
