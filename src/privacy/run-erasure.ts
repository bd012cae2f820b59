/**
 * Use cases: forget a person, step by step. An erasure is a row of its own; each step commits what it takes away together with
 * how far it has come, so one that is interrupted goes on where it was, on any node. Nothing is locked for longer than a step.
 */
import { ownEntry } from '../shared/own-entry.ts';
import { type Database, guardFailed, type Statement } from '../db/database.ts';
import { type RandomBytes, uuid7 } from '../shared/identifiers.ts';
import type { Contact } from './contact-rules.ts';
import { erasedRowGuard, eraseStep, type Step } from './erase-rows.ts';
import {
  endErasure,
  type Erasure,
  erasureGuard,
  moveOn,
  openErasure,
  openErasures,
  type Progress,
  readErasure,
  readReceipt,
  type Receipt,
} from './erasure-store.ts';
import { searchStep } from './find-guests.ts';
import { findInEvents, findPerson, type NamedPerson, type Person } from './find-person.ts';
import type { HashText } from './person-names.ts';
import { type Place, placesOf, placesOfRest } from './person-places.ts';

export type ErasureDesk = {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly hashOf: (applicationId: string) => HashText;
};
export type ErasureRequest = {
  readonly applicationId: string;
  readonly organizationId: string;
  readonly named: NamedPerson;
  readonly contact?: Contact;
  /** `events`: nothing but what events say of him. */
  readonly scope: 'all' | 'events';
  /** Further statements of the batch that begins it: its record in the audit, a suppression. */
  readonly also: (receipt: Receipt) => readonly Statement[];
};

const NAME_BYTES = 12;
/** Of one call: enough for anybody but a shop's best customer, and over in the time of a request. */
const CALL_STEPS = 200;
const SWEEP_STEPS = 2_000;
/** Places without a row of his that one step passes by. */
const LOOKS = 50;

const firstPlace = { place: 0, after: null } as const;

const subjectOf = ({ named, contact = {} }: ErasureRequest, hash: HashText): string => {
  const ids = [...named.userIds, ...named.guestIds, ...named.pageIds, contact.email, contact.phone];
  return [...new Set(ids.flatMap((id) => (id === undefined ? [] : [hash(id)])))].join(' ');
};

/** Under the name that was drawn, so that nothing here leads back to him while orders wait: only they are known. */
const restOf = ({ applicationId, organizationId, pseudonym }: Person, orderIds: readonly string[]): Person => ({
  applicationId,
  organizationId,
  pseudonym,
  userIds: [pseudonym],
  guestIds: [pseudonym],
  userSigns: [],
  anonymousSigns: [],
  cartIds: [],
  cartNumbers: [],
  orderIds,
});

const placesFor = ({ person, progress }: Erasure): readonly Place[] =>
  progress.rest === true ? placesOfRest(person) : placesOf(person, progress.scope);

const search = async ({ db, hashOf }: ErasureDesk, erasure: Erasure, contact: Contact): Promise<Statement> => {
  const { person, progress } = erasure;
  const { applicationId } = person;
  const { guestIds, next } = await searchStep(db, { applicationId, contact }, progress);
  const found = [...new Set([...person.guestIds, ...guestIds])];
  if (next !== null) return moveOn(erasure, { ...person, guestIds: found }, { ...progress, ...next });
  const named = { userIds: person.userIds, guestIds: found, pageIds: person.anonymousSigns };
  const whole = await findPerson(db, person, named, hashOf(applicationId));
  const { search: _done, ...rest } = progress;
  return moveOn(erasure, whole, { ...rest, ...firstPlace });
};

const counted = (progress: Progress, { name }: Place, { rows, waiting }: Step): Progress => ({
  ...progress,
  erased: rows === 0 ? progress.erased : { ...progress.erased, [name]: (ownEntry(progress.erased, name) ?? 0) + rows },
  waiting: progress.waiting + waiting.length,
  waits: [...(progress.waits ?? []), ...waiting],
});

/** What is left when the last place was passed: nothing, or orders that wait. */
const end = (erasure: Erasure, progress: Progress): Statement => {
  const { waiting, waits = [] } = progress;
  if (waiting === 0) return endErasure(erasure, progress, null);
  // Staff may say more about one that is on its way no longer, as long as another is.
  const known = progress.rest === true ? erasure.person.orderIds : [];
  const orderIds = [...new Set([...known, ...waits])];
  return endErasure(erasure, progress, {
    person: restOf(erasure.person, orderIds),
    progress: { ...progress, ...firstPlace, waiting: 0, waits: [], rest: true },
  });
};

/** The batch of the next step, and whether it was the last for now. */
const nextStep = async (
  desk: ErasureDesk,
  erasure: Erasure,
): Promise<{ batch: readonly Statement[]; last: boolean }> => {
  const { person } = erasure;
  if (erasure.progress.search !== undefined) {
    return { batch: [await search(desk, erasure, erasure.progress.search)], last: false };
  }
  const places = placesFor(erasure);
  let progress = erasure.progress;
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const place = places[progress.place];
    if (place === undefined) return { batch: [end(erasure, progress)], last: true };
    const step = await eraseStep(desk.db, place, person, { after: progress.after, now: desk.now() });
    const next = step.more ? { after: step.after } : { place: progress.place + 1, after: null };
    progress = { ...counted(progress, place, step), ...next };
    if (step.statements.length > 0) {
      return { batch: [...step.statements, moveOn(erasure, person, progress)], last: false };
    }
  }
  return { batch: [moveOn(erasure, person, progress)], last: false };
};

/** Somebody else took the step, or changed a row while it was being decided. */
const isOvertaken = (error: unknown): boolean => guardFailed(error, erasureGuard) || guardFailed(error, erasedRowGuard);

export const runErasure = async (
  desk: ErasureDesk,
  { applicationId, id }: Pick<Erasure, 'applicationId' | 'id'>,
  steps: number,
): Promise<void> => {
  for (let taken = 0; taken < steps; taken += 1) {
    const erasure = await readErasure(desk.db, applicationId, id);
    if (erasure === undefined) return;
    const { batch, last } = await nextStep(desk, erasure);
    try {
      await desk.db.commit(batch);
      if (last) return;
    } catch (error) {
      if (!isOvertaken(error)) throw error;
    }
  }
};

/** Begins an erasure and does as much of it as one call may; the rest is left to the sweep. */
export const erasePerson = async (desk: ErasureDesk, request: ErasureRequest): Promise<Receipt> => {
  const { db, now, random } = desk;
  const { applicationId, organizationId, named, contact, scope } = request;
  const hash = desk.hashOf(applicationId);
  const at = now();
  const pseudonym = `erased-${Buffer.from(random(NAME_BYTES)).toString('hex')}`;
  const place = { applicationId, organizationId, pseudonym };
  const find = scope === 'events' ? findInEvents : findPerson;
  const person = await find(db, place, named, hash);
  const progress: Progress = {
    ...firstPlace,
    scope,
    erased: {},
    waiting: 0,
    ...(contact === undefined ? {} : { search: contact }),
  };
  const id = uuid7(at, random);
  const receipt: Receipt = { id, subject: subjectOf(request, hash), createdAt: at, state: 'running', erased: null };
  await db.commit([...request.also(receipt), openErasure(receipt, { applicationId, id, step: 0, person, progress })]);
  await runErasure(desk, { applicationId, id }, CALL_STEPS);
  return (await readReceipt(db, applicationId, id)) ?? receipt;
};

const ERASURES = 100;

/** The sweep: erasures that are not at their end. */
export const sweepErasures = async (desk: ErasureDesk): Promise<number> => {
  let after = '';
  for (;;) {
    const open = await openErasures(desk.db, ERASURES, after);
    for (const erasure of open) await runErasure(desk, erasure, SWEEP_STEPS);
    const last = open.at(-1);
    if (last === undefined || open.length < ERASURES) return open.length;
    after = last.id;
  }
};
