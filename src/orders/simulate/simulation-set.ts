/** The offers that a simulation compares, read and compiled for the time it is about. What it cannot take it refuses. */
import type { Application } from '../../applications/application-store.ts';
import type { Node } from '../../applications/node.ts';
import { giftArticles } from '../../cart/price/offers-in-force.ts';
import { rateAt } from '../../catalog/exchange-rate.ts';
import type { CatalogReader } from '../../catalog/read-articles.ts';
import type { SimulationBody } from '../../contract/offers/simulation-contract.ts';
import { compileStored } from '../../offers/compilable.ts';
import { folded, type Offer, scheduleOf } from '../../offers/offer.ts';
import { listRunning, offersInTurns } from '../../offers/offer-store.ts';
import { givenOffers } from '../../offers/preview/preview-offers.ts';
import { isRefused } from '../../pricing/compile/compile-offers.ts';
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import { isoTime } from '../../shared/clock.ts';
import { type FieldProblem, Refusal } from '../../shared/errors.ts';
import { inSlices } from '../../shared/slices.ts';
import type { Recorded, SimulatedSet } from './simulation-types.ts';
import type { RecordedPeriod } from './recorded-carts.ts';

const DAY = 86_400_000;
const MOST_DAYS = 400;
const USUAL_DAYS = 30;
const USUAL_LEAST_PERCENT = 50;
/** The repeats of a year take long to be written out. */
const OFFERS_A_TURN = 1;

const invalid = (field: string, message: string): Refusal =>
  new Refusal('body_invalid', { details: [{ field, message }] });

export const periodOf = ({ from_date, to_date, of = ['orders'] }: SimulationBody, now: number): RecordedPeriod => {
  const to = to_date === undefined ? now : Date.parse(to_date);
  const from = from_date === undefined ? to - USUAL_DAYS * DAY : Date.parse(from_date);
  if (from >= to) throw invalid('from_date', 'It lies before to_date.');
  if (to - from > MOST_DAYS * DAY) throw invalid('from_date', `A simulation is about ${MOST_DAYS} days at most.`);
  const kinds = of.map((word): Recorded['kind'] => (word === 'orders' ? 'order' : 'cart'));
  return { from, to, kinds: [...new Set(kinds)] };
};

const readById = ({ db }: Pick<Node, 'db'>, applicationId: string, ids: readonly string[]) =>
  offersInTurns(db, { applicationId, ids }, (offer) => offer);

const published = async (node: Pick<Node, 'db'>, applicationId: string, from: number): Promise<readonly Offer[]> => {
  const ids: string[] = [];
  for await (const rows of listRunning(node.db, applicationId, from)) ids.push(...rows.map(({ id }) => id));
  return readById(node, applicationId, ids);
};

/** Saved ones, in whatever state; one that is not there is named. */
const named = async (
  node: Pick<Node, 'db'>,
  applicationId: string,
  field: string,
  ids: readonly string[] = [],
): Promise<readonly Offer[]> => {
  const found = await readById(node, applicationId, [...new Set(ids)]);
  const known = new Set(found.map(({ id }) => id));
  const details = ids.flatMap((id, at): readonly FieldProblem[] =>
    known.has(id) ? [] : [{ field: `${field}[${at}]`, message: 'There is no such offer.' }],
  );
  if (details.length > 0) throw new Refusal('body_invalid', { details });
  return found;
};

type Span = Pick<RecordedPeriod, 'from' | 'to'>;

/** Carts are priced as they would be now, while the simulation runs: offers reach beyond that. */
const spanOf = ({ from, to, kinds }: RecordedPeriod, now: number): Span => ({
  from,
  to: kinds.includes('cart') ? Math.max(to, now) + DAY : to,
});

/** A tried offer runs through the whole time, in the hours in which it repeats. */
const asIfThen = (offer: Offer, { from, to }: Span): Offer => ({
  ...offer,
  definition: {
    ...offer.definition,
    _schedule: { ...scheduleOf(offer.definition), start: isoTime(from), end: isoTime(to) },
  },
});

const giftsOf = async (
  catalog: Pick<CatalogReader, 'items' | 'rates'>,
  { companyId, settings }: Application,
  offers: readonly CompiledOffer[],
  now: number,
): Promise<SimulatedSet['gifts']> => {
  const benefits = offers.flatMap(({ discounts }) => discounts.map(({ benefit }) => benefit));
  const ids = [...new Set(benefits.flatMap((benefit) => (benefit.kind === 'gift' ? benefit.items : [])))];
  if (ids.length === 0) return new Map();
  const [items, rates] = await Promise.all([catalog.items(companyId, ids), catalog.rates(companyId)]);
  const home = {
    code: settings.currency,
    rates: (code: string) => rateAt(rates, code, settings.currency, now),
  };
  return giftArticles(ids, { items, delivery: { stores: new Map(), lanes: new Map() }, place: null }, home);
};

export type SimulationDesk = {
  readonly node: Pick<Node, 'db' | 'now'>;
  readonly catalog: Pick<CatalogReader, 'items' | 'rates'>;
};

export const simulatedSet = async (
  { node, catalog }: SimulationDesk,
  application: Application,
  body: SimulationBody,
  period: RecordedPeriod,
): Promise<SimulatedSet> => {
  const { id: applicationId, settings } = application;
  const span = spanOf(period, node.now());
  const ahead = span.to - span.from;
  const given = await givenOffers({ node, application }, body, period.from);
  const saved = await named(node, applicationId, 'offer_ids', body.offer_ids);
  await named(node, applicationId, 'without_offer_ids', body.without_offer_ids);
  const compile = (offers: readonly Offer[]) =>
    inSlices(offers, OFFERS_A_TURN, (offer) => compileStored(offer, settings, period.from, ahead).offer);
  const tried = await compile([...given, ...saved].map((offer) => asIfThen(offer, span)));
  const details = tried.flatMap((offer): readonly FieldProblem[] =>
    isRefused(offer) ? [{ field: offer.id, message: offer.reason }] : [],
  );
  if (details.length > 0) throw new Refusal('offer_invalid', { details });
  const added = tried.filter((offer): offer is CompiledOffer => !isRefused(offer));
  const compiled = await compile(await published(node, applicationId, period.from));
  const base = compiled.filter((offer): offer is CompiledOffer => !isRefused(offer));
  const code = body.coupon_code;
  const coupon = [...added, ...base].find(
    (offer) => offer.mode === 'coupon' && code !== undefined && folded(offer.code ?? '') === folded(code),
  );
  if (code !== undefined && coupon === undefined) throw new Refusal('coupon_not_found');
  return {
    base,
    added,
    without: body.without_offer_ids ?? [],
    coupon: coupon ?? null,
    gifts: await giftsOf(catalog, application, added, node.now()),
    leastPercent: body.least_price_percent ?? USUAL_LEAST_PERCENT,
  };
};
