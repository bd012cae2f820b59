/**
 * Moves of a balance, as statements that a batch can carry: each raises or lowers the balance under a guard and writes one
 * entry of the ledger with the balance after it, so that the entries of a balance always add up to it.
 *
 * A batch moves one balance at most once, and several in the order points, store credit, gift cards by id, so that two
 * batches cannot wait for each other.
 *
 * Points may have an end: lot-statements.ts keeps what is left of each credit that has one.
 *
 * What an order will earn is pending first, which is not part of the balance and pays for nothing.
 *
 * Guards: `balance/<kind>`: there is not enough, or the gift card has expired. `balance_entry`: this source has made that move
 * before, or has spent or earned nothing that could be given or taken back. `balance_limit`: more than a balance can hold.
 */
import { room } from '../applications/organization-store.ts';
import { DatabaseError, type Statement, type Value } from '../db/database.ts';
import {
  ENDED,
  endLot,
  keepLot,
  type LotMove,
  refillLots,
  spendLots,
  takeLots,
  unearnedNow,
  unearnLots,
} from './lot-statements.ts';

export const balanceKinds = ['points', 'store_credit', 'gift_card'] as const;
export type BalanceKind = (typeof balanceKinds)[number];
/** One source makes each of these moves once for a balance. */
export type BalanceDirection = 'spent' | 'returned' | 'earned' | 'unearned' | 'adjusted' | 'issued' | 'expired';
export type BalanceMove = {
  readonly applicationId: string;
  readonly userId: string;
  readonly kind: BalanceKind;
  /** The gift card's id; '' for points and store credit, of which a customer has one. */
  readonly account: string;
  /** More than 0: points, or minor units of the application's currency. */
  readonly amount: number;
  readonly reason: string;
  /** What it happened for: `order:<id>`, or a part of it, `order:<id>/<part>`. */
  readonly source: string;
  /** The source whose move it takes back, where that is another one. */
  readonly undoneSource?: string;
  readonly entryId: string;
  readonly at: number;
  /** Who decided it, where that was a person or another system. */
  readonly author?: string;
};

/**
 * What somebody may be given up to. An order gives back beyond it, so that it always can end: what that adds is bounded by what was
 * spent, and stays below what a number counts exactly.
 */
export const MOST_BALANCE = 1_000_000_000_000_000;
/** What orders earn goes beyond it too, up to here: the rest is left to what is given back. */
const MOST_WITH_EARNED = 4 * MOST_BALANCE;

const KEY = 'application_id = ? and user_id = ? and kind = ? and account = ?';
const keyOf = ({ applicationId, userId, kind, account }: BalanceMove): readonly Value[] => [
  applicationId,
  userId,
  kind,
  account,
];

const DID = `and exists (select 1 from balance_entry did where did.application_id = balance.application_id
  and did.user_id = balance.user_id and did.kind = balance.kind and did.account = balance.account
  and did.source = ? and did.direction = ? and abs(did.amount) >= ?)`;

const checked = (move: BalanceMove): BalanceMove => {
  if (Number.isSafeInteger(move.amount) && move.amount > 0) return move;
  throw new Error(`a balance cannot be moved by ${move.amount}`);
};

/** An amount that the database knows. */
type Amount = { readonly sql: string; readonly values: readonly Value[] };

/** Only points can end. */
const lotMove = (move: BalanceMove): LotMove => ({ ...move, source: move.undoneSource ?? move.source });
const ofPoints = ({ kind }: BalanceMove, statements: () => readonly Statement[]): readonly Statement[] =>
  kind === 'points' ? statements() : [];

/**
 * After the balance itself: its row is ours then, so the amount we read is the one after this move. `undoes` is the move of the
 * same source that it takes back, all or a part of it.
 */
const entry = (
  move: BalanceMove,
  direction: BalanceDirection,
  signed: number | Amount,
  undoes?: BalanceDirection,
): Statement => ({
  sql: `insert into balance_entry (id, application_id, user_id, kind, account, direction, amount, balance, reason, source,
      author, created_at)
    select ?, application_id, user_id, kind, account, ?, ${typeof signed === 'number' ? 'cast(? as bigint)' : signed.sql},
      amount, ?, ?, cast(? as text), cast(? as bigint)
    from balance where ${KEY} ${undoes === undefined ? '' : DID}`,
  params: [
    move.entryId,
    direction,
    ...(typeof signed === 'number' ? [signed] : signed.values),
    move.reason,
    move.source,
    move.author ?? null,
    move.at,
    ...keyOf(move),
    ...(undoes === undefined ? [] : [move.undoneSource ?? move.source, undoes, move.amount]),
  ],
  guard: { name: 'balance_entry', rows: 1 },
});

const lower = (move: BalanceMove): Statement => ({
  sql: `update balance set amount = amount - ?, version = version + 1, modified_at = ?
    where ${KEY} and amount - ${ENDED} >= ? and (expires_at is null or expires_at > ?)`,
  params: [move.amount, move.at, ...keyOf(move), move.at, move.amount, move.at],
  guard: { name: `balance/${move.kind}`, rows: 1 },
});

/** Also below zero: that is owed, and the next that comes makes it good. */
const owe = (move: BalanceMove, { sql, values }: Amount): Statement => ({
  sql: `update balance set amount = amount - ${sql}, version = version + 1, modified_at = ? where ${KEY}`,
  params: [...values, move.at, ...keyOf(move)],
  guard: { name: 'balance_entry', rows: 1 },
});

type Raise = { readonly most: number; readonly expiresAt?: number | null };

const raise = (move: BalanceMove, { most, expiresAt = null }: Raise): Statement => ({
  sql: `insert into balance (application_id, user_id, kind, account, amount, version, expires_at, modified_at)
    values (?, ?, ?, ?, ?, 1, ?, ?)
    on conflict (application_id, user_id, kind, account) do update set
      amount = balance.amount + excluded.amount, version = balance.version + 1, modified_at = excluded.modified_at
    where balance.amount <= ? - excluded.amount`,
  params: [...keyOf(move), move.amount, expiresAt, move.at, most],
  guard: { name: 'balance_limit', rows: 1 },
});

/** Pays with a balance: never below zero, never with an expired gift card. */
export const spendBalance = (move: BalanceMove): readonly Statement[] => [
  lower(checked(move)),
  entry(move, 'spent', -move.amount),
  ...ofPoints(move, () => spendLots(move)),
];

/** Gives back what a source spent, or a part of it, once. An expired gift card gets its money back and stays expired. */
export const returnBalance = (move: BalanceMove): readonly Statement[] => [
  raise(checked(move), { most: Number.MAX_SAFE_INTEGER }),
  entry(move, 'returned', move.amount, 'spent'),
  ...ofPoints(move, () => refillLots(lotMove(move))),
];

/** What a source will earn: shown, and not to be spent. */
export const expectBalance = (move: BalanceMove): readonly Statement[] => [
  {
    sql: `insert into balance_pending (application_id, user_id, kind, source, amount, created_at)
      values (?, ?, ?, ?, ?, ?)`,
    params: [move.applicationId, move.userId, move.kind, move.source, checked(move).amount, move.at],
  },
];

/** A source will not earn what it was expected to. */
export const expectNothing = ({
  applicationId,
  userId,
  source,
}: Pick<BalanceMove, 'applicationId' | 'userId' | 'source'>): Statement => ({
  sql: 'delete from balance_pending where application_id = ? and user_id = ? and source = ?',
  params: [applicationId, userId, source],
});

/** A source will earn less than it was expected to. */
export const expectOnly = ({
  applicationId,
  userId,
  kind,
  source,
  amount,
}: Omit<BalanceMove, 'account'>): Statement => ({
  sql: `update balance_pending set amount = ?
    where application_id = ? and user_id = ? and kind = ? and source = ?`,
  params: [amount, applicationId, userId, kind, source],
});

/** Points that end at a time; the others never do. */
type Ending = { readonly endsAt?: number | null | undefined };
const lotOf = (move: BalanceMove, { endsAt = null }: Ending): readonly Statement[] =>
  endsAt === null ? [] : ofPoints(move, () => [keepLot(move, move.entryId, endsAt)]);

/** What was expected of a source, if it was, is the customer's now. */
export const earnBalance = (move: BalanceMove, ending: Ending = {}): readonly Statement[] => [
  raise(checked(move), { most: MOST_WITH_EARNED }),
  entry(move, 'earned', move.amount),
  ...lotOf(move, ending),
  forgoBalance(move),
];

/** What was expected of a source is not expected any more: it was earned, or can never be. */
export const forgoBalance = ({ applicationId, userId, kind, source }: BalanceMove): Statement => ({
  sql: 'delete from balance_pending where application_id = ? and user_id = ? and kind = ? and source = ?',
  params: [applicationId, userId, kind, source],
});

/** Takes back what a source earned, or a part of it, once. What was spent since is owed, what ended unused is not. */
export const unearnBalance = (move: BalanceMove): readonly Statement[] => {
  const { sql, values } = unearnedNow(lotMove(checked(move)));
  return [
    owe(move, { sql, values }),
    entry(move, 'unearned', { sql: `-${sql}`, values }, 'earned'),
    ...ofPoints(move, () => unearnLots(lotMove(move))),
  ];
};

/** A lot of points that has ended. Guard `balance_lot`: it was so much until now. */
export const expirePoints = (move: BalanceMove, lotId: string): readonly Statement[] => [
  owe(checked(move), { sql: '?', values: [move.amount] }),
  endLot(move, lotId, move.amount),
  entry(move, 'expired', -move.amount),
];

/** The merchant adds (`amount`) or takes away (`-amount`), with a reason; `source` is new each time. */
export const adjustBalance = (
  move: Omit<BalanceMove, 'amount'>,
  signed: number,
  ending: Ending = {},
): readonly Statement[] => {
  const whole = checked({ ...move, amount: Math.abs(signed) });
  return [
    signed > 0 ? raise(whole, { most: MOST_BALANCE }) : lower(whole),
    entry(whole, 'adjusted', signed),
    ...(signed > 0 ? lotOf(whole, ending) : ofPoints(whole, () => [takeLots(whole)])),
  ];
};

/** A gift card's value becomes its customer's. */
export const issueBalance = (move: BalanceMove, expiresAt: number | null): readonly Statement[] => [
  raise(checked(move), { most: MOST_BALANCE, expiresAt }),
  entry(move, 'issued', move.amount),
];

/** Cards with something left that a customer may have. */
export const MOST_GIFT_CARDS = 50;

/**
 * One gift card more, guard `gift_card_limit`. The balance of store credit, made where there is none, holds the customer: of several
 * cards that come at once each counts those before it.
 */
export const issueGiftCard = (move: BalanceMove, expiresAt: number | null): readonly Statement[] => [
  {
    sql: `insert into balance (application_id, user_id, kind, account, amount, version, modified_at)
      values (?, ?, 'store_credit', '', 0, 1, ?)
      on conflict (application_id, user_id, kind, account) do update set version = balance.version`,
    params: [move.applicationId, move.userId, move.at],
  },
  ...issueBalance(move, expiresAt),
  room('gift_card_limit', {
    of: { sql: `update balance set version = version where ${KEY}`, params: keyOf(move) },
    counted: {
      sql: "select count(*) from balance where application_id = ? and user_id = ? and kind = 'gift_card' and amount > 0",
      params: [move.applicationId, move.userId],
    },
    most: MOST_GIFT_CARDS,
  }),
];

/** The balance that a batch could not take from; undefined when it failed for another reason. */
export const insufficientBalance = (error: unknown): BalanceKind | undefined => {
  if (!(error instanceof DatabaseError) || error.code !== 'guard') return undefined;
  return balanceKinds.find((kind) => error.guard === `balance/${kind}`);
};
