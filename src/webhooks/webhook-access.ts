/** What the routes of this area have in common: where they are, who may use them, and how a write is asked for. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Node } from '../applications/node.ts';
import { type OnceWritten, writeOnce } from '../applications/write-once.ts';
import { permittedCaller } from '../http/access.ts';
import type { Access } from '../http/caller.ts';
import type { SubscriberRequest } from './subscribers/save-subscriber.ts';

const platform = '/service/platform/webhook';
export const companyPath = (version: 'v1.0' | 'v2.0' | 'v3.0'): string =>
  `${platform}/${version}/company/:company_id/subscriber`;
export const subscriberPath = `${companyPath('v1.0')}/:subscriber_id`;
export const extensionPath = `${platform}/v1.0/company/:company_id/extension/:extension_id/subscriber`;
export const eventListPath = `${platform}/v1.0/company/:company_id/events`;
export const publicEventListPath = '/service/common/webhook/v1.0/events';
export const eventQueryPath = '/service/common/webhook/v1.0/events/query-event-details';

export const readWebhooks: Access = { kind: 'permission', permission: 'company/webhooks/read' };
export const writeWebhooks: Access = { kind: 'permission', permission: 'company/webhooks/write' };
export const webhookTags = ['Webhooks'];

const clientOf = (request: FastifyRequest): string | null => {
  const caller = permittedCaller(request);
  return caller.kind === 'service' ? caller.clientId : null;
};

/** Told also which client calls. */
export const writeSubscriber = <T>(
  node: Node,
  request: FastifyRequest,
  reply: FastifyReply,
  { run, ...once }: Omit<OnceWritten<T, number>, 'run'> & { readonly run: (write: SubscriberRequest) => Promise<T> },
): Promise<T> =>
  writeOnce(node, request, reply, { ...once, run: (write) => run({ ...write, clientId: clientOf(request) }) });
