/** The shop's own people, who take an order a step further. */
import { signedIn } from '../applications/test-server.ts';
import type { OrderServer } from './order-server.ts';

export type OrderStaff = {
  /** The status, and why not or the state of the order. */
  readonly step: (
    orderId: string,
    step: 'ship' | 'deliver' | 'cancel',
  ) => Promise<readonly [number, string | undefined]>;
};

export const openOrderStaff = async ({ app, shop }: OrderServer): Promise<OrderStaff> => {
  const owner = await signedIn(app, shop.node, shop, 'owner');
  return {
    step: async (orderId, step) => {
      const answer = await owner({
        method: 'POST',
        url: `/service/platform/order/v1.0/company/${shop.companyId}/orders/${orderId}/${step}`,
        payload: { reason: 'test' },
      });
      const body = answer.json<{ error_code?: string; order?: { status: string } }>();
      return [answer.statusCode, body.error_code ?? body.order?.status];
    },
  };
};
