/** Counts for a network address and for the network of IPv6 that it lies in: the first of them that has nothing left says so. */
import { addressKey, networkKey } from './address-key.ts';
import type { AddressLimits } from './address-share-rules.ts';
import type { Limiter, Verdict } from './sliding-window.ts';

/** Where it comes from, and what else is part of the name it is counted under. */
export type Sender = { readonly ip: string; readonly of?: string };
export type TakenByAddress = Verdict & { readonly limit: number };

export const takeByAddress = (
  window: Pick<Limiter, 'take'>,
  { ip, of = '' }: Sender,
  limits: AddressLimits,
  cost = 1,
): TakenByAddress => {
  const take = (key: string, limit: number): TakenByAddress => ({
    ...window.take(of === '' ? key : `${of} ${key}`, limit, cost),
    limit,
  });
  const own = take(addressKey(ip), limits.own);
  const network = own.allowed ? networkKey(ip) : undefined;
  if (network === undefined) return own;
  const wider = take(network, limits.network);
  return wider.allowed ? own : wider;
};
