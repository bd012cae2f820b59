/** Payment on delivery: nothing is begun and nobody tells; the money is taken with the goods, and goes back by hand. */
import { Refusal } from '../../shared/errors.ts';
import { asTold, begunHere, nothingKnown, paidBackByHand, type PaymentAdapter } from './payment-adapter.ts';

export const onDeliveryAdapter: PaymentAdapter = {
  name: 'on_delivery',
  paysBack: false,
  create: begunHere,
  confirm: nothingKnown,
  lookAgain: asTold,
  capture: async (payment) => ({ ...payment, state: 'paid' }),
  refund: paidBackByHand,
  webhook: () => {
    throw new Refusal('payment_signature_invalid');
  },
};
