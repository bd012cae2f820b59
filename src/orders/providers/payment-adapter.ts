/**
 * What a way to pay has to be able to do. An adapter speaks one protocol and knows nothing of orders or tables: it is told what is
 * wanted, and says what is said on the other side. Amounts are minor units. There are four: Stripe, Razorpay, the signed call of a
 * payment service of the shop's own, and payment on delivery. What a way cannot do it refuses; it never pretends.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '../../shared/errors.ts';
import type { Minor } from '../../shared/money.ts';

export type ProviderName = 'stripe' | 'razorpay';
type AdapterName = ProviderName | 'signed_call' | 'on_delivery';

type Money = { readonly amount: Minor; readonly currency: string };
export type PaymentWish = Money & {
  readonly orderId: string;
  /** Begun before, by the provider's name: the same payment is meant. */
  readonly reference: string | null;
};
type CreatedPayment = {
  readonly reference: string;
  /** What the browser needs beside the public key; opens nothing but this payment. */
  readonly clientSecret: string | null;
};

/** `authorized`: the money is set aside and has to be captured. `failed`: this payment will never come. */
export type PaymentNews = Money & {
  readonly kind: 'payment';
  readonly reference: string;
  readonly paymentId: string;
  readonly state: 'paid' | 'authorized' | 'pending' | 'failed';
};
export type RefundNews = Money & {
  readonly kind: 'refund';
  readonly refundId: string;
  readonly paymentId: string;
  /** The provider's name of it. */
  readonly reference: string;
  readonly state: 'sent' | 'done' | 'failed';
};
export type News = PaymentNews | RefundNews;

type RefundWish = Money & { readonly paymentId: string; readonly refundId: string };
/** What the browser brings back from the provider. */
export type Returned = Readonly<{ reference: string; paymentId: string | null; signature: string | null }>;
export type Heard = {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly now: number;
  /** What it is about, where the address that it was told at says so. */
  readonly about?: News['kind'];
};

export type PaymentAdapter = {
  readonly name: AdapterName;
  /** Whether it can be told to pay back; else money goes back by hand. */
  readonly paysBack: boolean;
  readonly create: (wish: PaymentWish) => Promise<CreatedPayment>;
  /** Asks what became of it; nothing is believed that the browser says. Pending where nobody can be asked. */
  readonly confirm: (returned: Returned) => Promise<PaymentNews>;
  /** Asks what has become of a payment that was told of: a message that comes late may be older than what happened since. */
  readonly lookAgain: (told: PaymentNews) => Promise<PaymentNews>;
  /** Takes what was set aside; on delivery it is what the courier collects. */
  readonly capture: (payment: PaymentNews) => Promise<PaymentNews>;
  /** Refuses where it does not pay back. */
  readonly refund: (wish: RefundWish) => Promise<RefundNews>;
  /** Undefined for what is of no interest. Refuses what the other side did not sign, and everything where nobody signs. */
  readonly webhook: (heard: Heard) => News | undefined;
};

/** Of ways that are not begun anywhere else: the payment is known by its order. */
export const begunHere = async ({ orderId }: PaymentWish): Promise<CreatedPayment> => ({
  reference: orderId,
  clientSecret: null,
});

/** Of ways whose other side cannot be asked: it tells. */
export const nothingKnown = async ({ reference, paymentId }: Returned): Promise<PaymentNews> => ({
  kind: 'payment',
  reference,
  paymentId: paymentId ?? '',
  state: 'pending',
  amount: 0,
  currency: '',
});

/** And whose word is all there is. */
export const asTold = async (told: PaymentNews): Promise<PaymentNews> => told;

/** Of ways that cannot be told to pay back. */
export const paidBackByHand = async (): Promise<never> => {
  throw new Refusal('refund_state_conflict', {
    message: 'This was not paid through the provider. Pay it back as it was paid.',
  });
};
