/** A shop of one article at ₹100 whose orders are paid for at a provider, and where points are worth a rupee each. */
import { after } from 'node:test';
import type { Engine } from '../databases.ts';
import { paymentService } from './order-payments.ts';
import { openOrderServer } from './order-server.ts';

/** `earn`: so many points for so many rupees of an order. */
export const openPayingShop = async (engine: Engine, earn: { readonly points: number; readonly for: number }) => {
  const server = await openOrderServer(engine);
  after(server.close);
  const { shop } = server;
  await shop.sell(1, [{ quantity: 1_000_000, prices: [{ currency_code: 'INR', marked: 100, effective: 100 }] }]);
  const loyalty = { worth: 1, per_points: 1, cap_bp: 10_000, earn_points: earn.points, earn_for: earn.for };
  await server.set({ cart: { loyalty } });
  const { node, applicationId } = shop;
  return { server, shop, node, applicationId, payments: paymentService(server) };
};
