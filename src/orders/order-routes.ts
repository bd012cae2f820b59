/** Every operation on orders: from checkout to the export. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { CartRoutesOptions } from '../cart/call/cart-call.ts';
import type { Database } from '../db/database.ts';
import type { ForRead } from '../http/replica-reads.ts';
import { mirrorForStaff } from '../cart/staff/staff-mirror.ts';
import { leaveOutNulls } from '../http/without-nulls.ts';
import { letTry } from '../http/dry-run.ts';
import { withTriableNode } from '../cart/call/cart-call.ts';
import { explainRoutes } from './explain/explain-routes.ts';
import { checkoutRoutes } from './checkout/checkout-routes.ts';
import { goodsAdminRoutes } from './goods/goods-admin-routes.ts';
import { orderAdminRoutes } from './order-admin-routes.ts';
import { orderDesk } from './order-desk.ts';
import { orderShopperRoutes } from './order-shopper-routes.ts';
import { noteRoutes } from './notes/note-routes.ts';
import { ossAdminRoutes } from './oss/oss-admin-routes.ts';
import { paperRoutes } from './papers/paper-routes.ts';
import { refundAdminRoutes } from './refunds/refund-admin-routes.ts';
import { publicAddresses, systemResolver } from '../http/outgoing/address-guard.ts';
import { providerAdminRoutes } from './providers/provider-admin-routes.ts';
import { providerGate, type ProviderReach } from './providers/provider-call.ts';
import { providerRoutes } from './providers/provider-routes.ts';
import { paymentRoutes } from './payment/payment-routes.ts';
import { shipmentRoutes } from './shipments/shipment-routes.ts';
import { staffShipmentChangeRoutes } from './shipments/staff-shipment-change-routes.ts';
import { staffShipmentRoutes } from './shipments/staff-shipment-routes.ts';

export type OrderRoutesOptions = CartRoutesOptions & {
  /** Which addresses of payment providers may be called; public ones when left out. */
  readonly reach?: Pick<ProviderReach, 'policy' | 'resolve'>;
  /** For what may be old; the node's own when left out. */
  readonly old?: ForRead<Database> | undefined;
};

export const orderRoutes: FastifyPluginAsyncTypebox<OrderRoutesOptions> = async (app, options) => {
  const { node } = options.services;
  const { old = () => node.db } = options;
  leaveOutNulls(app, '/service/platform/cart/', 'Staff');
  mirrorForStaff(app, node);
  letTry(app, (path) => path.endsWith('/checkout'));
  await app.register(checkoutRoutes, withTriableNode(options));
  await app.register(orderShopperRoutes, options);
  await app.register(shipmentRoutes, options);
  const desk = orderDesk(options.services);
  await app.register(orderAdminRoutes, { node, desk, old });
  await app.register(staffShipmentRoutes, { node, desk, publicUrl: options.publicUrl });
  await app.register(staffShipmentChangeRoutes, { node, desk });
  await app.register(goodsAdminRoutes, { node, desk });
  await app.register(explainRoutes, { ...options, desk });
  await app.register(refundAdminRoutes, { node, desk });
  await app.register(paperRoutes, { ...options, desk });
  await app.register(ossAdminRoutes, { node, desk });
  await app.register(noteRoutes, { node, desk });
  await app.register(paymentRoutes, { tellers: options.services });
  const { policy, resolve } = options.reach ?? { policy: publicAddresses, resolve: systemResolver };
  const reach: ProviderReach = { policy, resolve, random: node.random, gate: providerGate() };
  await app.register(providerRoutes, { ...options, reach });
  await app.register(providerAdminRoutes, { node, reach, desk });
};
