/**
 * Counts events into the figures, each exactly once: what is known is read, what changes is decided purely, and the changes go
 * with the mark on the events into one batch, which breaks when somebody else counted in the meantime.
 */
import { parseSettings } from '../../applications/settings.ts';
import { type Database, guardFailed, type Statement } from '../../db/database.ts';
import { textsInTurns } from '../../shared/slices.ts';
import { queueStatements } from '../sink-queue-statements.ts';
import { type CountedEvent, type CountRules, type Fact, factOf } from './funnel-fact-rules.ts';
import { type Change, changeStatements, reversed, summed } from './funnel-figures.ts';
import {
  cartIdOf,
  cartsAfter,
  cartsOf,
  changesOfCarts,
  changesOfOrders,
  orderIdOf,
  ordersAfter,
} from './funnel-order-rules.ts';
import {
  countVisitsOf,
  keepFacts,
  keepOwners,
  keepVisits,
  markCounted,
  moveProgress,
  progressGuard,
  readKept,
  readOwners,
  readProgress,
  visitsAt,
  visitsOfActors,
  visitsOfDays,
  type WaitingEvent,
  waitingEvents,
} from './funnel-store.ts';
import {
  countVisits,
  distinctVisits,
  movedActors,
  ownersAfter,
  placesOfFacts,
  standingVisits,
  touchedDays,
} from './funnel-visit-rules.ts';

/** Whose events are counted, and when. */
type Counting = { readonly db: Database; readonly applicationId: string; readonly now: number };
type Counted = { readonly changes: readonly Change[]; readonly statements: readonly Statement[] };

const distinct = (ids: readonly string[]): readonly string[] => [...new Set(ids)].filter((id) => id !== '');

const readPeople = async ({ db, applicationId }: Omit<Counting, 'now'>, facts: readonly Fact[]) => {
  const before = await readOwners(db, applicationId, distinct(facts.map(({ anonymousId }) => anonymousId ?? '')));
  return { before, changed: ownersAfter(before, facts) };
};

/** Visits that find their owner in one step: a sender may give somebody's browser a visit on each day there was. */
const MOST_MOVED = 5_000;
const movesTooMuch = async ({ db, applicationId }: Counting, facts: readonly Fact[]): Promise<boolean> => {
  const { before, changed } = await readPeople({ db, applicationId }, facts);
  const moved = movedActors(before, changed);
  return (await countVisitsOf(db, applicationId, moved, MOST_MOVED)) >= MOST_MOVED;
};

const countPeople = async ({ db, applicationId }: Counting, facts: readonly Fact[]): Promise<Counted> => {
  const { before, changed } = await readPeople({ db, applicationId }, facts);
  const owners = new Map([...before, ...changed]);
  const moved = await visitsOfActors(db, applicationId, movedActors(before, changed));
  const own = await visitsAt(db, applicationId, placesOfFacts(facts));
  const known = distinctVisits([...moved, ...own]);
  const others = await visitsOfDays(db, applicationId, touchedDays(facts, moved, owners));
  const { visits, left, joined } = countVisits([...known, ...standingVisits(others, known)], facts, owners);
  return {
    changes: [...reversed(left), ...joined],
    statements: [...keepOwners(applicationId, changed), ...keepVisits(applicationId, visits)],
  };
};

const countOrders = async ({ db, applicationId, now }: Counting, facts: readonly Fact[]): Promise<Counted> => {
  const orders = await readKept(db, 'order', applicationId, distinct(facts.map(orderIdOf)));
  const nextOrders = ordersAfter(orders, facts);
  const cartIds = distinct([...facts.map(cartIdOf), ...cartsOf(orders), ...cartsOf(nextOrders)]);
  const carts = await readKept(db, 'cart', applicationId, cartIds);
  const nextCarts = cartsAfter(carts, facts, orders, nextOrders);
  return {
    changes: [
      ...reversed([...changesOfOrders(orders), ...changesOfCarts(carts)]),
      ...changesOfOrders(nextOrders),
      ...changesOfCarts(nextCarts),
    ],
    statements: [
      ...keepFacts('order', applicationId, nextOrders, now),
      ...keepFacts('cart', applicationId, nextCarts, now),
    ],
  };
};

const offerChanges = ({ day, offers }: Fact): readonly Change[] =>
  (offers?.used ?? []).map(({ offerId, units, cost, revenue }) => ({
    table: 'funnel_offer_day' as const,
    key: [day, offerId, offers?.currency ?? ''],
    by: offers?.as === 'placed' ? [1, 0, 0, 0, 0] : [0, 1, units, cost, revenue],
  }));

/** Events by name, and products by what was done with them: plain sums. */
const plainChanges = (facts: readonly Fact[]): readonly Change[] =>
  facts.flatMap(({ name, day, product }): readonly Change[] => [
    ...(name === '' ? [] : [{ table: 'funnel_event_day' as const, key: [day, name], by: [1] }]),
    ...(product === undefined
      ? []
      : [
          {
            table: 'funnel_product_day' as const,
            key: [day, product.productId, product.currency],
            by: [product.as === 'views' ? 1 : 0, product.as === 'adds' ? 1 : 0, 0, 0, 0],
          },
        ]),
  ]);

const unknownShop: CountRules = {
  timeZone: 'UTC',
  settings: { cart_events: 'emitter', order_events: 'emitter', page_orders: 'apart' },
};
const rulesIn = (text: string): CountRules => {
  const { time_zone: timeZone, events } = parseSettings(text);
  return { timeZone, settings: events };
};
const rulesOf = async (db: Database, applicationId: string): Promise<CountRules> => {
  const row = await db.one<{ settings: string }>('select settings from application where id = ?', [applicationId]);
  return row === undefined ? unknownShop : rulesIn(row.settings);
};

type Planned = {
  /** Before whatever says that the events are counted: it makes others who count wait, then break. */
  readonly move: Statement;
  readonly round: number;
  readonly statements: readonly Statement[];
};

/** What counting these events writes; undefined: they are too much at once. `work` is what reading one takes, in signs. */
export const planCount = async <Event extends CountedEvent>(
  counting: Counting,
  events: readonly Event[],
  work: (event: Event) => number,
): Promise<Planned | undefined> => {
  const { db, applicationId } = counting;
  const progress = await readProgress(db, applicationId);
  const rules = await rulesOf(db, applicationId);
  const read = await textsInTurns(events, work, (event) => factOf(event, rules));
  const facts = read.filter((fact) => fact !== undefined);
  if (events.length > 1 && (await movesTooMuch(counting, facts))) return undefined;
  const people = await countPeople(counting, facts);
  const orders = await countOrders(counting, facts);
  const changes = [...people.changes, ...orders.changes, ...plainChanges(facts), ...facts.flatMap(offerChanges)];
  return {
    move: moveProgress(applicationId, progress),
    round: progress.round,
    statements: [...people.statements, ...orders.statements, ...changeStatements(applicationId, summed(changes))],
  };
};

/** How many of the events it counted: the first of them, where all are too much at once. */
const countOf = async (counting: Counting, events: readonly WaitingEvent[]): Promise<number> => {
  const { db, applicationId, now } = counting;
  const planned = await planCount(counting, events, ({ signs }) => signs);
  if (planned === undefined) return countOf(counting, events.slice(0, Math.ceil(events.length / 8)));
  const fresh = events.filter(({ isAgain }) => !isAgain);
  await db.commit([
    planned.move,
    ...markCounted(applicationId, events, planned.round),
    ...planned.statements,
    ...(await queueStatements(db, fresh, now)),
  ]);
  return events.length;
};

/** `waited`: how many were there to be counted, of as many as were asked for. */
export type CountedStep = { readonly counted: number; readonly waited: number };

/**
 * One step. What another node was faster with is left to that node, and an application whose events cannot be counted keeps
 * those of the others from nothing.
 */
export const countStep = async (db: Database, now: number, most: number): Promise<CountedStep> => {
  const waiting = await waitingEvents(db, most);
  const failures: unknown[] = [];
  let counted = 0;
  for (const [applicationId, events] of Map.groupBy(waiting, (event) => event.applicationId)) {
    try {
      counted += await countOf({ db, applicationId, now }, events);
    } catch (error) {
      if (!guardFailed(error, progressGuard)) failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return { counted, waited: waiting.length };
};

/** One step; how many events it counted. */
export const countEvents = async (db: Database, now: number, most = 500): Promise<number> =>
  (await countStep(db, now, most)).counted;
