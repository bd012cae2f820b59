/** What service clients change of shipments, on the SDK's own paths: a step, a carrier and what it tells, a note, an invoice. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Node } from '../../applications/node.ts';
import { CompanyPath } from '../../contract/applications/application-admin-contract.ts';
import { ShipmentStatusAnswer } from '../../contract/orders/order-shipment-contract.ts';
import {
  HistoryBody,
  InvoiceIds,
  InvoiceIdsBody,
  InvoiceTypePath,
  ShipmentHistory,
  StaffStatusBody,
  TrackingBody,
  TrackingRow,
} from '../../contract/orders/staff-shipment-requests.ts';
import { operationTable } from '../../http/operation.ts';
import { readTime } from '../../shared/clock.ts';
import { Refusal } from '../../shared/errors.ts';
import { trackParcel } from '../goods/send-parcels.ts';
import { trackingIn } from '../goods/units-asked.ts';
import { readTimeline } from '../notes/read-timeline.ts';
import { writeNote } from '../notes/write-note.ts';
import { type OrderDesk, orderTags, writeOrders } from '../order-desk.ts';
import type { Scan } from '../order-progress.ts';
import { makeInvoice } from '../papers/make-invoice.ts';
import { numberOf } from '../papers/paper-rules.ts';
import { papersOf } from '../papers/paper-store.ts';
import { reasonIn } from './shipment-reasons.ts';
import { historyOf, trackingOf } from './staff-shipment-activity.ts';
import { stepsOfShipments } from './staff-shipment-steps.ts';
import { managePath, staffShipments } from './staff-shipments.ts';

const words = {
  updateCompanyShipmentStatus:
    'Take a shipment a step further: it left, arrived, is cancelled, comes back. One step of one shipment, whole or some units of it. A repeat under its Idempotency-Key changes nothing.',
  updateCompanyShipmentTracking:
    'Name the carrier of the parcel of a shipment that left last, and keep what it says of it. It changes no state: that the goods arrived is a step of the shipment.',
  postCompanyShipmentHistory: 'Write a note beside the order of a shipment; its customer never sees it',
  generateInvoiceId:
    'Make the invoice of a shipment’s order, and say its number. There is one invoice of an order. A repeat changes nothing.',
};

type Options = { readonly node: Node; readonly desk: OrderDesk };

const writing = operationTable(writeOrders, orderTags, words, {
  updateCompanyShipmentStatus: { params: CompanyPath, body: StaffStatusBody, response: { 200: ShipmentStatusAnswer } },
  updateCompanyShipmentTracking: { params: CompanyPath, body: TrackingBody, response: { 200: TrackingRow } },
  postCompanyShipmentHistory: { params: CompanyPath, body: HistoryBody, response: { 200: ShipmentHistory } },
  generateInvoiceId: { params: InvoiceTypePath, body: InvoiceIdsBody, response: { 200: InvoiceIds } },
});

const refused = (field: string, message: string): Refusal =>
  new Refusal('body_invalid', { details: [{ field, message }] });

/** Undefined when only the carrier is named. */
const scanIn = (body: TrackingBody): Scan | undefined => {
  const at = readTime(body.dp_status_updated_at);
  if (Number.isNaN(at)) throw refused('body.dp_status_updated_at', 'Write a time such as 2026-11-15T18:00:00Z.');
  if (body.journey !== 'forward') throw refused('body.journey', 'Only parcels to the customer are followed: forward.');
  const status = (body.dp_status ?? body.operational_status ?? '').trim();
  return status === '' ? undefined : { status, at, place: body.dp_location ?? '', remark: body.remark ?? '' };
};

export const staffShipmentChangeRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { node, desk }) => {
  const { named } = staffShipments(node, desk);

  app.put(`${managePath}/shipment/status-internal`, writing.updateCompanyShipmentStatus, async (request, reply) => {
    const [step] = request.body.statuses;
    const [asked] = step?.shipments ?? [];
    if (step === undefined || asked === undefined) throw new Refusal('body_invalid');
    const { action, flow, take } = stepsOfShipments[step.status];
    const { order, shipment } = await named(request, request.params, asked.identifier);
    const { order: after, shipments } = await desk.change(
      request,
      reply,
      { company_id: request.params.company_id, order_id: order.id },
      { action, reason: reasonIn(asked, flow), run: (change) => take(node, { change, order, shipment, asked }) },
    );
    const shown = shipments?.find(({ shipment_id: id }) => id === shipment.id);
    const made = step.status === 'return_initiated' ? after?.returns?.at(-1)?.return_id : undefined;
    return {
      statuses: [
        {
          shipments: [
            {
              identifier: shipment.id,
              status: 200,
              final_state: { shipment_status: shown?.shipment_status ?? '' },
              return_id: made ?? null,
            },
          ],
        },
      ],
    };
  });

  app.post(`${managePath}/tracking`, writing.updateCompanyShipmentTracking, async (request, reply) => {
    const { shipment_id: shipmentId, awb, dp_name: carrier, meta } = request.body;
    const { order } = await named(request, request.params, shipmentId);
    const scan = scanIn(request.body);
    const tracking = trackingIn({ carrier, tracking_number: awb, tracking_url: meta?.tracking_url });
    await desk.change(
      request,
      reply,
      { company_id: request.params.company_id, order_id: order.id },
      {
        action: 'order.track',
        reason: '',
        run: (change) => trackParcel(node, { ...change, of: { shipmentId }, tracking, scan }),
      },
    );
    const now = await named(request, request.params, shipmentId);
    const last = trackingOf(now.order, now.shipment).findLast(
      (row) => row.awb === awb && (scan === undefined || row.dp_status === scan.status),
    );
    if (last === undefined) throw new Refusal('order_parcel_not_found');
    return last;
  });

  app.post(`${managePath}/shipment/history`, writing.postCompanyShipmentHistory, async (request, reply) => {
    const [written] = request.body.activity_history;
    if (written === undefined) throw new Refusal('body_invalid');
    const { user_name: who, message } = written.data;
    const id = written.filters[0]?.shipment_id ?? '';
    const { order, shipment } = await named(request, request.params, id);
    const text = who.trim() === '' ? message : `${who.trim()}: ${message}`;
    await writeNote(node, request, reply, { order, text, status: 200 });
    return { success: true, activity_history: historyOf(order, shipment, await readTimeline(node.db, order)) };
  });

  app.post(`${managePath}/:invoice_type/id/generate`, writing.generateInvoiceId, async (request, reply) => {
    const [id = ''] = request.body.shipment_ids;
    const { order, shipment } = await named(request, request.params, id);
    await desk.change(
      request,
      reply,
      { company_id: request.params.company_id, order_id: order.id },
      { action: 'order.invoice', reason: '', run: (change) => makeInvoice(node, change) },
    );
    const invoice = (await papersOf(node.db, order)).find(({ kind }) => kind === 'invoice');
    if (invoice === undefined) throw new Refusal('order_paper_not_found');
    return { items: [{ shipment_id: shipment.id, success: true, invoice_id: numberOf(invoice) }] };
  });
};
