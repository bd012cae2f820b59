/**
 * Use cases: forget a person, step by step. An erasure is a row of its own; each step commits what it takes away together with
 * how far it has come, so one that is interrupted goes on where it was, on any node. Nothing is locked for longer than a step.
 */
import { guardFailed, type Statement } from '../db/database.ts';
import { type RandomBytes, uuid7 } from '../shared/identifiers.ts';
import type { Contact } from './contact-rules.ts';
import { erasedRowGuard } from './erase-rows.ts';
import { firstPlace, nextStep, type StepDesk } from './erasure-steps.ts';
import {
  type Erasure,
  erasureGuard,
  type ErasureKey,
  openErasure,
  openErasures,
  type Progress,
  readErasure,
  readReceipt,
  type Receipt,
} from './erasure-store.ts';
import { findInEvents, findPerson, type NamedPerson } from './find-person.ts';
import type { HashText } from './person-names.ts';

export type ErasureDesk = StepDesk & { readonly random: RandomBytes };
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
/** Of one turn of the sweep, of all erasures: the other sweeps wait for it. */
const SWEEP_STEPS = 200;

const subjectOf = ({ named, contact = {} }: ErasureRequest, hash: HashText): string => {
  const ids = [...named.userIds, ...named.guestIds, ...named.pageIds, contact.email, contact.phone];
  return [...new Set(ids.flatMap((id) => (id === undefined ? [] : [hash(id)])))].join(' ');
};

/** Somebody else took the step, or changed a row while it was being decided. */
const isOvertaken = (error: unknown): boolean => guardFailed(error, erasureGuard) || guardFailed(error, erasedRowGuard);

/** At most so many steps; answers how many it took. */
export const runErasure = async (desk: ErasureDesk, key: ErasureKey, steps: number): Promise<number> => {
  let erasure = await readErasure(desk.db, key);
  let taken = 0;
  while (erasure !== undefined && taken < steps) {
    taken += 1;
    const { batch, next } = await nextStep(desk, erasure);
    try {
      await desk.db.commit(batch);
      if (next === null) break;
      erasure = next;
    } catch (error) {
      if (!isOvertaken(error)) throw error;
      erasure = await readErasure(desk.db, key);
    }
  }
  return taken;
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
    stage: contact === undefined ? 'walk' : 'search',
    scope,
    erased: {},
    waiting: 0,
    behind: '',
    ...(contact === undefined ? {} : { search: contact }),
  };
  const id = uuid7(at, random);
  const subject = subjectOf(request, hash);
  const receipt: Receipt = { id, subject, createdAt: at, state: 'running', erased: null };
  const erasure: Erasure = { applicationId, id, subject, step: 0, whom: { person }, progress };
  await db.commit([...request.also(receipt), openErasure(receipt, erasure)]);
  await runErasure(desk, erasure, CALL_STEPS);
  return (await readReceipt(db, applicationId, id)) ?? receipt;
};

/** Each takes a step at least. */
const ERASURES = SWEEP_STEPS;

/**
 * The sweep: erasures that are not at their end, each turn from where the one before came to, so that each is taken up, and what
 * else is swept waits for none of them. One that fails has had its turn. Answers how many steps were taken.
 */
export const erasureSweep = (): ((desk: ErasureDesk) => Promise<number>) => {
  let behind = '';
  return async (desk) => {
    let taken = 0;
    for (const erasure of await openErasures(desk.db, ERASURES, behind)) {
      behind = erasure.id;
      taken += await runErasure(desk, erasure, SWEEP_STEPS - taken);
      if (taken >= SWEEP_STEPS) return taken;
    }
    behind = '';
    return taken;
  };
};
