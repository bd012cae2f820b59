/** The quotas of a node: what was refused by which is counted here, for /metrics. */
import type { Metrics } from '../http/metrics.ts';

const names = ['cart_lines'] as const;
export type QuotaName = (typeof names)[number];

export type Quotas = {
  readonly refused: (quota: QuotaName, times?: number) => void;
};

export const openQuotas = (metrics: Pick<Metrics, 'counter'>): Quotas => {
  const count = metrics.counter('cartwright_quota_refusals_total', 'What was refused because a quota was used up.');
  for (const quota of names) count({ quota }, 0);
  return { refused: (quota, times = 1) => count({ quota }, times) };
};
