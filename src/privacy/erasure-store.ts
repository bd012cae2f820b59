/** Erasures in SQL: whom each is about and how far it has come while it goes on, and the receipt that is left of it. */
import type { Database, One, Row, Statement } from '../db/database.ts';
import { recordColumns } from '../db/record-columns.ts';
import type { Contact } from './contact-rules.ts';
import type { Person } from './find-person.ts';

/** `waiting`: all is gone but what orders on their way still need. */
type ErasureState = 'running' | 'waiting' | 'done';
export type Receipt = {
  readonly id: string;
  /** Of whom, as a keyed hash. */
  readonly subject: string;
  readonly createdAt: number;
  readonly state: ErasureState;
  /** Rows by table; null while it is running. */
  readonly erased: Readonly<Record<string, number>> | null;
};

/**
 * `search`: guests are looked for by a contact. `walk`: the places of whoever was named, then of guests who were found, some at
 * a time. `read`: what has to be looked through, once for all. `clear`: whom it found is forgotten here, too. `rest`: orders
 * that wait. `earlier`: the release before began it, and went by another order of places.
 */
export type Stage = 'search' | 'walk' | 'read' | 'clear' | 'rest' | 'earlier';
/** Where a search or a walk goes on. */
export type Cursor = { readonly place: number; readonly after: readonly string[] | null };
export type Progress = Cursor & {
  readonly stage: Stage;
  readonly scope: 'all' | 'events';
  readonly erased: Readonly<Record<string, number>>;
  /** Orders that still need what they have. */
  readonly waiting: number;
  /** The last guest, or order, that was taken up: the next come after it. */
  readonly behind: string;
  /** By this guests are looked for. */
  readonly search?: Contact;
};
/** Who was named, and the guests at work. */
export type Whom = { readonly person: Person; readonly group?: Person };
export type ErasureKey = Readonly<{ applicationId: string; id: string }>;
export type Erasure = ErasureKey & Readonly<{ subject: string; step: number; whom: Whom; progress: Progress }>;

type Texts = { readonly person: string | null; readonly whom: string | null; readonly progress: string };
const erasureOf = ({ person, whom, progress, ...row }: Omit<Erasure, 'whom' | 'progress'> & Texts): Erasure => {
  const known = JSON.parse(progress) as Progress;
  if (whom !== null) return { ...row, whom: JSON.parse(whom) as Whom, progress: known };
  return { ...row, whom: { person: JSON.parse(String(person)) as Person }, progress: { ...known, stage: 'earlier' } };
};

export const openErasure = (receipt: Receipt, { applicationId, whom, progress }: Erasure): Statement => ({
  sql: `insert into event_erasure (application_id, id, subject, created_at, counts, step, whom, progress)
    values (?, ?, ?, ?, null, 0, ?, ?)`,
  params: [
    applicationId,
    receipt.id,
    receipt.subject,
    receipt.createdAt,
    JSON.stringify(whom),
    JSON.stringify(progress),
  ],
});

export const erasureGuard = 'erasure_step';
const STEPPED = 'step = step + 1 where application_id = ? and id = ? and step = ?';
const guard = { name: erasureGuard, rows: 1 } as const;

/** Guard `erasure_step`: no other node has taken this step. */
export const moveOn = ({ applicationId, id, step }: Erasure, progress: Progress): Statement => ({
  sql: `update event_erasure set progress = ?, ${STEPPED}`,
  params: [JSON.stringify(progress), applicationId, id, step],
  guard,
});

/** To somebody else. */
export const moveOnTo = ({ applicationId, id, step }: Erasure, whom: Whom, progress: Progress): Statement => ({
  sql: `update event_erasure set person = null, whom = ?, progress = ?, ${STEPPED}`,
  params: [JSON.stringify(whom), JSON.stringify(progress), applicationId, id, step],
  guard,
});

/** Whom it was about is forgotten here, too; the name drawn for him stays only while orders wait. */
export const endErasure = (
  { applicationId, id, step }: Erasure,
  { erased }: Progress,
  waiting: { readonly whom: Whom; readonly progress: Progress } | null,
): Statement => ({
  sql: `update event_erasure set counts = ?, whom = ?, progress = ?, ${STEPPED}`,
  params: [
    JSON.stringify(erased),
    waiting === null ? null : JSON.stringify(waiting.whom),
    waiting === null ? null : JSON.stringify(waiting.progress),
    applicationId,
    id,
    step,
  ],
  guard,
});

const OPEN = recordColumns('application_id, id, subject, step, person, whom, progress');

export const readErasure = async (db: Database, { applicationId, id }: ErasureKey): One<Erasure> => {
  const row = await db.one<Omit<Erasure, 'whom' | 'progress'> & Texts>(
    `select ${OPEN} from event_erasure where application_id = ? and id = ? and progress is not null`,
    [applicationId, id],
  );
  return row && erasureOf(row);
};

/** Some that are not at their end, the oldest first. */
export const openErasures = (db: Database, limit: number, after: string): Promise<readonly ErasureKey[]> =>
  db.all<ErasureKey>(
    `select ${recordColumns('application_id, id')} from event_erasure
     where progress is not null and id > ? order by id limit ? offset 0`,
    [after, limit],
  );

export const readReceipt = async (db: Database, applicationId: string, id: string): One<Receipt> => {
  const row = await db.one<Row & { subject: string; created_at: number; counts: string | null; is_open: number }>(
    `select subject, created_at, counts, case when progress is null then 0 else 1 end as is_open
     from event_erasure where application_id = ? and id = ?`,
    [applicationId, id],
  );
  if (row === undefined) return undefined;
  const { subject, created_at, counts, is_open } = row;
  const erased = counts === null ? null : (JSON.parse(counts) as Readonly<Record<string, number>>);
  const open = erased === null ? 'running' : 'waiting';
  return { id, subject, createdAt: created_at, state: is_open === 1 ? open : 'done', erased };
};
