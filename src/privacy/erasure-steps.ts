/**
 * The next step of an erasure: its batch, and how far it has come with it. How much a step does follows from nothing that it is
 * about: a person's rows, the places where they lie and the guests that are found are taken some at a time.
 */
import type { Database, Statement } from '../db/database.ts';
import { ownEntry } from '../shared/own-entry.ts';
import { takeOver } from './earlier-erasure.ts';
import { eraseStep, type EraseAt } from './erase-rows.ts';
import { endErasure, type Erasure, moveOn, moveOnTo, type Progress, type Stage, type Whom } from './erasure-store.ts';
import { clearTraces, keepTraces, ordersWaitedFor, type Trace, tracesBehind } from './erasure-traces.ts';
import { searchStep } from './find-guests.ts';
import { findPerson, noTraces, type Person } from './find-person.ts';
import { withNamedIn } from './named-in-rows.ts';
import type { HashText } from './person-names.ts';
import { type Place, placesOf, placesOfRest, placesToRead } from './person-places.ts';

export type StepDesk = {
  readonly db: Database;
  readonly now: () => number;
  readonly hashOf: (applicationId: string) => HashText;
};
export type ErasureStep = {
  readonly batch: readonly Statement[];
  /** As it is then; null: it is over, or waits. */
  readonly next: Erasure | null;
};

/** Guests, or orders that wait, whose places are gone through together. */
const GROUP = 100;
/** Places without a row of his that one step passes by. */
const LOOKS = 50;

export const firstPlace = { place: 0, after: null } as const;

const onward = (erasure: Erasure, statements: readonly Statement[], progress: Progress): ErasureStep => ({
  batch: [...statements, moveOn(erasure, progress)],
  next: { ...erasure, step: erasure.step + 1, progress },
});
const onwardTo = (erasure: Erasure, whom: Whom, statements: readonly Statement[], progress: Progress): ErasureStep => ({
  batch: [...statements, moveOnTo(erasure, whom, progress)],
  next: { ...erasure, step: erasure.step + 1, whom, progress },
});

const search = async ({ db }: StepDesk, erasure: Erasure): Promise<ErasureStep> => {
  const { applicationId, progress } = erasure;
  const { search: contact = {}, ...known } = progress;
  const { guestIds, next } = await searchStep(db, { applicationId, contact }, progress);
  const kept = keepTraces(
    erasure,
    'guest',
    guestIds.map((id) => ({ id })),
  );
  if (next !== null) return onward(erasure, kept, { ...progress, ...next });
  return onward(erasure, kept, { ...known, ...firstPlace, stage: 'walk' });
};

type Places = { readonly places: readonly Place[]; readonly person: Person; readonly whomIn?: EraseAt['whomIn'] };
type Walked = {
  readonly statements: readonly Statement[];
  readonly progress: Progress;
  readonly waiting: readonly { readonly id: string; readonly ownerId: string }[];
  /** The last place was passed. */
  readonly isOver: boolean;
};

/** Past places where nothing is, to the next batch. */
const goOn = async (desk: StepDesk, known: Progress, { places, person, whomIn }: Places): Promise<Walked> => {
  const waiting: Walked['waiting'][number][] = [];
  let progress = known;
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const place = places[progress.place];
    if (place === undefined) return { statements: [], progress, waiting, isOver: true };
    const step = await eraseStep(desk.db, place, person, { after: progress.after, now: desk.now(), whomIn });
    const { name } = place;
    const gone = step.rows === 0 ? {} : { [name]: (ownEntry(progress.erased, name) ?? 0) + step.rows };
    waiting.push(...step.waiting);
    progress = {
      ...progress,
      ...(step.more ? { after: step.after } : { place: progress.place + 1, after: null }),
      erased: { ...progress.erased, ...gone },
      waiting: progress.waiting + step.waiting.length,
    };
    if (step.statements.length > 0) return { statements: step.statements, progress, waiting, isOver: false };
  }
  return { statements: [], progress, waiting, isOver: false };
};

/** An earlier erasure may have taken the name from his orders, and wait for them: then this one does, too. */
const alsoWaitedFor = async (desk: StepDesk, erasure: Erasure, person: Person): Promise<readonly Trace[]> => {
  const hash = desk.hashOf(erasure.applicationId);
  return ordersWaitedFor(desk.db, erasure, [...person.userIds, ...person.guestIds].map(hash));
};

const walk = async (desk: StepDesk, erasure: Erasure): Promise<ErasureStep> => {
  const { applicationId, whom } = erasure;
  const person = whom.group ?? whom.person;
  const { scope, behind } = erasure.progress;
  const hash = desk.hashOf(applicationId);
  const walked = await goOn(desk, erasure.progress, { places: placesOf(person, scope), person });
  const waiting = walked.waiting.map(({ id, ownerId }) => ({ id, owner: hash(ownerId) }));
  if (!walked.isOver) {
    return onward(erasure, [...walked.statements, ...keepTraces(erasure, 'order', waiting)], walked.progress);
  }
  const others = scope === 'all' ? await alsoWaitedFor(desk, erasure, person) : [];
  const orders = keepTraces(erasure, 'order', [...waiting, ...others]);
  const progress = { ...walked.progress, ...firstPlace, waiting: walked.progress.waiting + others.length };
  const guestIds = await tracesBehind(desk.db, erasure, { kind: 'guest', behind, limit: GROUP });
  const last = guestIds.at(-1);
  if (last === undefined) return onwardTo(erasure, { person: whom.person }, orders, { ...progress, stage: 'read' });
  const group = await findPerson(desk.db, whom.person, { userIds: [], guestIds, pageIds: [] }, hash);
  const carts = [...group.cartIds, ...group.cartNumbers].map((id) => ({ id }));
  return onwardTo(erasure, { ...whom, group }, [...orders, ...keepTraces(erasure, 'cart', carts)], {
    ...progress,
    behind: last,
  });
};

const read = async (desk: StepDesk, erasure: Erasure): Promise<ErasureStep> => {
  const { applicationId, id, whom, progress } = erasure;
  const { person } = whom;
  const places = progress.scope === 'all' ? placesToRead(person) : [];
  const whomIn: EraseAt['whomIn'] =
    progress.behind === ''
      ? undefined
      : (table, rows) => withNamedIn(desk.db, { applicationId, id, person }, table, rows);
  const walked = await goOn(desk, progress, { places, person, whomIn });
  if (!walked.isOver) return onward(erasure, walked.statements, walked.progress);
  return clear(desk, { ...erasure, progress: { ...walked.progress, ...firstPlace, stage: 'clear' } });
};

/** Under the name that was drawn, so that nothing here leads back to him while orders wait. */
const nobodyAs = ({ applicationId, organizationId, pseudonym }: Person): Person => ({
  ...noTraces,
  applicationId,
  organizationId,
  pseudonym,
});

const waitOn = (erasure: Erasure, progress: Progress): Statement =>
  endErasure(erasure, progress, {
    whom: { person: nobodyAs(erasure.whom.person) },
    progress: { ...progress, ...firstPlace, stage: 'rest', behind: '', waiting: 0 },
  });

/** What is left then: nothing, or orders that wait. */
const clear = async ({ db }: StepDesk, erasure: Erasure): Promise<ErasureStep> => {
  const { progress } = erasure;
  const isDone = progress.waiting === 0;
  const { statements, more } = await clearTraces(db, erasure, isDone);
  if (more) return onward(erasure, statements, progress);
  const end = isDone ? endErasure(erasure, progress, null) : waitOn(erasure, progress);
  return { batch: [...statements, end], next: null };
};

/** Orders that waited, and what was written about them meanwhile. Staff may say more of all until the last of them is over. */
const rest = async (desk: StepDesk, erasure: Erasure): Promise<ErasureStep> => {
  const { whom, progress } = erasure;
  const { behind } = progress;
  const orderIds = await tracesBehind(desk.db, erasure, { kind: 'order', behind, limit: GROUP });
  const person = { ...whom.person, orderIds };
  const walked = await goOn(desk, progress, { places: placesOfRest(person), person });
  if (!walked.isOver) return onward(erasure, walked.statements, walked.progress);
  const passed = { ...walked.progress, ...firstPlace, behind: orderIds.at(-1) ?? behind };
  if (orderIds.length === GROUP) return onward(erasure, [], passed);
  if (passed.waiting > 0) return { batch: [waitOn(erasure, passed)], next: null };
  return clear(desk, { ...erasure, progress: { ...passed, stage: 'clear' } });
};

const stages: Readonly<Record<Stage, (desk: StepDesk, erasure: Erasure) => Promise<ErasureStep>>> = {
  search,
  walk,
  read,
  clear,
  rest,
  earlier: async ({ db }, erasure) => {
    const { whom, statements, progress } = await takeOver(db, erasure);
    return onwardTo(erasure, whom, statements, progress);
  },
};

export const nextStep = (desk: StepDesk, erasure: Erasure): Promise<ErasureStep> =>
  stages[erasure.progress.stage](desk, erasure);
