/** Parcels and returns of an order, for the shop's own people. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { cursorPage, pageSize, readCursor } from '../../applications/cursor.ts';
import type { Node } from '../../applications/node.ts';
import { CompanyPath } from '../../contract/applications/application-admin-contract.ts';
import {
  DeliveredBody,
  ParcelBody,
  ParcelPath,
  PreviewBody,
  ReceivedBody,
  RefundPreview,
  ReturnAnswer,
  ReturnList,
  ReturnPath,
  ReturnsQuery,
  StaffReturnBody,
  TrackingBody,
} from '../../contract/orders/order-goods-contract.ts';
import { RefundViewQuery, StaffRefundView } from '../../contract/orders/refund-view-contract.ts';
import { CompanyOrderPath } from '../../contract/orders/order-requests.ts';
import { StaffOrderById } from '../../contract/orders/staff-order-contract.ts';
import { operationTable } from '../../http/operation.ts';
import { returnView } from '../answer/goods-view.ts';
import { type OrderDesk, orderTags, readOrders, staffPath, writeOrders } from '../order-desk.ts';
import { previewRefund } from './preview-refund.ts';
import { refundView } from './refund-view.ts';
import { listReturns } from './return-store.ts';
import { answerReturn, receiveReturn, requestReturn } from './return-units.ts';
import { deliverParcel, noTracking, sendParcel, trackParcel } from './send-parcels.ts';
import { amountIn, isGiven, trackingIn, unitsIn } from './units-asked.ts';

const words = {
  sendParcel:
    'Say that goods of an order have left, and with whom. Goods of several shipments leave in one parcel for each.',
  trackParcel: 'Name the carrier of a parcel, or correct it',
  deliverParcel: 'Say that a parcel has reached its customer',
  previewOrderRefund: 'Say what giving some units back would come to. Nothing changes.',
  getOrderRefundView:
    'Say for each line what one unit of it would give back. If it alone is given back, offers that lose their ground included, and by who pays for them.',
  getReturns: 'List what comes back to a company, the oldest first',
  requestReturnForCustomer: 'Take delivered goods back, at whatever time',
  approveReturn: 'Let goods come back',
  refuseReturn: 'Refuse a return',
  receiveReturn: 'Say that returned goods have come: their money is given back',
};

const path = `${staffPath}/orders/:order_id`;
const reading = operationTable(readOrders, orderTags, words, {
  previewOrderRefund: { params: CompanyOrderPath, body: PreviewBody, response: { 200: RefundPreview } },
  getOrderRefundView: { params: CompanyOrderPath, querystring: RefundViewQuery, response: { 200: StaffRefundView } },
  getReturns: { params: CompanyPath, querystring: ReturnsQuery, response: { 200: ReturnList } },
});
const response = { 200: StaffOrderById };
const writing = operationTable(writeOrders, orderTags, words, {
  sendParcel: { params: CompanyOrderPath, body: ParcelBody, response },
  trackParcel: { params: ParcelPath, body: TrackingBody, response },
  deliverParcel: { params: ParcelPath, body: DeliveredBody, response },
  requestReturnForCustomer: { params: CompanyOrderPath, body: StaffReturnBody, response },
  approveReturn: { params: ReturnPath, body: ReturnAnswer, response },
  refuseReturn: { params: ReturnPath, body: ReturnAnswer, response },
  receiveReturn: { params: ReturnPath, body: ReceivedBody, response },
});

const answers = [
  { verb: 'approve', state: 'approved', operation: writing.approveReturn },
  { verb: 'refuse', state: 'refused', operation: writing.refuseReturn },
] as const;

type Options = { readonly node: Node; readonly desk: OrderDesk };

export const goodsAdminRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { node, desk }) => {
  app.post(`${path}/parcels`, writing.sendParcel, async (request, reply) => {
    const { items, reason = '' } = request.body;
    const tracking = { ...noTracking, ...trackingIn(request.body) };
    return desk.change(request, reply, request.params, {
      action: 'order.ship',
      reason,
      run: (change) => sendParcel(node, { ...change, tracking, items: isGiven(items) ? unitsIn(items) : undefined }),
    });
  });

  app.post(`${path}/parcels/:parcel_id/track`, writing.trackParcel, async (request, reply) => {
    const { reason = '' } = request.body;
    const tracking = trackingIn(request.body);
    const { parcel_id: parcelId } = request.params;
    return desk.change(request, reply, request.params, {
      action: 'order.track',
      reason,
      run: (change) => trackParcel(node, { ...change, of: { parcelId }, tracking }),
    });
  });

  app.post(`${path}/parcels/:parcel_id/deliver`, writing.deliverParcel, async (request, reply) => {
    const { reason = '', collected } = request.body;
    const order = await desk.found(await desk.companyOf(request, request.params), request.params.order_id);
    return desk.change(request, reply, request.params, {
      action: 'order.deliver',
      reason,
      run: (change) =>
        deliverParcel(node, {
          ...change,
          parcelId: request.params.parcel_id,
          collected: isGiven(collected) ? amountIn(order, collected) : undefined,
        }),
    });
  });

  app.post(`${path}/refund-preview`, reading.previewOrderRefund, async (request) => {
    const order = await desk.found(await desk.companyOf(request, request.params), request.params.order_id);
    return previewRefund(node, order, unitsIn(request.body.items));
  });

  app.get(`${path}/refund-view`, reading.getOrderRefundView, async (request) => {
    const order = await desk.found(await desk.companyOf(request, request.params), request.params.order_id);
    return refundView(node, order, request.query);
  });

  app.get(`${staffPath}/returns`, reading.getReturns, async (request) => {
    const { companyId } = await desk.companyOf(request, request.params);
    const { status: state, page_id: pageId } = request.query;
    const size = pageSize(request.query);
    const after = readCursor<[number, string]>(pageId, ['number', 'string']);
    const found = await listReturns(node.db, { companyId, state, after, limit: size + 1 });
    const { rows, page } = cursorPage(found, size, ({ createdAt, id }) => [createdAt, id]);
    const items = rows.flatMap(({ orderId, found: one }) =>
      one === undefined ? [] : [{ order_id: orderId, ...returnView(one) }],
    );
    return { items, page };
  });

  app.post(`${path}/returns`, writing.requestReturnForCustomer, async (request, reply) => {
    const { items, reason, approved = false, received = false, restock: restocked = true } = request.body;
    return desk.change(request, reply, request.params, {
      action: received ? 'order.return_receive' : 'order.return',
      reason,
      run: (change) =>
        requestReturn(node, {
          ...change,
          items: unitsIn(items),
          reason,
          state: approved ? 'approved' : 'requested',
          ...(received && { arrived: { restocked } }),
        }),
    });
  });

  for (const { verb, state, operation } of answers) {
    app.post(`${path}/returns/:return_id/${verb}`, operation, async (request, reply) => {
      const { return_id: returnId } = request.params;
      return desk.change(request, reply, request.params, {
        action: `order.return_${verb}`,
        reason: request.body.reason,
        run: (change) => answerReturn(node, { ...change, returnId, state }),
      });
    });
  }

  app.post(`${path}/returns/:return_id/receive`, writing.receiveReturn, async (request, reply) => {
    const { items, reason, restock: restocked = true } = request.body;
    const { return_id: returnId } = request.params;
    return desk.change(request, reply, request.params, {
      action: 'order.return_receive',
      reason,
      run: (change) =>
        receiveReturn(node, { ...change, returnId, restocked, items: isGiven(items) ? unitsIn(items) : undefined }),
    });
  });
};
