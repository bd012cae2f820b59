/** Invoices and credit notes of an order, as pages that print: for its customer, and for the shop's own people. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import type { CartRoutesOptions } from '../../cart/call/cart-call.ts';
import { CompanyOrderPath, OrderPath, StaffChange } from '../../contract/orders/order-requests.ts';
import {
  LinkedPaperPath,
  LinkedPaperQuery,
  OrderPapers,
  PaperPath,
  StaffPaperPath,
} from '../../contract/orders/order-paper-contract.ts';
import { StaffOrderById } from '../../contract/orders/staff-order-contract.ts';
import { FileAnswer } from '../../contract/primitives.ts';
import { operationTable } from '../../http/operation.ts';
import { sendPage } from '../../http/pages/page.ts';
import { isoTime } from '../../shared/clock.ts';
import { Refusal } from '../../shared/errors.ts';
import type { StoredOrder } from '../order-document.ts';
import { type OrderDesk, orderTags, readOrders, staffPath, writeOrders } from '../order-desk.ts';
import { readOrder } from '../order-store.ts';
import { ownOrders } from '../own-orders.ts';
import { makeInvoice } from './make-invoice.ts';
import { linkedPath, linkHolds } from './paper-link.ts';
import { paperPage } from './paper-page.ts';
import { numberOf, type PaperKind } from './paper-rules.ts';
import { papersOf } from './paper-store.ts';

const words = {
  getOrderPapers: 'List the invoice and the credit notes of an order',
  getCompanyOrderInvoice: 'Read the invoice of an order, as a page that prints',
  getCompanyOrderCreditNote: 'Read a credit note of an order, as a page that prints',
  makeInvoice:
    'Make the invoice of an order whose goods have not left. It is made by itself when the first goods leave. A repeat changes nothing.',
  getOrderInvoice: 'Read the invoice of an order, as a page that prints',
  getOrderCreditNote: 'Read a credit note of an order, as a page that prints',
  getLinkedInvoice:
    'Read an invoice by a link that was given to its customer. The link is presigned_url of getInvoiceByShipmentId; its signature is the proof.',
};

type Options = Pick<CartRoutesOptions, 'services' | 'keys'> & { readonly desk: OrderDesk };

const page = { 200: FileAnswer<string>('A page that prints.', 'text/html') };
const ownPath = '/service/application/order/v1.0/orders/:order_id';
const path = `${staffPath}/orders/:order_id`;

const reading = operationTable(readOrders, orderTags, words, {
  getOrderPapers: { params: CompanyOrderPath, response: { 200: OrderPapers } },
  getCompanyOrderInvoice: { params: CompanyOrderPath, response: page },
  getCompanyOrderCreditNote: { params: StaffPaperPath, response: page },
});
const writing = operationTable(writeOrders, orderTags, words, {
  makeInvoice: { params: CompanyOrderPath, body: StaffChange, response: { 200: StaffOrderById } },
});
const shopping = operationTable({ kind: 'application' }, orderTags, words, {
  getOrderInvoice: { params: OrderPath, response: page },
  getOrderCreditNote: { params: PaperPath, response: page },
});
const linked = operationTable({ kind: 'public' }, orderTags, words, {
  getLinkedInvoice: { params: LinkedPaperPath, querystring: LinkedPaperQuery, response: page },
});

export const paperRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { services, desk, keys }) => {
  const { node } = services;
  const { ownOrder } = ownOrders(services, keys);
  const send = async (
    reply: FastifyReply,
    order: StoredOrder | undefined,
    kind: PaperKind,
    settlementId: string,
  ): Promise<never> => {
    if (order === undefined) throw new Refusal('order_not_found');
    const papers = await papersOf(node.db, order);
    const paper = papers.find((one) => one.kind === kind && one.settlementId === settlementId);
    if (paper === undefined) throw new Refusal('order_paper_not_found');
    const invoice = papers.find((one) => one.kind === 'invoice');
    return sendPage(reply, paperPage(order, paper, invoice)) as never;
  };

  app.get(`${ownPath}/invoice`, shopping.getOrderInvoice, async (request, reply) => {
    const { read } = await ownOrder(request, request.params.order_id);
    return send(reply, await read(), 'invoice', '');
  });

  app.get(`${ownPath}/credit-notes/:refund_id`, shopping.getOrderCreditNote, async (request, reply) => {
    const { read } = await ownOrder(request, request.params.order_id);
    return send(reply, await read(), 'credit_note', request.params.refund_id);
  });

  app.get(`${linkedPath}/:application_id/orders/:order_id/invoice`, linked.getLinkedInvoice, async (request, reply) => {
    const { application_id: applicationId, order_id: id } = request.params;
    if (!(await linkHolds(node, { applicationId, id }, request.query))) throw new Refusal('order_paper_link_invalid');
    return send(reply, await readOrder(node.db, applicationId, id), 'invoice', '');
  });

  app.get(`${path}/papers`, reading.getOrderPapers, async (request) => {
    const order = await desk.found(await desk.companyOf(request, request.params), request.params.order_id);
    const papers = await papersOf(node.db, order);
    return {
      items: papers.map((paper) => ({
        kind: paper.kind,
        number: numberOf(paper),
        year: paper.year,
        refund_id: paper.settlementId === '' ? null : paper.settlementId,
        made_on: isoTime(paper.madeAt),
      })),
    };
  });

  app.post(`${path}/invoice`, writing.makeInvoice, async (request, reply) =>
    desk.change(request, reply, request.params, {
      action: 'order.invoice',
      reason: request.body.reason,
      run: (change) => makeInvoice(node, change),
    }),
  );

  app.get(`${path}/invoice`, reading.getCompanyOrderInvoice, async (request, reply) => {
    const order = await desk.found(await desk.companyOf(request, request.params), request.params.order_id);
    return send(reply, order, 'invoice', '');
  });

  app.get(`${path}/credit-notes/:refund_id`, reading.getCompanyOrderCreditNote, async (request, reply) => {
    const order = await desk.found(await desk.companyOf(request, request.params), request.params.order_id);
    return send(reply, order, 'credit_note', request.params.refund_id);
  });
};
