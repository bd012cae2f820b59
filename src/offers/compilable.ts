/** A stored offer as the pricing compiler reads it: with its id, its age, and the repeats of its schedule written out. Pure. */
import type { CompiledOffer, RefusedOffer } from '../pricing/compile/offer-types.ts';
import { compileOffer } from '../pricing/compile/compile-offers.ts';
import type { CompileContext } from '../pricing/compile/read-definition.ts';
import { isoTime, keptTime } from '../shared/clock.ts';
import { findCurrency } from '../shared/currency.ts';
import { codeOf, type Definition, type Offer, record, scheduleOf } from './offer.ts';
import { type Periods, periodsBetween, readSchedule } from './rules/schedule-rules.ts';

/** What of an application's settings decides how an offer is read. */
export type OfferSettings = { readonly currency: string; readonly time_zone: string };
export type CompiledAt = {
  readonly offer: CompiledOffer | RefusedOffer;
  /** Later than this its schedule has to be written out anew. */
  readonly until: number;
};

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const AHEAD = 32 * DAY;
const FAR_AHEAD = 8 * 366 * DAY;
const MOST_PERIODS = 1_000;

const exponents: Readonly<Record<string, number>> = Object.fromEntries(
  Intl.supportedValuesOf('currency').flatMap((code) => {
    const known = findCurrency(code);
    return known === undefined ? [] : [[code, known.exponent]];
  }),
);
const compileContext = ({ currency }: OfferSettings): CompileContext => ({
  currency,
  exponents,
  readTime: keptTime,
});

/** The SDK's models name these beside the payment modes; as modes they would shut everybody out. */
const flatPaymentNames = ['codes', 'iins', 'types', 'networks', 'uses', 'type'];

const restrictionsOf = (definition: Definition): Definition => {
  const restrictions = record(definition.restrictions);
  const modes = Object.entries(record(restrictions.payments)).filter(([name]) => !flatPaymentNames.includes(name));
  return { ...restrictions, payments: Object.fromEntries(modes), uses: usesOf(record(restrictions.uses)) };
};

/** An offer belongs to one application, so the limit per application is another word for the one in all. */
const usesOf = (uses: Definition): Definition => {
  const maximum = record(uses.maximum);
  const limits = [maximum.total, maximum.app].filter((value) => typeof value === 'number' && value > 0) as number[];
  return limits.length === 0 ? uses : { ...uses, maximum: { ...maximum, total: Math.min(...limits) } };
};

const withPeriods = (definition: Definition, { periods }: Periods): Definition => {
  const schedule = scheduleOf(definition);
  if (readSchedule(schedule).cron === null) return schedule;
  // Without any repeat left it is over; written out as an empty list it would read as always on.
  const repeats = periods.length === 0 ? [{ from: 0, to: 0 }] : periods;
  return { ...schedule, next_schedule: repeats.map(({ from, to }) => ({ start: isoTime(from), end: isoTime(to) })) };
};

/** The repeats of the coming weeks; when there are none, the next one, however far. */
const writtenOut = (offer: Offer, zone: string, since: number, ahead: number): Periods => {
  const schedule = readSchedule(scheduleOf(offer.definition));
  const most = Math.max(MOST_PERIODS, Math.ceil(ahead / HOUR));
  const near = periodsBetween(schedule, zone, { from: since, to: since + ahead, most });
  if (schedule.cron === null || near.periods.length > 0) return near;
  return periodsBetween(schedule, zone, { from: since, to: since + FAR_AHEAD, most: 1 });
};

/** Compiles with the repeats that touch the time from `since` on, as far ahead as is asked. */
export const compileStored = (
  offer: Offer,
  settings: OfferSettings,
  since: number,
  ahead: number = AHEAD,
): CompiledAt => {
  const { definition } = offer;
  const written = writtenOut(offer, settings.time_zone, since, ahead);
  const compiled = compileOffer(
    {
      ...definition,
      _id: offer.id,
      code: codeOf(offer),
      date_meta: { created_on: isoTime(offer.life.created.at) },
      restrictions: restrictionsOf(definition),
      _schedule: withPeriods(definition, written),
    },
    compileContext(settings),
  );
  return { offer: compiled, until: written.until };
};
