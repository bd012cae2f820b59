/** The payment service of a test: signs what it tells, or does not. */
import { randomBytes } from 'node:crypto';
import type { PaymentConfirmation } from '../../src/contract/orders/order-payment-contract.ts';
import { signatureOf } from '../../src/orders/payment/payment-signature.ts';
import { type OrderServer, paymentSecret } from './order-server.ts';

/** Also what no service would tell. */
export type Message = Omit<PaymentConfirmation, 'outcome'> & { readonly outcome: string };
export type Told = { readonly status: number; readonly code: unknown; readonly state: unknown };

export const paymentService = ({ app, shop }: OrderServer) => {
  const url = `/service/common/payment/v1.0/application/${shop.applicationId}/confirmation`;
  const send = async (payload: string, headers: Readonly<Record<string, string>>): Promise<Told> => {
    const answer = await app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    });
    const body = answer.json<{ error_code?: string; status?: string }>();
    return { status: answer.statusCode, code: body.error_code, state: body.status };
  };
  const headersOf = (
    payload: string,
    secret: string,
    at: number,
    id = randomBytes(8).toString('hex'),
  ): Readonly<Record<string, string>> => {
    const timestamp = String(Math.floor(at / 1000));
    const signature = signatureOf(secret, id, timestamp, Buffer.from(payload));
    return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
  };
  return {
    send,
    headersOf,
    tell: (message: Message, secret = paymentSecret): Promise<Told> => {
      const payload = JSON.stringify(message);
      return send(payload, headersOf(payload, secret, shop.node.now()));
    },
  };
};
