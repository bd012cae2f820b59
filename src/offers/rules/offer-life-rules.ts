/** The life of an offer: draft, review, then published or rejected. Pure. */
import { type Definition, type LifeStep, type Offer, type OfferState, scheduleOf } from '../offer.ts';
import { ownEntry } from '../../shared/own-entry.ts';
import { readSchedule } from './schedule-rules.ts';

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

/** What was not touched is the same object: a definition may have a megabyte. */
const isSame = (one: Definition, other: Definition): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => {
    const [a, b] = [ownEntry(one, name), ownEntry(other, name)];
    return a === b || JSON.stringify(a) === JSON.stringify(b);
  });
const said = ({ _schedule, ...rest }: Definition): Definition => rest;
const endOf = ({ definition }: Offer): number => readSchedule(scheduleOf(definition)).end ?? Number.POSITIVE_INFINITY;
const withoutEnd = ({ definition }: Offer): Definition => ({ ...scheduleOf(definition), end: undefined });

/** It says what it said, and no longer acts, or ends sooner: whatever is wrong with it, that must be possible. */
export const isStopped = (before: Offer, after: Offer): boolean => {
  if (!isSame(said(before.definition), said(after.definition))) return false;
  if (after.isArchived || after.state !== 'published') return true;
  const wasActing = !before.isArchived && before.state === 'published';
  return wasActing && endOf(after) <= endOf(before) && isSame(withoutEnd(before), withoutEnd(after));
};

/** The same offer in another state, with who took the step and when. */
export const inState = (offer: Offer, state: OfferState, by: string, at: number): Offer => {
  const step = stepOf[state];
  if (state === offer.state || step === undefined) return { ...offer, state };
  return { ...offer, state, life: { ...offer.life, [step]: { by, at } } };
};
