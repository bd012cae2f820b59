/** Balances and their ledger, read. The owner is part of every `where`; moves are in balance-statements.ts. */
import type { All, Database, One, Value } from '../db/database.ts';
import { recordColumns } from '../db/record-columns.ts';
import type { Place } from './balance-access.ts';
import type { BalanceDirection, BalanceKind } from './balance-statements.ts';

export type StoredBalance = {
  readonly kind: BalanceKind;
  readonly account: string;
  readonly amount: number;
  readonly version: number;
  readonly expiresAt: number | null;
  /** The end of a gift card's code. */
  readonly hint: string | null;
};

/** Of cards with something left; a customer cannot redeem more. */
export const MOST_GIFT_CARDS = 50;

const BALANCE = recordColumns('b.kind, b.account, b.amount, b.version, b.expires_at, g.hint');

/** Gift cards with something left, the one that ends first before the others; points and store credit before all of them. */
export const readBalances = (db: Database, applicationId: string, userId: string): All<StoredBalance> =>
  db.all<StoredBalance>(
    `select ${BALANCE} from balance b
     left join gift_card g on g.application_id = b.application_id and g.id = b.account
     where b.application_id = ? and b.user_id = ? and (b.kind <> 'gift_card' or b.amount > 0)
     order by b.kind desc, b.expires_at nulls last, b.account limit ?`,
    [applicationId, userId, MOST_GIFT_CARDS * 2],
  );

/** What a customer will have once his orders were paid for. */
export type PendingBalances = { readonly points: number; readonly storeCredit: number };

export const readPending = async (db: Database, applicationId: string, userId: string): Promise<PendingBalances> => {
  const rows = await db.all<{ readonly kind: BalanceKind; readonly amount: number }>(
    `select kind, cast(sum(amount) as bigint) as amount from balance_pending
     where application_id = ? and user_id = ? group by kind`,
    [applicationId, userId],
  );
  const of = (kind: BalanceKind): number => rows.find((row) => row.kind === kind)?.amount ?? 0;
  return { points: of('points'), storeCredit: of('store_credit') };
};

/** Everything a customer is shown of his balances. */
export type CustomerBalances = { readonly stored: readonly StoredBalance[]; readonly pending: PendingBalances };

export const readCustomerBalances = async (
  db: Database,
  applicationId: string,
  userId: string,
): Promise<CustomerBalances> => {
  const [stored, pending] = await Promise.all([
    readBalances(db, applicationId, userId),
    readPending(db, applicationId, userId),
  ]);
  return { stored, pending };
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
