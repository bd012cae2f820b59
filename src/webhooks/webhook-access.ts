/** What the routes of this area have in common: where they are, who may use them, and how a write is asked for. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authorOf } from '../applications/author.ts';
import type { Node } from '../applications/node.ts';
import { permittedCaller } from '../http/access.ts';
import type { Access } from '../http/caller.ts';
import { requireVersion } from '../http/requests/conditional.ts';
import { keyUse, onceByKey } from '../http/idempotency.ts';
import type { SubscriberRequest } from './subscribers/save-subscriber.ts';

const platform = '/service/platform/webhook';
export const companyPath = (version: 'v1.0' | 'v2.0' | 'v3.0'): string =>
  `${platform}/${version}/company/:company_id/subscriber`;
export const subscriberPath = `${companyPath('v1.0')}/:subscriber_id`;
export const extensionPath = `${platform}/v1.0/company/:company_id/extension/:extension_id/subscriber`;
export const eventListPath = `${platform}/v1.0/company/:company_id/events`;
export const eventQueryPath = '/service/common/webhook/v1.0/events/query-event-details';

export const readWebhooks: Access = { kind: 'permission', permission: 'company/webhooks/read' };
export const writeWebhooks: Access = { kind: 'permission', permission: 'company/webhooks/write' };
export const webhookTags = ['Webhooks'];

const clientOf = (request: FastifyRequest): string | null => {
  const caller = permittedCaller(request);
  return caller.kind === 'service' ? caller.clientId : null;
};

/** A write that happens once under an Idempotency-Key, told who asks and on which version (If-Match). */
export const writeOnce = <T>(
  node: Node,
  request: FastifyRequest,
  reply: FastifyReply,
  status: 200 | 201,
  { run, replay }: { run: (write: SubscriberRequest) => Promise<T>; replay: (id: number) => Promise<T> },
): Promise<T> => {
  reply.code(status);
  return onceByKey(node.db, reply, keyUse(request, '', node.now()), {
    run: (remember) =>
      run({
        ...authorOf(request),
        clientId: clientOf(request),
        checkVersion: (version) => requireVersion(request.headers['if-match'], version),
        remember: (id) => remember({ status, document: { id } }),
      }),
    replay: ({ document }) => replay((document as { readonly id: number }).id),
  });
};
