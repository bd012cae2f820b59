/** For whom a shopper's call uses up quotas. */
import type { FastifyRequest } from 'fastify';
import type { ApplicationCaller } from '../http/caller.ts';
import type { Taker } from '../quotas/quota-statements.ts';
import { nobody, type Quotas } from '../quotas/quotas.ts';
import type { Shopper } from './shopper.ts';

const nameOf = ({ customer, anonymous }: Shopper): string | undefined => {
  if (customer !== undefined) return `customer:${customer.userId}`;
  return anonymous === undefined ? undefined : `anonymous:${anonymous.id}`;
};

/** Staff use up none; a caller who proves nothing counts by his address alone. */
export const shopperTaker = (
  { ip, actsFor }: FastifyRequest,
  quotas: Quotas,
  { applicationId, settings }: ApplicationCaller,
  shopper: Shopper,
): Taker =>
  actsFor === undefined
    ? quotas.takerOf({ applicationId, settings, shopper: nameOf(shopper), address: ip })
    : nobody(applicationId, settings.quotas);
