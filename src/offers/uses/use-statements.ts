/**
 * Uses of an offer: taken (held) while a cart pays, confirmed by its order, released otherwise. For the batches of cart and
 * orders: each statement is guarded, so an offer is never used more often than its limits allow, whoever races.
 *
 * Guards: `offer_uses/<offer id>`: no use is left (release what expired, then try once more). `offer_hold`: the hold is not
 * as it was read; read it again and decide anew.
 */
import { type All, type Database, DatabaseError, type Statement } from '../../db/database.ts';
import { ownEntry } from '../../shared/own-entry.ts';

/** The counter of money that an offer has cost, in minor units of its own currency. */
export const BUDGET = 'budget';
/** One counter: '' for all uses of the offer, `user:<id>`, `code:<code>`, `payment:<mode>`, or its budget. */
export type UseLimit = {
  readonly holder: string;
  readonly most: number;
  /** By how much it rises; one when left out. */
  readonly amount?: number;
  /** Not reserved while paying, counted when confirmed, and never refused to who began to pay. */
  readonly isSoft?: true;
};

/** A use of an offer by who holds it: `cart:<id>` or `order:<id>`. One hold for each, however often it is asked for. */
type Use = Readonly<{ applicationId: string; offerId: string; holdKey: string }>;
/** What a cart or order wants to use. Offers without limits need no use; `limitsOf` of use-rules.ts names them. */
export type WantedUse = Use & { readonly limits: readonly UseLimit[] };
export type Hold = Use & {
  readonly state: 'held' | 'confirmed';
  readonly version: number;
  /** Null once confirmed. */
  readonly expiresAt: number | null;
  /** The counters it stands for. */
  readonly holders: readonly string[];
  /** Those of them that count it when it is confirmed. */
  readonly soft: readonly string[];
  /** What it took of those that count something else than uses. */
  readonly amounts?: Readonly<Record<string, number>>;
};
/** By how much a hold raised one of its counters. */
const amountHeld = ({ amounts = {} }: Hold, holder: string): number => ownEntry(amounts, holder) ?? 1;

const HOLD_GUARD = { name: 'offer_hold', rows: 1 } as const;
const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** The offer whose last use somebody else has; undefined when the batch failed for another reason. */
export const usedUpOffer = (error: unknown): string | undefined =>
  error instanceof DatabaseError && error.code === 'guard' && error.guard?.startsWith('offer_uses/')
    ? error.guard.slice('offer_uses/'.length)
    : undefined;

/** Of the money that a hold took, so much stays taken: the rest is given back. Its uses stay. */
export const lowerBudget = (hold: Hold, amount: number): readonly Statement[] => {
  const given = (hold.amounts?.[BUDGET] ?? 0) - amount;
  if (given <= 0) return [];
  const { applicationId, offerId, holdKey, version, holders, soft, amounts } = hold;
  return [
    {
      sql: `update offer_hold set document = ?, version = version + 1
        where application_id = ? and offer_id = ? and hold_key = ? and version = ?`,
      params: [
        JSON.stringify({ holders, soft, amounts: { ...amounts, [BUDGET]: amount } }),
        applicationId,
        offerId,
        holdKey,
        version,
      ],
      guard: HOLD_GUARD,
    },
    {
      sql: 'update offer_use set taken = taken - ? where application_id = ? and offer_id = ? and holder = ? and taken >= ?',
      params: [given, applicationId, offerId, BUDGET, given],
    },
  ];
};

/** All batches touch counters in the same order, so that two of them cannot wait for each other. */
const inOrder = <T extends { readonly holder: string }>(limits: readonly T[]): readonly T[] =>
  limits.toSorted((a, b) => (a.holder < b.holder ? -1 : 1));

const count = (applicationId: string, offerId: string, limits: readonly UseLimit[]): readonly Statement[] =>
  inOrder(limits).map(({ holder, most, amount = 1 }) => ({
    sql: `insert into offer_use (application_id, offer_id, holder, taken) values (?, ?, ?, ?)
      on conflict (application_id, offer_id, holder) do update set taken = offer_use.taken + ?
      where offer_use.taken <= ?`,
    params: [applicationId, offerId, holder, amount, amount, most - amount],
    guard: { name: `offer_uses/${offerId}`, rows: 1 },
  }));

const insertHold = (use: WantedUse, state: Hold['state'], expiresAt: number | null, at: number): Statement => ({
  sql: `insert into offer_hold (application_id, offer_id, hold_key, state, version, expires_at, created_at, document)
    values (?, ?, ?, ?, 1, ?, ?, ?) on conflict (application_id, offer_id, hold_key) do nothing`,
  params: [
    use.applicationId,
    use.offerId,
    use.holdKey,
    state,
    expiresAt,
    at,
    JSON.stringify({
      holders: holdersOf(use.limits),
      soft: holdersOf(use.limits.filter(({ isSoft }) => isSoft)),
      ...amountsOf(use.limits),
    }),
  ],
  guard: HOLD_GUARD,
});

const holdersOf = (limits: readonly UseLimit[]): readonly string[] => limits.map(({ holder }) => holder);
const amountsOf = (limits: readonly UseLimit[]): Pick<Hold, 'amounts'> => {
  const counted = limits.flatMap(({ holder, amount }) => (amount === undefined ? [] : [[holder, amount] as const]));
  return counted.length === 0 ? {} : { amounts: Object.fromEntries(counted) };
};

/** A use for a cart that pays; a hold that it has already lasts longer. */
export const holdUse = (
  known: Hold | undefined,
  use: WantedUse,
  expiresAt: number,
  at: number,
): readonly Statement[] => {
  if (known !== undefined) return known.state === 'held' ? [extendHold(known, expiresAt)] : [];
  return [
    insertHold(use, 'held', expiresAt, at),
    ...count(
      use.applicationId,
      use.offerId,
      use.limits.filter(({ isSoft }) => !isSoft),
    ),
  ];
};
const extendHold = (hold: Hold, expiresAt: number): Statement => ({
  sql: `update offer_hold set expires_at = ?, version = version + 1
    where application_id = ? and offer_id = ? and hold_key = ? and version = ?`,
  params: [expiresAt, hold.applicationId, hold.offerId, hold.holdKey, hold.version],
  guard: HOLD_GUARD,
});

/** The order is placed: the hold becomes its own, so that the cart can hold anew. */
export const confirmUse = (hold: Hold, orderKey: string): readonly Statement[] => [
  {
    sql: `update offer_hold set state = 'confirmed', expires_at = null, hold_key = ?, version = version + 1
      where application_id = ? and offer_id = ? and hold_key = ? and version = ? and state = 'held'`,
    params: [orderKey, hold.applicationId, hold.offerId, hold.holdKey, hold.version],
    guard: HOLD_GUARD,
  },
  ...count(
    hold.applicationId,
    hold.offerId,
    hold.soft.map((holder) => ({ holder, most: UNLIMITED })),
  ),
];

/** An order without a hold before it: hard limits count all the same. */
export const useAtOnce = (use: WantedUse, at: number): readonly Statement[] => [
  insertHold(use, 'confirmed', null, at),
  ...count(
    use.applicationId,
    use.offerId,
    use.limits.map((limit) => (limit.isSoft ? { ...limit, most: UNLIMITED } : limit)),
  ),
];

const countedBy = ({ holders, soft, state }: Hold): readonly string[] =>
  state === 'confirmed' ? holders : holders.filter((holder) => !soft.includes(holder));

/** Given back: the cart was left, the order was cancelled. Several holds of one offer may go in one batch. */
export const releaseUses = (holds: readonly Hold[]): readonly Statement[] => {
  const counted = new Map<string, { readonly hold: Hold; readonly holder: string; uses: number }>();
  for (const hold of holds) {
    for (const holder of countedBy(hold)) {
      const key = JSON.stringify([hold.applicationId, hold.offerId, holder]);
      const entry = counted.get(key) ?? { hold, holder, uses: 0 };
      entry.uses += amountHeld(hold, holder);
      counted.set(key, entry);
    }
  }
  return [
    ...holds.map((hold) => ({
      sql: 'delete from offer_hold where application_id = ? and offer_id = ? and hold_key = ? and version = ?',
      params: [hold.applicationId, hold.offerId, hold.holdKey, hold.version],
      guard: HOLD_GUARD,
    })),
    ...[...counted.entries()]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { hold, holder, uses }]) => ({
        sql: `update offer_use set taken = taken - ?
          where application_id = ? and offer_id = ? and holder = ? and taken >= ?`,
        params: [uses, hold.applicationId, hold.offerId, holder, uses],
      })),
  ];
};

export type HoldRow = {
  readonly application_id: string;
  readonly offer_id: string;
  readonly hold_key: string;
  readonly state: Hold['state'];
  readonly version: number;
  readonly expires_at: number | null;
  readonly document: string;
};
export const HOLD_COLUMNS = 'application_id, offer_id, hold_key, state, version, expires_at, document';
/** Until 19 November 2026 all counters of a hold were soft, or none. */
type HoldDocument = Pick<Hold, 'holders' | 'amounts'> & { readonly soft?: Hold['soft']; readonly isSoft?: boolean };
const softIn = ({ holders, soft, isSoft }: HoldDocument): Hold['soft'] => soft ?? (isSoft ? holders : []);
export const holdOf = ({ document, ...row }: HoldRow): Hold => {
  const { holders, amounts, ...said } = JSON.parse(document) as HoldDocument;
  return {
    applicationId: row.application_id,
    offerId: row.offer_id,
    holdKey: row.hold_key,
    state: row.state,
    version: row.version,
    expiresAt: row.expires_at,
    holders,
    soft: softIn({ holders, ...said }),
    ...(amounts === undefined ? {} : { amounts }),
  };
};

/** What a cart or an order holds: the one read that the statements above are decided on. */
export const readHolds = async (db: Database, applicationId: string, holdKey: string): All<Hold> => {
  const rows = await db.all<HoldRow>(
    `select ${HOLD_COLUMNS} from offer_hold where application_id = ? and hold_key = ? order by offer_id`,
    [applicationId, holdKey],
  );
  return rows.map(holdOf);
};
