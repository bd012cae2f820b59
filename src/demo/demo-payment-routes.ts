/**
 * The payment service of the demo shop: no money moves, but everything else is as with a real one. It reads the order as its
 * shopper, and reports by the same signed call as any payment service does, so it can do nothing that such a one cannot. It is
 * there for the demo shop alone, and gone as soon as the operator sets a `payment_secret` of his own, or a payment provider.
 */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify';
import type { Node } from '../applications/node.ts';
import { DemoPaid, DemoPayment } from '../contract/orders/demo-payment-contract.ts';
import { ErrorBody } from '../contract/primitives.ts';
import { applicationCaller } from '../http/access.ts';
import { Refusal } from '../shared/errors.ts';
import { ownEntry } from '../shared/own-entry.ts';
import { objectId } from '../shared/identifiers.ts';
import { demoPaymentSecret } from './demo-statements.ts';

export type DemoPaymentOptions = {
  readonly node: Node;
  /** As payment services sign: the base64 of what follows `v1,`. */
  readonly sign: (secret: string, id: string, timestamp: string, body: Uint8Array) => string;
};

type Answered = { readonly statusCode: number; readonly body: Readonly<Record<string, unknown>> };
type Payable = { readonly status: string; readonly order_value: number; readonly currency: { readonly code: string } };

const send = async (app: FastifyInstance, options: InjectOptions): Promise<Answered> => {
  const answer = await app.inject(options);
  return { statusCode: answer.statusCode, body: answer.json() };
};

/** What says who the shopper is. */
const shopperOf = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    ['authorization', 'x-anonymous-id', 'x-customer-token', 'cookie'].flatMap((name) => {
      const value = ownEntry(headers, name);
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );

export const demoPaymentRoutes: FastifyPluginAsyncTypebox<DemoPaymentOptions> = async (app, { node, sign }) => {
  const orderOf = async (request: FastifyRequest, id: string): Promise<Payable> => {
    const url = `/service/application/order/v1.0/orders/${encodeURIComponent(id)}`;
    const { statusCode, body } = await send(app, { url, headers: shopperOf(request), remoteAddress: request.ip });
    if (statusCode !== 200) throw new Refusal('order_not_found');
    return body['order'] as Payable;
  };

  app.post(
    '/demo/payment',
    {
      config: { access: { kind: 'application' } },
      schema: { hide: true, body: DemoPayment, response: { 200: DemoPaid, '4xx': ErrorBody } },
    },
    async (request, reply) => {
      const { applicationId, companyId } = applicationCaller(request);
      const secret = await demoPaymentSecret(node, companyId, applicationId);
      if (secret === undefined) throw new Refusal('route_not_found');
      const { order_id, outcome } = request.body;
      const { order_value: amount, currency } = await orderOf(request, order_id);
      const payload = JSON.stringify({
        order_id,
        payment_id: `demo-${objectId(node.random)}`,
        amount,
        currency: currency.code,
        outcome,
      });
      const id = objectId(node.random);
      const timestamp = String(Math.floor(node.now() / 1000));
      const { statusCode, body } = await send(app, {
        method: 'POST',
        url: `/service/common/payment/v1.0/application/${applicationId}/confirmation`,
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': `v1,${sign(secret, id, timestamp, Buffer.from(payload))}`,
        },
        remoteAddress: request.ip,
        payload,
      });
      // A payment that cannot be kept is refused to the service, and the shopper sees what became of the order.
      if (statusCode >= 500) throw new Refusal('overloaded');
      reply.header('cache-control', 'no-store');
      const { status } = statusCode === 200 ? { status: String(body['status']) } : await orderOf(request, order_id);
      return { order_id, status };
    },
  );
};
