/** Erasures in SQL: whom each is about and how far it has come while it goes on, and the receipt that is left of it. */
import type { Database, One, Row, Statement } from '../db/database.ts';
import { recordColumns } from '../db/record-columns.ts';
import type { Person } from './find-person.ts';
import type { Contact } from './contact-rules.ts';

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

/** Where a search or a walk goes on. */
export type Cursor = { readonly place: number; readonly after: readonly string[] | null };
export type Progress = Cursor & {
  readonly scope: 'all' | 'events';
  readonly erased: Readonly<Record<string, number>>;
  /** Orders that still need what they have. */
  readonly waiting: number;
  /** Which those are. */
  readonly waits?: readonly string[];
  /** All else is gone: only those orders are looked at, and what was written about them since. */
  readonly rest?: boolean;
  /** Guests are still being looked for by this. */
  readonly search?: Contact;
};
export type Erasure = Readonly<{ applicationId: string; id: string; step: number; person: Person; progress: Progress }>;

type ErasureRow = Omit<Erasure, 'person' | 'progress'> & { readonly person: string; readonly progress: string };
const erasureOf = ({ person, progress, ...row }: ErasureRow): Erasure => ({
  ...row,
  person: JSON.parse(person) as Person,
  progress: JSON.parse(progress) as Progress,
});

export const openErasure = (receipt: Receipt, { applicationId, person, progress }: Erasure): Statement => ({
  sql: `insert into event_erasure (application_id, id, subject, created_at, counts, step, person, progress)
    values (?, ?, ?, ?, null, 0, ?, ?)`,
  params: [
    applicationId,
    receipt.id,
    receipt.subject,
    receipt.createdAt,
    JSON.stringify(person),
    JSON.stringify(progress),
  ],
});

export const erasureGuard = 'erasure_step';
const STEPPED = 'step = step + 1 where application_id = ? and id = ? and step = ?';
const guard = { name: erasureGuard, rows: 1 } as const;

/** Guard `erasure_step`: no other node has taken this step. */
export const moveOn = ({ applicationId, id, step }: Erasure, person: Person, progress: Progress): Statement => ({
  sql: `update event_erasure set person = ?, progress = ?, ${STEPPED}`,
  params: [JSON.stringify(person), JSON.stringify(progress), applicationId, id, step],
  guard,
});

/** Whom it was about is forgotten here, too; the name drawn for him stays only while orders wait. */
export const endErasure = (
  { applicationId, id, step }: Erasure,
  { erased }: Progress,
  waiting: { readonly person: Person; readonly progress: Progress } | null,
): Statement => ({
  sql: `update event_erasure set counts = ?, person = ?, progress = ?, ${STEPPED}`,
  params: [
    JSON.stringify(erased),
    waiting === null ? null : JSON.stringify(waiting.person),
    waiting === null ? null : JSON.stringify(waiting.progress),
    applicationId,
    id,
    step,
  ],
  guard,
});

const OPEN = recordColumns('application_id, id, step, person, progress');

export const readErasure = async (db: Database, applicationId: string, id: string): One<Erasure> => {
  const row = await db.one<ErasureRow>(
    `select ${OPEN} from event_erasure where application_id = ? and id = ? and progress is not null`,
    [applicationId, id],
  );
  return row && erasureOf(row);
};

/** Some that are not at their end, the oldest first. */
export const openErasures = (
  db: Database,
  limit: number,
  after: string,
): Promise<readonly Pick<Erasure, 'applicationId' | 'id'>[]> =>
  db.all<Pick<Erasure, 'applicationId' | 'id'>>(
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
