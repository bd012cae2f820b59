/** The payment provider of an application: read, set, taken away. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { namedApplication, placeOf } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import { writeOnce } from '../../applications/write-once.ts';
import { ApplicationPath } from '../../contract/applications/application-admin-contract.ts';
import { ProviderSettings, ProviderView } from '../../contract/orders/provider-contract.ts';
import { operations } from '../../http/operation.ts';
import type { ProviderReach } from './provider-call.ts';
import { providerView, readProvider, setProvider } from './provider-settings.ts';

const path = '/service/platform/payment/v1.0/company/:company_id/application/:application_id/provider';
const tags = ['Orders'];
const reading = operations({ kind: 'permission', permission: 'company/settings/read' }, tags);
const writing = operations({ kind: 'permission', permission: 'company/settings/write' }, tags);

export const providerAdminRoutes: FastifyPluginAsyncTypebox<{
  readonly node: Node;
  readonly reach: ProviderReach;
}> = async (app, { node, reach }) => {
  const shown = async (applicationId: string): Promise<ProviderView> =>
    providerView(await readProvider(node, applicationId));

  app.get(
    path,
    reading('getPaymentProvider', 'Read which payment provider an application uses', {
      params: ApplicationPath,
      response: { 200: ProviderView },
    }),
    async (request) => shown((await namedApplication(node, placeOf(request, request.params))).id),
  );

  app.put(
    path,
    writing('setPaymentProvider', 'Set the payment provider of an application', {
      description: 'Keys are sealed and never shown again. They count from the next payment on.',
      params: ApplicationPath,
      body: ProviderSettings,
      response: { 200: ProviderView },
    }),
    async (request, reply) => {
      const place = placeOf(request, request.params);
      return writeOnce(node, request, reply, {
        run: async (write) => {
          await setProvider(node, reach, { place, settings: request.body }, write);
          return shown(place.applicationId);
        },
        replay: () => shown(place.applicationId),
      });
    },
  );

  app.delete(
    path,
    writing('removePaymentProvider', 'Use no payment provider any more', {
      params: ApplicationPath,
      response: { 200: ProviderView },
    }),
    async (request, reply) => {
      const place = placeOf(request, request.params);
      return writeOnce(node, request, reply, {
        run: async (write) => {
          await setProvider(node, reach, { place, settings: undefined }, write);
          return shown(place.applicationId);
        },
        replay: () => shown(place.applicationId),
      });
    },
  );
};
