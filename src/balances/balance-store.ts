/** Balances and their ledger, read. The owner is part of every `where`; moves are in balance-statements.ts. */
import type { All, Database, One, Value } from '../db/database.ts';
import { countedSum } from '../db/counted-sum.ts';
import { recordColumns } from '../db/record-columns.ts';
import type { Place } from './balance-access.ts';
import { type BalanceDirection, type BalanceKind, MOST_GIFT_CARDS } from './balance-statements.ts';
import { ENDED } from './lot-statements.ts';

export type StoredBalance = {
  readonly kind: BalanceKind;
  readonly account: string;
  /** Without points that have ended. */
  readonly amount: number;
  /** When the next of its points end; null: none do. */
  readonly nextEnd: number | null;
  readonly version: number;
  readonly expiresAt: number | null;
  /** The end of a gift card's code. */
  readonly hint: string | null;
};

const BALANCE = recordColumns('balance.kind, balance.account, balance.version, balance.expires_at, g.hint');
/** When the next points end; one value: now. */
const ENDS = `(select min(l.expires_at) from balance_lot l where l.application_id = balance.application_id
  and l.user_id = balance.user_id and l.kind = balance.kind and balance.account = '' and l.remaining > 0
  and l.expires_at > ?)`;

/** Gift cards with something left, the one that ends first before the others; points and store credit before all of them. */
export const readBalances = (db: Database, applicationId: string, userId: string, now: number): All<StoredBalance> =>
  db.all<StoredBalance>(
    `select ${BALANCE}, balance.amount - ${ENDED} as amount, ${ENDS} as "nextEnd" from balance
     left join gift_card g on g.application_id = balance.application_id and g.id = balance.account
     where balance.application_id = ? and balance.user_id = ? and (balance.kind <> 'gift_card' or balance.amount > 0)
     order by balance.kind desc, balance.expires_at nulls last, balance.account limit ?`,
    [now, now, applicationId, userId, MOST_GIFT_CARDS * 2],
  );

/** Points that end, the next first. */
type EndingPoints = { readonly points: number; readonly expiresAt: number };
const MOST_ENDS = 100;
const readEnding = (db: Database, applicationId: string, userId: string, now: number): All<EndingPoints> =>
  db.all<EndingPoints>(
    `select ${countedSum('remaining')} as points, expires_at as "expiresAt" from balance_lot
     where application_id = ? and user_id = ? and kind = 'points' and remaining > 0 and expires_at > ?
     group by expires_at order by expires_at limit ?`,
    [applicationId, userId, now, MOST_ENDS],
  );

/** What a customer will have once his orders were paid for. */
export type PendingBalances = { readonly points: number; readonly storeCredit: number };

export const readPending = async (db: Database, applicationId: string, userId: string): Promise<PendingBalances> => {
  const rows = await db.all<{ readonly kind: BalanceKind; readonly amount: number }>(
    `select kind, ${countedSum('amount')} as amount from balance_pending
     where application_id = ? and user_id = ? group by kind`,
    [applicationId, userId],
  );
  const of = (kind: BalanceKind): number => rows.find((row) => row.kind === kind)?.amount ?? 0;
  return { points: of('points'), storeCredit: of('store_credit') };
};

/** Everything a customer is shown of his balances. */
export type CustomerBalances = {
  readonly stored: readonly StoredBalance[];
  readonly pending: PendingBalances;
  readonly ending: readonly EndingPoints[];
};

export const readCustomerBalances = async (
  db: Database,
  applicationId: string,
  userId: string,
  now: number,
): Promise<CustomerBalances> => {
  const [stored, pending, ending] = await Promise.all([
    readBalances(db, applicationId, userId, now),
    readPending(db, applicationId, userId),
    readEnding(db, applicationId, userId, now),
  ]);
  return { stored, pending, ending };
};

export type StoredEntry = {
  readonly id: string;
  readonly kind: BalanceKind;
  readonly account: string;
  readonly direction: BalanceDirection;
  readonly amount: number;
  readonly balance: number;
  readonly reason: string;
  readonly source: string;
  readonly author: string | null;
  readonly createdAt: number;
};

const ENTRY = recordColumns('id, kind, account, direction, amount, balance, reason, source, author, created_at');

/** The ledger of a customer, newest first. */
export const listEntries = (
  db: Database,
  { applicationId, userId, kind }: { applicationId: string; userId: string; kind?: BalanceKind | undefined },
  after: Place | undefined,
  limit: number,
): All<StoredEntry> => {
  const conditions = [
    'application_id = ? and user_id = ?',
    ...(kind === undefined ? [] : ['kind = ?']),
    ...(after === undefined ? [] : ['(created_at, id) < (?, ?)']),
  ];
  const params: readonly Value[] = [
    applicationId,
    userId,
    ...(kind === undefined ? [] : [kind]),
    ...(after === undefined ? [] : [after.createdAt, after.id]),
    limit,
  ];
  return db.all<StoredEntry>(
    `select ${ENTRY} from balance_entry where ${conditions.join(' and ')} order by created_at desc, id desc limit ?`,
    params,
  );
};

export const readEntry = (db: Database, applicationId: string, id: string): One<StoredEntry> =>
  db.one<StoredEntry>(`select ${ENTRY} from balance_entry where application_id = ? and id = ?`, [applicationId, id]);

/** A lot that has ended with something left. */
export type EndedLot = {
  readonly applicationId: string;
  readonly userId: string;
  readonly kind: BalanceKind;
  readonly id: string;
  readonly remaining: number;
};
const LOT = recordColumns('application_id, user_id, kind, id, remaining');
export const endedLots = (db: Database, now: number, limit: number): All<EndedLot> =>
  db.all<EndedLot>(
    `select ${LOT} from balance_lot where remaining > 0 and expires_at <= ? order by expires_at, id limit ?`,
    [now, limit],
  );
