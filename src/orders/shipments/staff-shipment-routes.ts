/** Shipments and lines of a company's orders, for service clients, on the SDK's own paths: listed, read, followed. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type CompanyPlace, namedApplication, placeOf } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import { ApplicationPath, CompanyPath } from '../../contract/applications/application-admin-contract.ts';
import { ShipmentBagReasons, ShipmentTrack } from '../../contract/orders/order-shipment-contract.ts';
import { CompanyOrderPath } from '../../contract/orders/order-requests.ts';
import {
  BagDetails,
  BagsListing,
  ShipmentDetails,
  ShipmentsListing,
} from '../../contract/orders/staff-shipment-contract.ts';
import {
  ApplicationShipmentLinePath,
  ApplicationShipmentPath,
  ApplicationShipmentsQuery,
  BagQuery,
  BagsQuery,
  HistoryQuery,
  ReasonList,
  ReasonsPath,
  Receipt,
  ReceiptQuery,
  ShipmentBagStatePath,
  ShipmentDetailsQuery,
  ShipmentHistory,
  ShipmentsQuery,
  TrackingList,
  TrackingQuery,
} from '../../contract/orders/staff-shipment-requests.ts';
import { operationTable } from '../../http/operation.ts';
import { Refusal } from '../../shared/errors.ts';
import { type AskedPage, askedPage, numberedPage } from '../../shared/paging.ts';
import { viewsInTurns } from '../answer/views-in-turns.ts';
import { readTimeline } from '../notes/read-timeline.ts';
import type { StoredOrder } from '../order-document.ts';
import { type OrderDesk, orderTags, readOrders, staffPath } from '../order-desk.ts';
import { invoiceLink } from '../papers/paper-link.ts';
import { numberOf } from '../papers/paper-rules.ts';
import { papersOf } from '../papers/paper-store.ts';
import { readBags } from './read-bags.ts';
import { listShipments, type ShipmentFilter } from './shipment-list-store.ts';
import { bagReasons, reasonsFor } from './shipment-reasons.ts';
import { bagNamed } from './shipment-rules.ts';
import { trackView } from './shipment-view.ts';
import { historyOf, trackingOf } from './staff-shipment-activity.ts';
import { namedBags, shipmentFilterOf } from './staff-shipment-query.ts';
import { detailedShipment, listedShipment, shopMay, staffBagView } from './staff-shipment-view.ts';
import { managePath, staffShipments } from './staff-shipments.ts';

const words = {
  getCompanyShipments: 'List the shipments of a company, the newest first',
  getApplicationShipments: 'List the shipments of an application, the newest first',
  getCompanyShipment: 'Read a shipment with its lines, its steps and its invoice',
  getCompanyBags: 'List lines of orders. Of the lines, shipments and orders that are named, at most 50 of each.',
  getCompanyBag: 'Read a line of an order',
  getCompanyBagReasons: 'List why a line may be cancelled or taken back now',
  getApplicationBagReasons: 'List why a line may be cancelled or taken back now',
  getApplicationReasons: 'List the reasons there are to cancel or to return',
  getCompanyShipmentHistory: 'Say what happened to a shipment and its order, notes included, the oldest first',
  getCompanyShipmentTracking: 'Say what carriers told of a shipment, the oldest first',
  trackApplicationShipment: 'Say what happened to a shipment, as its customer reads it',
  getOrderReceipt:
    'Make a link to the invoice of an order, such as one sold over the counter. It opens in a browser for a quarter of an hour.',
};

type Options = { readonly node: Node; readonly desk: OrderDesk; readonly publicUrl: URL };

const applicationPath = `${staffPath}/application/:application_id`;
const reading = operationTable(readOrders, orderTags, words, {
  getCompanyShipments: { params: CompanyPath, querystring: ShipmentsQuery, response: { 200: ShipmentsListing } },
  getApplicationShipments: {
    params: ApplicationPath,
    querystring: ApplicationShipmentsQuery,
    response: { 200: ShipmentsListing },
  },
  getCompanyShipment: { params: CompanyPath, querystring: ShipmentDetailsQuery, response: { 200: ShipmentDetails } },
  getCompanyBags: { params: CompanyPath, querystring: BagsQuery, response: { 200: BagsListing } },
  getCompanyBag: { params: CompanyPath, querystring: BagQuery, response: { 200: BagDetails } },
  getCompanyBagReasons: { params: ShipmentBagStatePath, response: { 200: ShipmentBagReasons } },
  getApplicationBagReasons: { params: ApplicationShipmentLinePath, response: { 200: ShipmentBagReasons } },
  getApplicationReasons: { params: ReasonsPath, response: { 200: ReasonList } },
  getCompanyShipmentHistory: { params: CompanyPath, querystring: HistoryQuery, response: { 200: ShipmentHistory } },
  getCompanyShipmentTracking: { params: CompanyPath, querystring: TrackingQuery, response: { 200: TrackingList } },
  trackApplicationShipment: { params: ApplicationShipmentPath, response: { 200: ShipmentTrack } },
  getOrderReceipt: { params: CompanyOrderPath, querystring: ReceiptQuery, response: { 200: Receipt } },
});

export const staffShipmentRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { node, desk, publicUrl }) => {
  const { named } = staffShipments(node, desk);

  const listed = async (company: CompanyPlace, filter: ShipmentFilter, page: AskedPage) => {
    const { found, total } = await listShipments(node.db, { company }, filter, page);
    const stores = await desk.storesNow(
      company.companyId,
      found.map(({ order }) => order),
    );
    return {
      success: true,
      message: '',
      total_count: total,
      items: await viewsInTurns(
        found,
        ({ order }) => order.document.lines.length,
        ({ order, shipment }) => listedShipment(order, shipment, stores),
      ),
      page: numberedPage({ ...page, itemCount: found.length, total }),
    };
  };
  const invoiceOf = async (order: StoredOrder) => {
    if (order.progress.invoiced !== true) return undefined;
    const papers = await papersOf(node.db, order);
    const invoice = papers.find(({ kind }) => kind === 'invoice');
    if (invoice === undefined) return undefined;
    const note = papers.findLast(({ kind }) => kind === 'credit_note');
    const { url } = await invoiceLink(node, publicUrl, order);
    return {
      number: numberOf(invoice),
      madeAt: invoice.madeAt,
      url,
      creditNote: note === undefined ? null : numberOf(note),
    };
  };

  app.get(`${staffPath}/shipments-listing`, reading.getCompanyShipments, async (request) => {
    const company = await desk.companyOf(request, request.params);
    return listed(company, shipmentFilterOf(request.query), askedPage(request.query));
  });

  app.get(`${applicationPath}/shipments`, reading.getApplicationShipments, async (request) => {
    const company = await desk.companyOf(request, request.params);
    await namedApplication(node, placeOf(request, request.params));
    const { search_id: name, ...query } = request.query;
    const asked = { ...query, ...(name === undefined ? {} : { search_value: name }) };
    const filter = { ...shipmentFilterOf(asked), applicationId: request.params.application_id };
    return listed(company, filter, askedPage(request.query));
  });

  app.get(`${staffPath}/shipment-details`, reading.getCompanyShipment, async (request) => {
    const { shipment_id: id, channel_shipment_id: other } = request.query;
    const { order, shipment } = await named(request, request.params, id ?? other ?? '');
    const stores = await desk.storesNow(order.companyId, [order]);
    const shown = detailedShipment(order, shipment, stores, await invoiceOf(order));
    return { success: true, message: '', shipments: [shown] };
  });

  app.get(`${staffPath}/bags`, reading.getCompanyBags, async (request) => {
    const company = await desk.companyOf(request, request.params);
    const { current, size } = askedPage(request.query);
    const bags = await readBags(node.db, company, namedBags(request.query));
    const shown = bags.slice((current - 1) * size, current * size);
    return {
      status_code: 200,
      data: {
        items: shown.map(({ order, line }) => staffBagView(line, order)),
        page: {
          item_total: bags.length,
          has_next: current * size < bags.length,
          page_type: 'number',
          current,
          size,
        },
      },
    };
  });

  app.get(`${staffPath}/bag-details`, reading.getCompanyBag, async (request) => {
    const company = await desk.companyOf(request, request.params);
    const [found] = await readBags(node.db, company, { bags: [request.query.bag_id], shipments: [], orders: [] });
    if (found === undefined) throw new Refusal('order_line_not_found');
    return { status_code: 200, data: staffBagView(found.line, found.order) };
  });

  app.get(
    `${staffPath}/shipments/:shipment_id/bags/:bag_id/state/:state/reasons`,
    reading.getCompanyBagReasons,
    async (request) => {
      const { shipment_id: id, bag_id: bag, state } = request.params;
      const { order } = await named(request, request.params, id);
      const line = order.document.lines[(bagNamed(bag)?.place ?? Number(bag)) - 1];
      if (line?.shipmentId !== id) throw new Refusal('order_line_not_found');
      const may = shopMay(order, line);
      return {
        success: true,
        reasons: bagReasons({
          cancel: may.cancel && state.startsWith('cancel'),
          return: may.return && state.startsWith('return'),
        }),
      };
    },
  );

  app.get(
    `${applicationPath}/orders/shipments/:shipment_id/line_number/:line_number/reasons`,
    reading.getApplicationBagReasons,
    async (request) => {
      const { shipment_id: id, line_number: number } = request.params;
      const { order } = await named(request, request.params, id);
      const line = order.document.lines[number - 1];
      if (line?.shipmentId !== id) throw new Refusal('order_line_not_found');
      return { success: true, reasons: bagReasons(shopMay(order, line)) };
    },
  );

  app.get(`${applicationPath}/orders/shipments/reasons/:action`, reading.getApplicationReasons, async (request) => {
    await namedApplication(node, placeOf(request, request.params));
    const { action } = request.params;
    const reasons = reasonsFor({ cancel: action === 'cancel', return: action === 'return' });
    return {
      success: true,
      message: '',
      reasons: reasons.map(({ id, text }) => ({ reason_id: id, reason: text })),
    };
  });

  app.get(
    `${applicationPath}/orders/shipments/:shipment_id/track`,
    reading.trackApplicationShipment,
    async (request) => {
      const { order, shipment } = await named(request, request.params, request.params.shipment_id);
      return { results: trackView(order, shipment) };
    },
  );

  app.get(`${managePath}/shipment/history`, reading.getCompanyShipmentHistory, async (request) => {
    const { order, shipment } = await named(request, request.params, request.query.shipment_id);
    return { success: true, activity_history: historyOf(order, shipment, await readTimeline(node.db, order)) };
  });

  app.get(`${managePath}/tracking`, reading.getCompanyShipmentTracking, async (request) => {
    const { order, shipment } = await named(request, request.params, request.query.shipment_id);
    const { current, size } = askedPage(request.query);
    const { awb = '' } = request.query;
    const rows = trackingOf(order, shipment).filter((row) => awb === '' || row.awb === awb);
    return {
      items: rows.slice((current - 1) * size, current * size),
      page: {
        item_total: rows.length,
        has_next: current * size < rows.length,
        has_previous: current > 1,
        current,
        size,
        type: 'number',
      },
    };
  });

  app.get(`${staffPath}/orders/:order_id/generate/pos-receipt`, reading.getOrderReceipt, async (request) => {
    const order = await desk.found(await desk.companyOf(request, request.params), request.params.order_id);
    const invoice = await invoiceOf(order);
    if (invoice === undefined) throw new Refusal('order_paper_not_found');
    return { success: true, order_id: order.id, invoice_receipt: invoice.url };
  });
};
