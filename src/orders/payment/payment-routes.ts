/** Where a payment service confirms payments. Open to everybody; the signature is the proof. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { applicationById } from '../../applications/find-application.ts';
import { applicationOwner } from '../../applications/settings.ts';
import { PaymentConfirmation, PaymentHeard, PaymentPath } from '../../contract/orders/order-payment-contract.ts';
import { ErrorBody } from '../../contract/primitives.ts';
import { readSealed } from '../../db/sealing/sealed-values.ts';
import { parseStrictJson } from '../../http/requests/strict-json.ts';
import { findCurrency } from '../../shared/currency.ts';
import { Refusal } from '../../shared/errors.ts';
import { toMinor } from '../../shared/money.ts';
import { paymentPath } from '../checkout/checkout-answer.ts';
import { confirmPayment } from './confirm-payment.ts';
import { isSigned } from './payment-signature.ts';
import type { PaymentMessage } from './payment-store.ts';
import { settleSoon } from '../settle-order.ts';
import { type OrderTellers, tellComplete } from '../checkout/tell-checkout.ts';

const BODY_LIMIT = 16_384;

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it came, for its signature. */
    signedBytes: Buffer | undefined;
  }
}

const messageOf = ({ order_id, payment_id, amount, currency, outcome }: PaymentConfirmation): PaymentMessage => {
  const exponent = findCurrency(currency)?.exponent;
  const minor = exponent === undefined ? null : toMinor(amount, exponent);
  if (minor === null) {
    const details = [{ field: 'currency', message: `${currency} is not a currency of ISO 4217.` }];
    throw new Refusal('body_invalid', { details });
  }
  return { orderId: order_id, paymentId: payment_id, amount: minor, currency, outcome };
};

export const paymentRoutes: FastifyPluginAsyncTypebox<{ readonly tellers: OrderTellers }> = async (
  app,
  { tellers },
) => {
  const { node } = tellers;
  const findApplication = applicationById(node.db);
  app.decorateRequest('signedBytes', undefined);
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    request.signedBytes = body;
    try {
      done(null, body.length === 0 ? undefined : parseStrictJson(body));
    } catch (error) {
      done(error as Error);
    }
  });

  app.post(
    `${paymentPath}/:application_id/confirmation`,
    {
      bodyLimit: BODY_LIMIT,
      config: { access: { kind: 'public' } },
      schema: {
        operationId: 'confirmPayment',
        tags: ['Orders'],
        summary: 'Tell what became of a payment',
        description:
          'Signed with the application’s payment_secret in the headers of Standard Webhooks: webhook-id, webhook-timestamp, ' +
          'webhook-signature (v1, HMAC-SHA256 of id.timestamp.body). A repeat is answered as the first was.',
        params: PaymentPath,
        body: PaymentConfirmation,
        response: { 200: PaymentHeard, '4xx': ErrorBody },
      },
      // Before the body is looked at any further: who cannot sign learns nothing, not even what a message looks like.
      preValidation: async (request) => {
        const { application_id: applicationId } = request.params;
        const secret = await readSealed(node.db, node.keyring, applicationOwner(applicationId), 'payment_secret');
        const bytes = request.signedBytes ?? Buffer.alloc(0);
        if (secret === undefined || !isSigned(request.headers, bytes, secret, node.now())) {
          throw new Refusal('payment_signature_invalid');
        }
      },
    },
    async (request) => {
      const message = messageOf(request.body);
      const { order, payment } = await confirmPayment(node, request.params.application_id, message, (paid) =>
        tellComplete(tellers, findApplication, paid, request.id),
      );
      await settleSoon(node, order, request.log);
      if (payment.answerCode !== null) throw new Refusal(payment.answerCode);
      return {
        success: true,
        message: `The order is ${order.state.replace('_', ' ')}`,
        order_id: order.id,
        status: order.state,
      };
    },
  );
};
