/** What is known of the VAT numbers of shoppers. The owner is part of every key: a number goes with whom it is of. */
import type { All, Database, One, Row, Statement } from '../../db/database.ts';
import { sweepExpired } from '../../db/sweep.ts';
import type { VatCheck, VatState } from './vat-check-rules.ts';

/** Whose number it is. */
export type VatHolder = {
  readonly applicationId: string;
  readonly owner: { readonly kind: string; readonly id: string };
  readonly vatId: string;
};

const KEY = 'application_id = ? and owner_kind = ? and owner_id = ? and vat_id = ?';
const keyOf = ({ applicationId, owner, vatId }: VatHolder) => [applicationId, owner.kind, owner.id, vatId] as const;

type KnownRow = Row & Pick<VatCheck, 'state' | 'consultation'> & { readonly checkedAt: number | null };
export const readVatCheck = async (db: Database, holder: VatHolder): One<VatCheck> =>
  db.one<KnownRow>(`select state, consultation, checked_at as "checkedAt" from vat_check where ${KEY}`, keyOf(holder));

export const readAsked = async (
  db: Database,
  holder: VatHolder,
): One<{ readonly state: VatState; readonly askedAt: number }> =>
  db.one<Row & { state: VatState; askedAt: number }>(
    `select state, asked_at as "askedAt" from vat_check where ${KEY}`,
    keyOf(holder),
  );

export type VatTimes = Readonly<{ askedAt: number; dueAt: number; expiresAt: number }>;

/** What was said now; where nobody answered, what was known before stays. */
export const putVatCheck = (
  holder: VatHolder,
  { state, checkedAt, consultation }: VatCheck,
  { askedAt, dueAt, expiresAt }: VatTimes,
): Statement => ({
  sql: `insert into vat_check (application_id, owner_kind, owner_id, vat_id, state, consultation, checked_at, asked_at,
      due_at, expires_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    on conflict (application_id, owner_kind, owner_id, vat_id) do update set
      asked_at = excluded.asked_at, due_at = excluded.due_at, expires_at = excluded.expires_at,
      state = case when excluded.state = 'unchecked' then vat_check.state else excluded.state end,
      consultation = case when excluded.state = 'unchecked' then vat_check.consultation else excluded.consultation end,
      checked_at = case when excluded.state = 'unchecked' then vat_check.checked_at else excluded.checked_at end`,
  params: [...keyOf(holder), state, consultation, checkedAt, askedAt, dueAt, expiresAt],
});

export type DueCheck = Row & {
  readonly application_id: string;
  readonly owner_kind: string;
  readonly owner_id: string;
  readonly vat_id: string;
  readonly due_at: number;
};

/** Of each application the longest due, some of each: the first of all of them, then the second, and so on. */
export const dueChecks = async (
  db: Database,
  now: number,
  { most, ofOne }: { readonly most: number; readonly ofOne: number },
): All<DueCheck> =>
  db.all<DueCheck>(
    `select application_id, owner_kind, owner_id, vat_id, due_at from
      (select application_id, owner_kind, owner_id, vat_id, due_at,
         row_number() over (partition by application_id order by due_at, vat_id) as place
       from vat_check where due_at <= ?) as due
     where place <= ? order by place, due_at, application_id, vat_id limit ?`,
    [now, ofOne, most],
  );

/** Of several nodes one asks: the one whose statement changes the row. */
export const claimCheck = (holder: VatHolder, before: number, until: number): Statement => ({
  sql: `update vat_check set due_at = ? where ${KEY} and due_at = ?`,
  params: [until, ...keyOf(holder), before],
});

/** What the service says anew. A number that was forgotten meanwhile stays forgotten. */
export const renewCheck = (
  holder: VatHolder,
  { state, checkedAt, consultation }: VatCheck,
  dueAt: number,
): Statement => ({
  sql: `update vat_check set state = ?, consultation = ?, checked_at = ?, due_at = ? where ${KEY}`,
  params: [state, consultation, checkedAt, dueAt, ...keyOf(holder)],
});

export const forgetCheck = (holder: VatHolder): Statement => ({
  sql: `delete from vat_check where ${KEY}`,
  params: keyOf(holder),
});

/** The sweep: numbers that nobody asked about for long. */
export const sweepVatChecks = (db: Database, now: number): Promise<number> =>
  sweepExpired(db, { table: 'vat_check', key: 'application_id, owner_kind, owner_id, vat_id' }, now);
