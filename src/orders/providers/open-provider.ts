/** The application's provider, ready to be spoken to. */
import type { Node } from '../../applications/node.ts';
import { Refusal } from '../../shared/errors.ts';
import type { PaymentAdapter } from './payment-adapter.ts';
import { type AskProvider, type ProviderAsker, providerCalls, type ProviderReach } from './provider-call.ts';
import { type ProviderSettings, readProvider } from './provider-settings.ts';
import { razorpayAdapter } from './razorpay-adapter.ts';
import { stripeAdapter } from './stripe-adapter.ts';

export type Cashier = { readonly node: Node; readonly reach: ProviderReach; readonly asker?: ProviderAsker };
export type Open = { readonly settings: ProviderSettings; readonly adapter: PaymentAdapter };

const adapterOf = (ask: AskProvider, settings: ProviderSettings): PaymentAdapter =>
  settings.provider === 'stripe' ? stripeAdapter(ask, settings) : razorpayAdapter(ask, settings);

export const findProvider = async (
  { node, reach, asker }: Cashier,
  applicationId: string,
): Promise<Open | undefined> => {
  const settings = await readProvider(node, applicationId);
  return settings && { settings, adapter: adapterOf(providerCalls(reach, applicationId, asker), settings) };
};

export const openProvider = async (cashier: Cashier, applicationId: string): Promise<Open> => {
  const open = await findProvider(cashier, applicationId);
  if (open === undefined) throw new Refusal('payment_provider_missing');
  return open;
};
