/** Where a payment service tells what became of payments and refunds. Open to everybody; the signature is the proof. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { IncomingHttpHeaders } from 'node:http';
import { applicationById } from '../../applications/find-application.ts';
import { applicationOwner } from '../../applications/settings.ts';
import { PaymentConfirmation, PaymentHeard, PaymentPath } from '../../contract/orders/order-payment-contract.ts';
import { RefundHeard, RefundMessage } from '../../contract/orders/order-goods-contract.ts';
import { changeRefund } from '../refunds/change-refund.ts';
import { readOrder } from '../order-store.ts';
import { readSealed } from '../../db/sealing/sealed-values.ts';
import { operationTable } from '../../http/operation.ts';
import { parseStrictJson } from '../../http/requests/strict-json.ts';
import { findCurrency } from '../../shared/currency.ts';
import { Refusal } from '../../shared/errors.ts';
import { type Minor, toMinor } from '../../shared/money.ts';
import { paymentPath } from '../checkout/checkout-answer.ts';
import { confirmPayment } from './confirm-payment.ts';
import { isSigned } from './payment-signature.ts';
import type { PaymentMessage } from './payment-store.ts';
import { settleSoon } from '../settle-order.ts';
import { type OrderTellers, tellComplete } from '../checkout/tell-checkout.ts';

const words = {
  confirmPayment:
    'Tell what became of a payment. Signed with the application’s payment_secret in the headers of Standard Webhooks: webhook-id, webhook-timestamp, webhook-signature (v1, HMAC-SHA256 of id.timestamp.body). A repeat is answered as the first was.',
  confirmRefund:
    'Tell what became of a refund. Signed as the confirmation of a payment is. A repeat changes nothing and is answered the same.',
};
const told = operationTable({ kind: 'public' }, ['Orders'], words, {
  confirmPayment: { params: PaymentPath, body: PaymentConfirmation, response: { 200: PaymentHeard } },
  confirmRefund: { params: PaymentPath, body: RefundMessage, response: { 200: RefundHeard } },
});

const BODY_LIMIT = 16_384;

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it came, for its signature. */
    signedBytes: Buffer | undefined;
  }
}

type Amount = { readonly amount: number; readonly currency: string };
const minorOf = ({ amount, currency }: Amount): Minor => {
  const exponent = findCurrency(currency)?.exponent;
  const minor = exponent === undefined ? null : toMinor(amount, exponent);
  if (minor !== null) return minor;
  const details = [{ field: 'currency', message: `${currency} is not a currency of ISO 4217.` }];
  throw new Refusal('body_invalid', { details });
};

const messageOf = ({ order_id, payment_id, amount, currency, outcome }: PaymentConfirmation): PaymentMessage => ({
  orderId: order_id,
  paymentId: payment_id,
  amount: minorOf({ amount, currency }),
  currency,
  outcome,
});

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

  type Signed = { readonly headers: IncomingHttpHeaders; readonly signedBytes: Buffer | undefined };
  /** Before the body is looked at any further: who cannot sign learns nothing, not even what a message looks like. */
  const requireSigned = async (applicationId: string, { headers, signedBytes }: Signed): Promise<void> => {
    const secret = await readSealed(node.db, node.keyring, applicationOwner(applicationId), 'payment_secret');
    if (secret === undefined || !isSigned(headers, signedBytes ?? Buffer.alloc(0), secret, node.now())) {
      throw new Refusal('payment_signature_invalid');
    }
  };

  app.post(
    `${paymentPath}/:application_id/confirmation`,
    {
      bodyLimit: BODY_LIMIT,
      ...told.confirmPayment,
      preValidation: (request) => requireSigned(request.params.application_id, request),
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

  app.post(
    `${paymentPath}/:application_id/refund`,
    {
      bodyLimit: BODY_LIMIT,
      ...told.confirmRefund,
      preValidation: (request) => requireSigned(request.params.application_id, request),
    },
    async (request) => {
      const { order_id: orderId, refund_id: refundId, outcome, reference = null, reason = '' } = request.body;
      const amount = minorOf(request.body);
      const { refund } = await changeRefund(node, {
        read: () => readOrder(node.db, request.params.application_id, orderId),
        refundId,
        step: { state: outcome, by: 'payment', reason, reference },
        check: (known) => {
          if (known.amount === amount && known.currency === request.body.currency) return;
          throw new Refusal('refund_amount_mismatch');
        },
      });
      return { success: true, refund_id: refund.id, status: refund.state };
    },
  );
};
