/**
 * What a way to pay has to be able to do. An adapter speaks one provider's protocol and knows nothing of orders or tables: it is
 * told what is wanted, and says what the provider says. Amounts are minor units.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Minor } from '../../shared/money.ts';

export type ProviderName = 'stripe' | 'razorpay';

type Money = { readonly amount: Minor; readonly currency: string };
type PaymentWish = Money & {
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
export type Heard = { readonly headers: IncomingHttpHeaders; readonly body: Buffer; readonly now: number };

export type PaymentAdapter = {
  readonly name: ProviderName;
  readonly create: (wish: PaymentWish) => Promise<CreatedPayment>;
  /** Asks the provider what became of it; nothing is believed that the browser says. */
  readonly confirm: (returned: Returned) => Promise<PaymentNews>;
  readonly capture: (payment: PaymentNews) => Promise<PaymentNews>;
  readonly refund: (wish: RefundWish) => Promise<RefundNews>;
  /** Undefined for what is of no interest. Refuses what the provider did not sign. */
  readonly webhook: (heard: Heard) => News | undefined;
};
