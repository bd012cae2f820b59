/** Where a payment service tells what became of payments and refunds. Open to everybody; the signature is the proof. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { applicationById } from '../../applications/find-application.ts';
import { applicationOwner } from '../../applications/settings.ts';
import { PaymentConfirmation, PaymentHeard, PaymentPath } from '../../contract/orders/order-payment-contract.ts';
import { RefundHeard, RefundMessage } from '../../contract/orders/order-goods-contract.ts';
import { changeRefund } from '../refunds/change-refund.ts';
import { refundAfterMessage } from '../refunds/refund-rules.ts';
import { readOrder } from '../order-store.ts';
import { readSealed } from '../../db/sealing/sealed-values.ts';
import { operationTable } from '../../http/operation.ts';
import { parseStrictJson } from '../../http/requests/strict-json.ts';
import { Refusal } from '../../shared/errors.ts';
import { paymentPath } from '../checkout/checkout-answer.ts';
import { confirmPayment } from './confirm-payment.ts';
import { messageName } from './payment-signature.ts';
import type { PaymentMessage } from './payment-store.ts';
import type { News } from '../providers/payment-adapter.ts';
import { signedCallAdapter } from '../providers/signed-call-adapter.ts';
import { settleSoon } from '../settle-order.ts';
import { type OrderTellers, tellComplete } from '../checkout/tell-checkout.ts';

const words = {
  confirmPayment:
    'Tell what became of a payment. Signed with the application’s payment_secret in the headers of Standard Webhooks: webhook-id, webhook-timestamp, webhook-signature (v1, HMAC-SHA256 of id.timestamp.body). A repeat is answered as the first was.',
  confirmRefund:
    'Tell what became of a refund. Signed as the confirmation of a payment is. A repeat, which has the webhook-id of the first, changes nothing.',
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
    /** What the payment service says in it. */
    paymentNews: News | undefined;
  }
}

const unreadable = ({ currency }: { readonly currency: string }): Refusal => {
  const details = [{ field: 'currency', message: `${currency} is not a currency of ISO 4217.` }];
  return new Refusal('body_invalid', { details });
};

const messageOf = (news: News | undefined, body: PaymentConfirmation): PaymentMessage => {
  if (news?.kind !== 'payment') throw unreadable(body);
  const { reference: orderId, paymentId, amount, currency } = news;
  return { orderId, paymentId, amount, currency, outcome: body.outcome };
};

export const paymentRoutes: FastifyPluginAsyncTypebox<{ readonly tellers: OrderTellers }> = async (
  app,
  { tellers },
) => {
  const { node } = tellers;
  const findApplication = applicationById(node.db);
  app.decorateRequest('signedBytes', undefined);
  app.decorateRequest('paymentNews', undefined);
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    request.signedBytes = body;
    try {
      done(null, body.length === 0 ? undefined : parseStrictJson(body));
    } catch (error) {
      done(error as Error);
    }
  });

  /** Before the body is looked at any further: who cannot sign learns nothing, not even what a message looks like. */
  const hear = async (applicationId: string, request: FastifyRequest, about: News['kind']): Promise<void> => {
    const secret = await readSealed(node.db, node.keyring, applicationOwner(applicationId), 'payment_secret');
    const { headers, signedBytes: body = Buffer.alloc(0) } = request;
    request.paymentNews = signedCallAdapter(secret).webhook({ headers, body, now: node.now(), about });
  };

  app.post(
    `${paymentPath}/:application_id/confirmation`,
    {
      bodyLimit: BODY_LIMIT,
      ...told.confirmPayment,
      preValidation: (request) => hear(request.params.application_id, request, 'payment'),
    },
    async (request) => {
      const message = messageOf(request.paymentNews, request.body);
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
      preValidation: (request) => hear(request.params.application_id, request, 'refund'),
    },
    async (request) => {
      const { order_id: orderId, refund_id: refundId, outcome, reference = null, reason = '' } = request.body;
      const news = request.paymentNews;
      if (news?.kind !== 'refund') throw unreadable(request.body);
      const { refund } = await changeRefund(node, {
        read: () => readOrder(node.db, request.params.application_id, orderId),
        refundId,
        after: (known, at) => {
          if (known.amount !== news.amount || known.currency !== news.currency) {
            throw new Refusal('refund_amount_mismatch');
          }
          return refundAfterMessage(known, messageName(request.headers), {
            state: outcome,
            at,
            by: 'payment',
            reason,
            reference,
          });
        },
      });
      return { success: true, refund_id: refund.id, status: refund.state };
    },
  );
};
