/** The payment provider of an application: read, set, taken away. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { auditStatement } from '../../applications/audit-statements.ts';
import { namedApplication, placeOf } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import { writeOnce } from '../../applications/write-once.ts';
import { ApplicationPath } from '../../contract/applications/application-admin-contract.ts';
import { RefundPath } from '../../contract/orders/order-goods-contract.ts';
import { StaffOrderById } from '../../contract/orders/staff-order-contract.ts';
import { ProviderSettings, ProviderView } from '../../contract/orders/provider-contract.ts';
import { operations, operationTable } from '../../http/operation.ts';
import type { ProviderReach } from './provider-call.ts';
import { type OrderDesk, orderTags, staffPath, writeOrders } from '../order-desk.ts';
import type { StoredRefund } from '../refunds/refund-store.ts';
import { sendRefund } from './send-refund.ts';
import { providerView, readProvider, setProvider } from './provider-settings.ts';

const words = {
  getPaymentProvider: 'Read which payment provider an application uses',
  setPaymentProvider:
    'Set the payment provider of an application. Keys are sealed and never shown again. They count from the next payment on.',
  removePaymentProvider: 'Use no payment provider any more',
};

const path = '/service/platform/payment/v1.0/company/:company_id/application/:application_id/provider';
const tags = ['Orders'];
const reading = operationTable({ kind: 'permission', permission: 'company/settings/read' }, tags, words, {
  getPaymentProvider: { params: ApplicationPath, response: { 200: ProviderView } },
});
const writing = operationTable({ kind: 'permission', permission: 'company/settings/write' }, tags, words, {
  setPaymentProvider: { params: ApplicationPath, body: ProviderSettings, response: { 200: ProviderView } },
  removePaymentProvider: { params: ApplicationPath, response: { 200: ProviderView } },
});

type Options = { readonly node: Node; readonly reach: ProviderReach; readonly desk: OrderDesk };

export const providerAdminRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { node, reach, desk }) => {
  app.post(
    `${staffPath}/orders/:order_id/refunds/:refund_id/send`,
    operations(writeOrders, orderTags)('sendRefund', 'Send a refund back through the payment provider', {
      description:
        'The way its payment came. However often it is sent it is paid back once: the provider knows a try that is repeated, for a day. Where no answer came for twenty hours it is refused (409 refund_state_conflict): look at the provider, then say that the refund is done or failed; one that failed is a new try. What becomes of the refund follows by the answer and by the provider’s webhook.',
      params: RefundPath,
      response: { 200: StaffOrderById },
    }),
    async (request, reply) => {
      const { order_id: orderId, refund_id: refundId } = request.params;
      const company = await desk.companyOf(request, request.params);
      return writeOnce(node, request, reply, {
        run: async ({ remember, actor, requestId }) => {
          const audited = (before: StoredRefund, after: StoredRefund) =>
            auditStatement(
              {
                actor,
                requestId,
                organizationId: company.organizationId,
                action: 'order.refund',
                subject: `order/${orderId}`,
                before: { refund: refundId, state: before.state },
                after: { refund: refundId, state: after.state },
                at: after.modifiedAt,
              },
              node.random,
            );
          const cashier = { node, reach, asker: { organization: company.organizationId, by: [] } };
          const { order } = await sendRefund(cashier, await desk.found(company, orderId), refundId, {
            by: actor,
            failsRefused: false,
            remember: () => remember(orderId),
            more: (before, after) => [audited(before, after)],
          });
          return desk.shown(order);
        },
        replay: async (id) => desk.shown(await desk.found(company, id)),
      });
    },
  );

  const shown = async (applicationId: string): Promise<ProviderView> =>
    providerView(await readProvider(node, applicationId));

  app.get(path, reading.getPaymentProvider, async (request) =>
    shown((await namedApplication(node, placeOf(request, request.params))).id),
  );

  app.put(path, writing.setPaymentProvider, async (request, reply) => {
    const place = placeOf(request, request.params);
    return writeOnce(node, request, reply, {
      run: async (write) => {
        await setProvider(node, reach, { place, settings: request.body }, write);
        return shown(place.applicationId);
      },
      replay: () => shown(place.applicationId),
    });
  });

  app.delete(path, writing.removePaymentProvider, async (request, reply) => {
    const place = placeOf(request, request.params);
    return writeOnce(node, request, reply, {
      run: async (write) => {
        await setProvider(node, reach, { place, settings: undefined }, write);
        return shown(place.applicationId);
      },
      replay: () => shown(place.applicationId),
    });
  });
};
