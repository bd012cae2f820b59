/**
 * A try: one wish that a provider pays a refund back, by one name over there. However often it is called under that name it pays
 * back once, so the next one begins only when it is known that nothing came of the last. Pure.
 */
import type { Step } from '../order-progress.ts';

export type RefundState = 'due' | 'sent' | 'done' | 'failed';
export type RefundEvent = Step & { readonly state: RefundState };

export type SentTry = {
  readonly number: number;
  /** Of its first call: a provider forgets the name a day later. */
  readonly at: number;
  readonly calls: number;
  /** Who said that nothing came of it. Null: nobody did, so it may have paid back. */
  readonly failedBy: 'provider' | 'others' | null;
};

type Untold = {
  readonly state: RefundState;
  readonly events: readonly RefundEvent[];
  readonly createdAt: number;
  readonly modifiedAt: number;
  /** A node called the provider, which may have been in vain. */
  readonly isSentByItself: boolean;
};

/** Which try comes next by what was counted before tries were kept: how often the refund failed. */
export const countedTry = (events: readonly RefundEvent[]): number =>
  events.filter(({ state }) => state === 'failed').length;

/** The last try of a refund that was stored before tries were kept. */
export const tryBefore = ({ state, events, createdAt, modifiedAt, isSentByItself }: Untold): SentTry | null => {
  const counted = countedTry(events);
  if (state === 'failed') return { number: counted - 1, at: modifiedAt, calls: 1, failedBy: 'others' };
  if (state !== 'due') return { number: counted, at: modifiedAt, calls: 1, failedBy: null };
  return isSentByItself ? { number: counted, at: createdAt, calls: 1, failedBy: null } : null;
};
