/** Where shoppers pay through a provider, and where providers tell what became of it. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { applicationById } from '../../applications/find-application.ts';
import type { CartRoutesOptions } from '../../cart/call/cart-call.ts';
import { ownerOf } from '../../cart/call/find-cart.ts';
import { OrderById } from '../../contract/orders/order-contract.ts';
import { OrderPath } from '../../contract/orders/order-requests.ts';
import { BegunPayment, ProviderHeard, ProviderPath, ReturnedPayment } from '../../contract/orders/provider-contract.ts';
import { Nullable } from '../../contract/primitives.ts';
import { identifyShopper, type Shopper } from '../../customers/shopper.ts';
import { applicationCaller } from '../../http/access.ts';
import { addressKey } from '../../http/limits/address-key.ts';
import { operationTable } from '../../http/operation.ts';
import { Refusal } from '../../shared/errors.ts';
import { orderView } from '../answer/order-view.ts';
import { paymentPath } from '../checkout/checkout-answer.ts';
import { tellComplete } from '../checkout/tell-checkout.ts';
import type { StoredOrder } from '../order-document.ts';
import { readOwnOrder } from '../order-store.ts';
import type { MoreOfPaid } from '../payment/confirm-payment.ts';
import { settleSoon } from '../settle-order.ts';
import type { Cashier } from './open-provider.ts';
import { beginPayment, hearProvider, returnPayment } from './pay-order.ts';
import type { ProviderReach } from './provider-call.ts';

const words = {
  beginPayment: 'Begin to pay an order at the shop’s payment provider. A repeat answers the same payment.',
  returnPayment:
    'Come back from the payment provider. Asks the provider what became of the payment. For Razorpay with what its checkout gave the browser.',
  hearProvider:
    'Tell what became of a payment, as Stripe or Razorpay do. The webhook of the provider, signed as it signs (Stripe-Signature, X-Razorpay-Signature). What concerns no order here is taken and ignored; a repeat changes nothing.',
};

export type ProviderRoutesOptions = CartRoutesOptions & { readonly reach: ProviderReach };

const path = '/service/application/payment/v1.0/orders/:order_id/payment';
const BODY_LIMIT = 262_144;
const shopping = operationTable({ kind: 'application' }, ['Orders'], words, {
  beginPayment: { params: OrderPath, response: { 200: BegunPayment } },
  returnPayment: { params: OrderPath, body: Type.Optional(Nullable(ReturnedPayment)), response: { 200: OrderById } },
});
const open = operationTable({ kind: 'public' }, ['Orders'], words, {
  hearProvider: { params: ProviderPath, response: { 200: ProviderHeard } },
});

type OwnOrder = { readonly order: StoredOrder; readonly cashier: Cashier };

/** By his network address, for anybody can be as many guests as he likes, in as many shops; a customer also as who he is. */
const namesOf = ({ ip }: FastifyRequest, applicationId: string, { customer }: Shopper): readonly string[] => [
  addressKey(ip),
  ...(customer === undefined ? [] : [`${applicationId} ${customer.userId}`]),
];

export const providerRoutes: FastifyPluginAsyncTypebox<ProviderRoutesOptions> = async (
  app,
  { services, keys, reach },
) => {
  const { node } = services;
  const findApplication = applicationById(node.db);
  const moreOf =
    (request: FastifyRequest): MoreOfPaid =>
    (paid) =>
      tellComplete(services, findApplication, paid, request.id);
  const ownOrder = async (request: FastifyRequest, id: string): Promise<OwnOrder> => {
    const caller = applicationCaller(request);
    const { applicationId, organizationId: organization } = caller;
    const shopper = await identifyShopper(request, caller, keys);
    const owner = ownerOf(shopper);
    const order = owner && (await readOwnOrder(node.db, { applicationId, owner }, id));
    if (order === undefined) throw new Refusal('order_not_found');
    return { order, cashier: { node, reach, asker: { organization, by: namesOf(request, applicationId, shopper) } } };
  };

  app.post(path, shopping.beginPayment, async (request) => {
    const { order, cashier } = await ownOrder(request, request.params.order_id);
    return beginPayment(cashier, order);
  });

  app.post(`${path}/confirm`, shopping.returnPayment, async (request) => {
    const { order, cashier } = await ownOrder(request, request.params.order_id);
    const { payment_id: paymentId = null, signature = null } = request.body ?? {};
    const after = await returnPayment(cashier, order, { paymentId, signature }, moreOf(request));
    await settleSoon(node, after, request.log);
    return { order: orderView(after, applicationCaller(request).settings.orders) };
  });

  await app.register(async (hearing) => {
    hearing.removeContentTypeParser('application/json');
    hearing.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    hearing.post(
      `${paymentPath}/:application_id/provider/:provider`,
      {
        bodyLimit: BODY_LIMIT,
        ...open.hearProvider,
      },
      async (request) => {
        const { application_id: applicationId, provider } = request.params as {
          readonly application_id: string;
          readonly provider: 'stripe' | 'razorpay';
        };
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const heard = { headers: request.headers, body, now: node.now() };
        const { organizationId: organization = applicationId } = (await findApplication(applicationId)) ?? {};
        const cashier = { node, reach, asker: { organization, by: [] } };
        const order = await hearProvider(cashier, { applicationId, provider, heard }, moreOf(request));
        if (order !== undefined) await settleSoon(node, order, request.log);
        return { received: true, result: order?.state ?? 'ignored' };
      },
    );
  });
};
