/** The life of an offer: draft, review, then published or rejected. Pure. */
import type { Definition, LifeStep, Offer, OfferState } from '../offer.ts';

const steps: Readonly<Record<OfferState, readonly OfferState[]>> = {
  draft: ['review', 'published'],
  review: ['published', 'rejected', 'draft'],
  published: ['draft', 'review'],
  rejected: ['draft', 'review'],
};
export const canBecome = (from: OfferState, to: OfferState): boolean => from === to || steps[from].includes(to);

/** What is remembered of reaching a state. */
const stepOf: Readonly<Record<OfferState, LifeStep | undefined>> = {
  draft: undefined,
  review: 'reviewed',
  published: 'approved',
  rejected: 'rejected',
};

const isState = (value: unknown): value is OfferState => typeof value === 'string' && Object.hasOwn(steps, value);

/**
 * The state that a schedule asks for. It says so twice, as `status` and as `published`; a client that changes one of them
 * sends the other back as it read it, so the one that differs from now is meant.
 */
export const askedState = (schedule: Definition, now: OfferState | undefined): OfferState => {
  const status = isState(schedule.status) ? schedule.status : undefined;
  const published = typeof schedule.published === 'boolean' ? schedule.published : undefined;
  if (now === undefined) return status ?? (published ? 'published' : 'draft');
  if (status !== undefined && status !== now) return status;
  if (published === undefined || published === (now === 'published')) return now;
  return published ? 'published' : 'draft';
};

/** The same offer in another state, with who took the step and when. */
export const inState = (offer: Offer, state: OfferState, by: string, at: number): Offer => {
  const step = stepOf[state];
  if (state === offer.state || step === undefined) return { ...offer, state };
  return { ...offer, state, life: { ...offer.life, [step]: { by, at } } };
};
