/**
 * Who did what on which day. What was done signed out belongs to the customer who first used the same anonymous id, whenever
 * the event that tells so arrives; then what was counted as two people is counted as one. Pure.
 */
import type { Change } from './funnel-figures.ts';
import { type Fact, isBefore, type Stamp } from './funnel-fact-rules.ts';

export type Owner = Stamp & { readonly userId: string };
export type Owners = ReadonlyMap<string, Owner>;
/** What an actor did on a day, and as whom it is counted. */
export type Visit = { readonly actor: string; readonly day: number; readonly person: string; readonly steps: number };
/** How many visits of a person on a day have the same steps. */
export type AlikeVisits = Omit<Visit, 'actor'> & { readonly visits: number };
export type PersonDay = { readonly person: string; readonly day: number };

const placeOf = ({ actor, day }: Pick<Visit, 'actor' | 'day'>): string => `${day} ${actor}`;
const customer = (userId: string): string => `u:${userId}`;
const anonymous = (anonymousId: string): string => `a:${anonymousId}`;

/** Owners that are new or others than before. */
export const ownersAfter = (before: Owners, facts: readonly Fact[]): Owners => {
  const changed = new Map<string, Owner>();
  for (const { id, at, userId, anonymousId } of facts) {
    if (userId === null || anonymousId === null) continue;
    const known = changed.get(anonymousId) ?? before.get(anonymousId);
    if (known === undefined || isBefore({ at, id }, known)) changed.set(anonymousId, { id, at, userId });
  }
  return changed;
};

/** Actors whose visits are from now on another person's. */
export const movedActors = (before: Owners, changed: Owners): readonly string[] =>
  [...changed]
    .filter(([anonymousId, { userId }]) => before.get(anonymousId)?.userId !== userId)
    .map(([anonymousId]) => anonymous(anonymousId));

const actorOf = ({ userId, anonymousId }: Fact): string | undefined => {
  if (userId !== null) return customer(userId);
  return anonymousId === null ? undefined : anonymous(anonymousId);
};

/** Where the facts leave their visits. */
export const placesOfFacts = (facts: readonly Fact[]): readonly Pick<Visit, 'actor' | 'day'>[] => {
  const found = new Map<string, Pick<Visit, 'actor' | 'day'>>();
  for (const fact of facts) {
    const actor = actorOf(fact);
    const place = { actor: actor ?? '', day: fact.day };
    if (actor !== undefined && fact.step > 0) found.set(placeOf(place), place);
  }
  return [...found.values()];
};

const personOf = (actor: string, owners: Owners): string => {
  const owner = actor.startsWith('a:') ? owners.get(actor.slice(2)) : undefined;
  return owner === undefined ? actor : customer(owner.userId);
};

/** Whose days the facts and the moves touch, before and after; every visit of these has to be known to count them. */
export const touchedDays = (
  facts: readonly Fact[],
  movedVisits: readonly Visit[],
  owners: Owners,
): readonly PersonDay[] => {
  const found = new Map<string, PersonDay>();
  const touch = (person: string, day: number): void => void found.set(`${day} ${person}`, { person, day });
  for (const fact of facts) {
    const actor = actorOf(fact);
    if (actor !== undefined && fact.step > 0) touch(personOf(actor, owners), fact.day);
  }
  for (const { actor, person, day } of movedVisits) {
    touch(person, day);
    touch(personOf(actor, owners), day);
  }
  return [...found.values()];
};

type Visits = ReadonlyMap<string, Visit>;
/** Each once. */
export const distinctVisits = (visits: readonly Visit[]): readonly Visit[] => [
  ...new Map(visits.map((visit) => [placeOf(visit), visit])).values(),
];

/** Visits that stay as they are: one stands for all of a person and a day that are alike, beside those that are known by themselves. */
export const standingVisits = (alike: readonly AlikeVisits[], known: readonly Visit[]): readonly Visit[] => {
  const likeness = ({ person, day, steps }: Omit<Visit, 'actor'>): string => `${day} ${steps} ${person}`;
  const own = Map.groupBy(known, likeness);
  return alike
    .filter((visit) => visit.visits > (own.get(likeness(visit))?.length ?? 0))
    .map(({ person, day, steps }) => ({ actor: `${steps} ${person}`, day, person, steps }));
};

const visitsAfter = (before: Visits, facts: readonly Fact[], owners: Owners): Visits => {
  // What the person did under other anonymous ids is among them, and the owners of those are not asked for again.
  const now = (visit: Visit): string => {
    const person = personOf(visit.actor, owners);
    return person === visit.actor ? visit.person : person;
  };
  const after = new Map([...before].map(([place, visit]) => [place, { ...visit, person: now(visit) }]));
  for (const fact of facts) {
    const actor = actorOf(fact);
    if (actor === undefined || fact.step === 0) continue;
    const { day } = fact;
    const place = placeOf({ actor, day });
    const steps = (after.get(place)?.steps ?? 0) | fact.step;
    after.set(place, { actor, day, person: personOf(actor, owners), steps });
  }
  return after;
};

/** The steps of each person and day, all visits together, as one shopper in the histogram. */
const shoppersIn = (visits: Visits): readonly Change[] => {
  const days = new Map<string, PersonDay & { readonly steps: number }>();
  for (const { person, day, steps } of visits.values()) {
    const place = `${day} ${person}`;
    days.set(place, { person, day, steps: (days.get(place)?.steps ?? 0) | steps });
  }
  return [...days.values()].map(({ day, steps }) => ({ table: 'funnel_day', key: [day, steps], by: [1] }));
};

export type VisitsCounted = Readonly<{ visits: readonly Visit[]; left: readonly Change[]; joined: readonly Change[] }>;

/** `known`: every visit that is touched, and on the touched days those that stand beside them. The visits to write, and the shoppers that leave and join the histogram. */
export const countVisits = (known: readonly Visit[], facts: readonly Fact[], owners: Owners): VisitsCounted => {
  const before = new Map(known.map((visit) => [placeOf(visit), visit]));
  const after = visitsAfter(before, facts, owners);
  const visits = [...after].flatMap(([place, visit]) => {
    const old = before.get(place);
    return old?.steps === visit.steps && old.person === visit.person ? [] : [visit];
  });
  return { visits, left: shoppersIn(before), joined: shoppersIn(after) };
};
