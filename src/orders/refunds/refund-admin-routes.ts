/** Refunds of a company, for the shop's own people and systems: list them, and say what became of one. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { auditStatement } from '../../applications/audit-statements.ts';
import { listPage } from '../../applications/cursor.ts';
import type { Node } from '../../applications/node.ts';
import { writeOnce } from '../../applications/write-once.ts';
import { CompanyPath } from '../../contract/applications/application-admin-contract.ts';
import {
  type ListedRefund,
  RefundChange,
  RefundList,
  RefundPath,
  RefundsQuery,
} from '../../contract/orders/order-goods-contract.ts';
import { StaffOrderById } from '../../contract/orders/staff-order-contract.ts';
import { operationTable } from '../../http/operation.ts';
import { amountsIn } from '../../shared/amounts.ts';
import { isoTime } from '../../shared/clock.ts';
import { currencyOf } from '../../shared/currency.ts';
import { type OrderDesk, orderTags, readOrders, staffPath, writeOrders } from '../order-desk.ts';
import { readCompanyOrder } from '../order-store.ts';
import { changeRefund } from './change-refund.ts';
import { refundAfter } from './refund-rules.ts';
import { listRefunds, type StoredRefund } from './refund-store.ts';

const words = {
  getRefunds: 'List the refunds of a company, the oldest first',
  sentRefund: 'Say that a refund is on its way',
  doneRefund: 'Say that a refund has reached who paid',
  failedRefund: 'Say that a refund did not reach who paid',
};

const reading = operationTable(readOrders, orderTags, words, {
  getRefunds: { params: CompanyPath, querystring: RefundsQuery, response: { 200: RefundList } },
});
const change = { params: RefundPath, body: RefundChange, response: { 200: StaffOrderById } };
const writing = operationTable(writeOrders, orderTags, words, {
  sentRefund: change,
  doneRefund: change,
  failedRefund: change,
});
const steps = [
  { state: 'sent', operation: writing.sentRefund },
  { state: 'done', operation: writing.doneRefund },
  { state: 'failed', operation: writing.failedRefund },
] as const;

const listed = (refund: StoredRefund): ListedRefund => ({
  refund_id: refund.id,
  order_id: refund.orderId,
  application_id: refund.applicationId,
  payment_id: refund.paymentId,
  cause: refund.cause,
  status: refund.state,
  amount: amountsIn(currencyOf(refund.currency)).number(refund.amount),
  currency: refund.currency,
  reference: refund.reference,
  created_on: isoTime(refund.createdAt),
  modified_on: isoTime(refund.modifiedAt),
});

type Options = { readonly node: Node; readonly desk: OrderDesk };

export const refundAdminRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { node, desk }) => {
  app.get(`${staffPath}/refunds`, reading.getRefunds, async (request) => {
    const { companyId } = await desk.companyOf(request, request.params);
    const { status: state } = request.query;
    return listPage(request.query, ['number', 'string'], {
      read: (after, limit) => listRefunds(node.db, { companyId, state, after, limit }),
      placeOf: ({ createdAt, id }) => [createdAt, id],
      view: listed,
    });
  });

  for (const { state, operation } of steps) {
    app.post(`${staffPath}/orders/:order_id/refunds/:refund_id/${state}`, operation, async (request, reply) => {
      const { reason, reference = null } = request.body;
      const { order_id: orderId, refund_id: refundId } = request.params;
      const company = await desk.companyOf(request, request.params);
      return writeOnce(node, request, reply, {
        run: async ({ remember, ...author }) => {
          const { order } = await changeRefund(node, {
            read: () => readCompanyOrder(node.db, company, orderId),
            refundId,
            after: (refund, at) => refundAfter(refund, { state, at, by: author.actor, reason, reference }),
            remember: () => remember(orderId),
            more: (before, after) => [
              auditStatement(
                {
                  ...author,
                  organizationId: company.organizationId,
                  action: 'order.refund',
                  subject: `order/${orderId}`,
                  before: { refund: refundId, state: before.state },
                  after: { refund: refundId, state: after.state, reason },
                  at: after.modifiedAt,
                },
                node.random,
              ),
            ],
          });
          return desk.shown(order);
        },
        replay: async (id) => desk.shown(await desk.found(company, id)),
      });
    });
  }
};
