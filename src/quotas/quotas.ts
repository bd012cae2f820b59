/** The quotas of a node: for whom a call uses them up, how a call is refused that would go past one, and how often that was. */
import { createHmac, type KeyObject } from 'node:crypto';
import type { QuotaSettings } from '../contract/applications/quota-settings-contract.ts';
import type { Metrics } from '../http/watch/metrics.ts';
import { boundedCache } from '../db/bounded-cache.ts';
import { ADDRESSES_OF_NETWORK, addressKey, networkKey } from '../http/limits/address-key.ts';
import type { Clock } from '../shared/clock.ts';
import { Refusal } from '../shared/errors.ts';
import { isCounted, limitOf, type QuotaName, quotaNames, windowAt } from './quota-rules.ts';
import { type Reached, quotaReached, type Subject, type Taker } from './quota-statements.ts';

/** Who calls: an application's shopper, as far as he is known, from a network address. */
type Calling = {
  readonly applicationId: string;
  readonly settings: { readonly quotas: QuotaSettings };
  /** `customer:7`; undefined for somebody who comes without a proof: only his address counts. */
  readonly shopper: string | undefined;
  readonly address: string;
};

export type Quotas = {
  readonly takerOf: (calling: Calling) => Taker;
  /** Does the work; a quota that it would go past is refused by its name. */
  readonly within: <T>(taker: Taker, work: () => Promise<T>) => Promise<T>;
  readonly refused: (quota: QuotaName, times?: number) => void;
  /** A keyed hash by which somebody is known again: a guest by his token, a phone, an e-mail address. */
  readonly nameOf: (applicationId: string, kind: 'customer' | 'token' | 'phone' | 'email', value: string) => string;
};

/** Staff are known by name and answer for what they do. */
export const nobody = (applicationId: string, settings: QuotaSettings): Taker => ({
  applicationId,
  settings,
  subjects: () => [],
  wider: () => [],
});

const isTry = (quota: QuotaName): boolean => quota === 'coupon_tries' || quota === 'gift_card_tries';

/** Unpaid orders hold as much of an offer as they may. */
export class HeldUsesReached extends Refusal {
  readonly offerId: string;

  constructor(offerId: string) {
    super('held_uses_reached');
    this.offerId = offerId;
  }
}

const HASH_LENGTH = 22;
/** About 200 bytes each. Where uses of an offer are counted, a guest is named whenever his cart is priced. */
const GUESTS_KEPT = 5_000;

export type QuotasOptions = Readonly<{ clock: Clock; secret: KeyObject; metrics: Pick<Metrics, 'counter'> }>;

export const openQuotas = ({ clock, secret, metrics }: QuotasOptions): Quotas => {
  const count = metrics.counter('cartwright_quota_refusals_total', 'What was refused because a quota was used up.');
  for (const quota of quotaNames) count({ quota }, 0);

  const hashOf = (...parts: readonly string[]): string =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url').slice(0, HASH_LENGTH);
  const guests = boundedCache(GUESTS_KEPT, (text) => {
    const [applicationId = '', token = ''] = text.split(' ');
    return { name: hashOf(applicationId, 'token', token) };
  });
  const refusalOf = ({ quota, by, of }: Reached, { settings }: Taker): Refusal => {
    count({ quota });
    if (quota === 'held_uses') return new HeldUsesReached(of ?? '');
    if (quota === 'held_stock') return new Refusal('held_stock_reached');
    if (!isCounted(quota)) return new Refusal('unpaid_orders_reached');
    const now = clock();
    const wait = Math.ceil((windowAt(quota, now).end - now) / 1000);
    const field = `quotas.${quota}_per_${by}`;
    return new Refusal(isTry(quota) ? 'too_many_tries' : 'quota_reached', {
      headers: { 'retry-after': String(wait) },
      details: [{ field, message: `This shop allows ${limitOf(settings, quota, by)}.` }],
    });
  };

  return {
    takerOf: ({ applicationId, settings, shopper, address }) => ({
      applicationId,
      settings: settings.quotas,
      subjects: (): readonly Subject[] => [
        ...(shopper === undefined ? [] : [{ by: 'shopper' as const, key: hashOf(applicationId, 'shopper', shopper) }]),
        { by: 'address', key: hashOf(applicationId, 'address', addressKey(address)) },
      ],
      wider: (): readonly Subject[] => {
        const network = networkKey(address);
        if (network === undefined) return [];
        return [{ by: 'address', key: hashOf(applicationId, 'network', network), times: ADDRESSES_OF_NETWORK }];
      },
    }),
    within: async (taker, work) => {
      try {
        return await work();
      } catch (error) {
        const reached = quotaReached(error);
        throw reached === undefined ? error : refusalOf(reached, taker);
      }
    },
    refused: (quota, times = 1) => count({ quota }, times),
    nameOf: (applicationId, kind, value) =>
      kind === 'token' ? guests(`${applicationId} ${value}`).name : hashOf(applicationId, kind, value),
  };
};
