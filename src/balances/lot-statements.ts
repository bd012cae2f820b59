/**
 * Points that end, as statements beside those of their balance. A lot is what is left of one credit; the one that ends first is
 * spent first, and what was spent goes back where it came from. They follow the balance's own statement in a batch, which has
 * its row: nobody else moves its lots meanwhile, and its amount is the one after the move. What of a balance lies in no lot
 * never ends and is spent last, so that lots that have not ended never hold more than the balance does without those that have:
 * nothing, where it is a debt.
 */
import type { Statement, Value } from '../db/database.ts';

export type LotOwner = { readonly applicationId: string; readonly userId: string; readonly kind: string };
/** How much, for what, when. */
export type LotMove = LotOwner & { readonly amount: number; readonly source: string; readonly at: number };

const OWN = 'application_id = ? and user_id = ? and kind = ?';
const ownerOf = ({ applicationId, userId, kind }: LotOwner): readonly Value[] => [applicationId, userId, kind];

/** What a balance holds beyond its lots. */
const FREE = `b.amount - coalesce((select cast(sum(l.remaining) as bigint) from balance_lot l
  where l.application_id = b.application_id and l.user_id = b.user_id and l.kind = b.kind), 0)`;

/** Points that have ended and still stand in the balance, of the row `balance`; one value: now. */
export const ENDED = `coalesce((select cast(sum(l.remaining) as bigint) from balance_lot l
  where l.application_id = balance.application_id and l.user_id = balance.user_id and l.kind = balance.kind
    and balance.account = '' and l.expires_at <= ?), 0)`;

/** A credit with an end; as much of it as no debt swallows. */
export const keepLot = (move: LotMove, id: string, expiresAt: number): Statement => ({
  sql: `insert into balance_lot (application_id, user_id, kind, id, source, expires_at, remaining, expired)
    select application_id, user_id, kind, ?, ?, cast(? as bigint),
      case when free <= 0 then 0 when free < cast(? as bigint) then free else cast(? as bigint) end, 0
    from (select b.application_id, b.user_id, b.kind, ${FREE} as free from balance b where ${OWN} and b.account = '') room`,
  params: [id, move.source, expiresAt, move.amount, move.amount, ...ownerOf(move)],
});

type Taking = {
  /** SQL for how much in all, with its values. */
  readonly most: string;
  readonly mostValues: readonly Value[];
  readonly where: string;
  readonly whereValues: readonly Value[];
  readonly order: string;
  readonly orderValues: readonly Value[];
};

/** Each lot with what is taken of it: `lot_id` and `units`, more than 0. */
const taken = (move: LotMove, { most, mostValues, where, whereValues, order, orderValues }: Taking) => ({
  sql: `select lot_id, units from (
      select lot_id, case when most <= ahead then 0 when most - ahead < remaining then most - ahead else remaining end as units
      from (
        select id as lot_id, remaining, ${most} as most,
          coalesce(cast(sum(remaining) over (order by ${order} rows between unbounded preceding and 1 preceding) as bigint), 0)
            as ahead
        from balance_lot where ${OWN} and remaining > 0 ${where}
      ) open_lots
    ) shared where units > 0`,
  params: [...mostValues, ...orderValues, ...ownerOf(move), ...whereValues],
});

const spending = (move: LotMove): Taking => ({
  most: 'cast(? as bigint)',
  mostValues: [move.amount],
  where: 'and expires_at > ?',
  whereValues: [move.at],
  order: 'expires_at, id',
  orderValues: [],
});

const lower = (move: LotMove, taking: Taking): Statement => {
  const { sql, params } = taken(move, taking);
  return {
    sql: `update balance_lot set remaining = remaining - took.units from (${sql}) took
      where application_id = ? and user_id = ? and kind = ? and id = took.lot_id`,
    params: [...params, ...ownerOf(move)],
  };
};

/** Spent: the lots that end first, and which they were. */
export const spendLots = (move: LotMove): readonly Statement[] => {
  const { sql, params } = taken(move, spending(move));
  return [
    {
      sql: `insert into balance_lot_use (application_id, user_id, kind, source, lot_id, amount, returning_now)
        select ?, ?, ?, ?, lot_id, units, 0 from (${sql}) took`,
      params: [...ownerOf(move), move.source, ...params],
    },
    lower(move, spending(move)),
  ];
};

/** Taken away by the shop's own people: it does not come back. */
export const takeLots = (move: LotMove): Statement => lower(move, spending(move));

/** Given back: into the lots it came from, those that end last before the others; an end that has passed has passed. */
export const refillLots = (move: LotMove): readonly Statement[] => {
  const owner = ownerOf(move);
  return [
    {
      sql: `update balance_lot_use set returning_now = backs.units from (
          select lot_id, case when most <= ahead then 0 when most - ahead < amount then most - ahead else amount end as units
          from (
            select u.lot_id, u.amount,
              (select case when free < 0 then 0 when free < cast(? as bigint) then free else cast(? as bigint) end
                from (select ${FREE} as free from balance b where ${OWN} and b.account = '') room) as most,
              coalesce(cast(sum(u.amount) over
                (order by l.expires_at desc, l.id desc rows between unbounded preceding and 1 preceding) as bigint), 0) as ahead
            from balance_lot_use u
            join balance_lot l on l.application_id = u.application_id and l.user_id = u.user_id and l.kind = u.kind
              and l.id = u.lot_id
            where u.application_id = ? and u.user_id = ? and u.kind = ? and u.source = ? and u.amount > 0
          ) uses
        ) backs
        where application_id = ? and user_id = ? and kind = ? and source = ? and balance_lot_use.lot_id = backs.lot_id`,
      params: [move.amount, move.amount, ...owner, ...owner, move.source, ...owner, move.source],
    },
    {
      sql: `update balance_lot set remaining = remaining + u.returning_now from balance_lot_use u
        where balance_lot.application_id = ? and balance_lot.user_id = ? and balance_lot.kind = ?
          and u.application_id = ? and u.user_id = ? and u.kind = ? and u.source = ? and u.returning_now > 0
          and u.lot_id = balance_lot.id`,
      params: [...owner, ...owner, move.source],
    },
    {
      sql: `update balance_lot_use set amount = amount - returning_now, returning_now = 0
        where ${OWN} and source = ? and returning_now > 0`,
      params: [...owner, move.source],
    },
  ];
};

/** Of what a source earned, what ended unused and is not to be given back a second time; at most the amount of the move. */
const forgiven = (
  amount: string,
): string => `coalesce((select case when l.expired < ${amount} then l.expired else ${amount} end
  from balance_lot l where l.application_id = ? and l.user_id = ? and l.kind = ? and l.source = ?), 0)`;

/** SQL for what is really taken back of what a source earned, and its values. */
export const unearnedNow = (move: LotMove): { readonly sql: string; readonly values: readonly Value[] } => ({
  sql: `(cast(? as bigint) - ${forgiven('cast(? as bigint)')})`,
  values: [move.amount, move.amount, move.amount, ...ownerOf(move), move.source],
});

/**
 * Of what is taken back, what lots bear: all of it where the source had a lot of its own. Where it earned points without an end, these
 * go first, so that nobody turns points that end into points that do not by ordering and cancelling.
 */
const borneByLots = (move: LotMove): Pick<Taking, 'most' | 'mostValues'> => {
  const { sql, values } = unearnedNow(move);
  const owner = ownerOf(move);
  return {
    most: `case when exists (select 1 from balance_lot l
        where l.application_id = ? and l.user_id = ? and l.kind = ? and l.source = ?) then ${sql}
      else (select case when free >= 0 then 0 when -free < ${sql} then -free else ${sql} end
        from (select ${FREE} as free from balance b where ${OWN} and b.account = '') room) end`,
    mostValues: [...owner, move.source, ...values, ...values, ...values, ...owner],
  };
};

/** Taken back: of the source's own points first, then of those that end first; what has ended of others pays nothing any more. */
export const unearnLots = (move: LotMove): readonly Statement[] => [
  lower(move, {
    ...borneByLots(move),
    where: 'and (source = ? or expires_at > ?)',
    whereValues: [move.source, move.at],
    order: 'case when source = ? then 0 else 1 end, expires_at, id',
    orderValues: [move.source],
  }),
  {
    sql: `update balance_lot set expired = case when expired < ? then 0 else expired - ? end
      where ${OWN} and source = ? and expired > 0`,
    params: [move.amount, move.amount, ...ownerOf(move), move.source],
  },
];

/** A lot ends with what is left of it. Guard `balance_lot`: that is still so much. */
export const endLot = (owner: LotOwner, id: string, remaining: number): Statement => ({
  sql: `update balance_lot set remaining = 0, expired = expired + ? where ${OWN} and id = ? and remaining = ?`,
  params: [remaining, ...ownerOf(owner), id, remaining],
  guard: { name: 'balance_lot', rows: 1 },
});
