/** A stored promotion or coupon as the SDK reads it. Pure. */
import type { Coupon } from '../../contract/offers/offer-coupon-contract.ts';
import type { Promotion } from '../../contract/offers/offer-promotion-contract.ts';
import { isoTime } from '../../shared/clock.ts';
import { type Definition, type LifeStep, type Offer, record, scheduleOf } from '../offer.ts';
import { budgetLeft } from '../rules/budget-rules.ts';
import { type Period, periodsBetween, readSchedule } from '../rules/schedule-rules.ts';

export type ViewOf = {
  readonly applicationId: string;
  readonly timeZone: string;
  /** The application's. */
  readonly currency: string;
  readonly now: number;
  /** Uses taken in all. */
  readonly taken: number;
  /** What it has cost, in minor units of its currency. */
  readonly spent: number;
};

const SHOWN_REPEATS = 10;
const AHEAD = 366 * 86_400_000;
const ENDLESS = Number.MAX_SAFE_INTEGER;
const lifeSteps: readonly LifeStep[] = ['created', 'modified', 'reviewed', 'approved', 'rejected'];

/** A time without a beginning or an end has none of that name: the models of clients know no null there. */
const shownPeriod = ({ from, to }: Period) => ({
  ...(from <= -ENDLESS ? {} : { start: isoTime(from) }),
  ...(to >= ENDLESS ? {} : { end: isoTime(to) }),
});

const scheduleView = ({ definition, state }: Offer, { timeZone, now }: ViewOf) => {
  const { periods } = periodsBetween(readSchedule(scheduleOf(definition)), timeZone, {
    from: now,
    to: now + AHEAD,
    most: SHOWN_REPEATS,
  });
  return {
    ...scheduleOf(definition),
    status: state,
    published: state === 'published',
    next_schedule: periods.map(shownPeriod),
  };
};

const withBudgetLeft = (definition: Definition, spent: number, currency: string): Definition => {
  const restrictions = record(definition.restrictions);
  const left = budgetLeft(definition, spent, currency);
  return left === null
    ? restrictions
    : { ...restrictions, budget: { ...record(restrictions.budget), remaining: left } };
};

/** Of each limit what is left; a limit that is none stays as it was written. */
const restrictionsOf = (definition: Definition, { taken, spent, currency }: ViewOf): Definition => {
  const restrictions = withBudgetLeft(definition, spent, currency);
  const uses = record(restrictions.uses);
  if (uses.maximum === undefined) return restrictions;
  const left = ([name, most]: readonly [string, unknown]) => {
    const counted = name !== 'user' && typeof most === 'number' && most > 0;
    return [name, counted ? Math.max(0, most - taken) : most] as const;
  };
  const remaining = Object.fromEntries(Object.entries(record(uses.maximum)).map(left));
  return { ...restrictions, uses: { ...uses, remaining } };
};

const lifeOf = ({ life }: Offer) => ({
  author: Object.fromEntries(lifeSteps.map((step) => [`${step}_by`, life[step]?.by ?? null])),
  date_meta: Object.fromEntries(
    lifeSteps.map((step) => [`${step}_on`, life[step] === undefined ? null : isoTime(life[step].at)]),
  ),
});

const shared = (offer: Offer, view: ViewOf) => ({
  ...offer.definition,
  _id: offer.id,
  application_id: view.applicationId,
  ...lifeOf(offer),
  restrictions: restrictionsOf(offer.definition, view),
  _schedule: scheduleView(offer, view),
  ...(offer.reason === null ? {} : { reason: offer.reason }),
});

export const promotionView = (offer: Offer, view: ViewOf): Promotion =>
  ({
    ...shared(offer, view),
    is_processed: true,
    is_archived: offer.isArchived,
  }) as unknown as Promotion;

export const couponView = (offer: Offer, view: ViewOf): Coupon =>
  ({
    ...shared(offer, view),
    state: {
      ...record(offer.definition.state),
      is_archived: offer.isArchived,
      is_active: offer.state === 'published' && !offer.isArchived,
    },
  }) as unknown as Coupon;
