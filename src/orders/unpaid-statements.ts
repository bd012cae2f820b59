/**
 * What an order holds while nobody has paid for it: one of the unpaid orders of its shopper, of his network address and of its network, and a
 * share of the stock and of the uses of each offer. Each statement is guarded by its bound. They follow the count of the day's orders in the batch, whose row makes
 * orders of one subject wait for each other: so no two of them see the same room. What is left is asked for there as well, never
 * brought along: it was read before others had their turn.
 */
import type { QuotaSettings } from '../contract/applications/quota-settings-contract.ts';
import type { Database, Statement } from '../db/database.ts';
import { inPowers, repeated } from '../db/many-rows.ts';
import { sweepExpired } from '../db/sweep.ts';
import type { StoredOrder } from './order-document.ts';
import { BUDGET, type UseLimit } from '../offers/uses/use-statements.ts';
import { unitsByArticle } from './order-moves.ts';
import type { StandingQuota } from '../quotas/quota-rules.ts';
import type { Subject, Taker } from '../quotas/quota-statements.ts';

const DAY = 86_400_000;

/** Paid on delivery counts as unpaid for a day: not every shop tells when it ships. */
const isUnpaid = ({ state, paymentMode, total }: StoredOrder): boolean =>
  state === 'awaiting_payment' || (paymentMode === 'COD' && total > 0);

type Bound = {
  readonly quota: StandingQuota;
  /** Allowed in any case. */
  readonly most: number;
  /** Beyond that: this share of what is left and held. */
  readonly percent: number;
};
type Wanted = readonly [article: string, units: number];

const expiryOf = ({ expiresAt, createdAt }: StoredOrder): number | null =>
  expiresAt === null ? createdAt + DAY : null;

/**
 * All of them, or the guard fails: one statement for many articles, because an order may have hundreds. What the order has taken
 * itself was there before it.
 */
const holdOf = (
  order: StoredOrder,
  { by, key }: Subject,
  { quota, most, percent }: Bound,
  wanted: readonly Wanted[],
): readonly Statement[] => {
  return inPowers(wanted).map((some) => ({
    sql: `insert into order_hold (application_id, subject, article_uid, order_id, units, expires_at)
      with wanted (article_uid, units) as (values ${repeated(some.length, '(cast(? as text), cast(? as bigint))')}),
      asked as (
        select w.article_uid, w.units,
          w.units + coalesce((select a.quantity from article a where a.company_id = ? and a.uid = w.article_uid), 0) as remaining,
          coalesce((select sum(h.units) from order_hold h
            where h.application_id = ? and h.subject = ? and h.article_uid = w.article_uid), 0) as held
        from wanted w)
      select cast(? as text), cast(? as text), article_uid, cast(? as text), units, cast(? as bigint) from asked
      where held + units <= cast(? as bigint) or (held + units) * 100 <= cast(? as bigint) * (held + remaining)`,
    params: [
      ...some.flat(),
      order.companyId,
      order.applicationId,
      key,
      order.applicationId,
      key,
      order.id,
      expiryOf(order),
      most,
      percent,
    ],
    guard: { name: `quota/${quota}/${by}`, rows: some.length },
  }));
};

/** An order by itself, whatever is in it. */
const oneOrder: readonly Wanted[] = [['', 1]];

const useKey = (offerId: string, holder: string): string => `use/${offerId}/${holder}`;

/** Guests of one address share a part of the stock; customers answer for themselves. */
const percentOf = (settings: QuotaSettings, by: Subject['by'], { owner }: StoredOrder): number => {
  if (by === 'shopper') {
    return owner.kind === 'customer' ? settings.held_percent_per_customer : settings.held_percent_per_guest;
  }
  return owner.kind === 'customer' ? 100 : settings.held_percent_per_address;
};

/** A network of IPv6, of what there is only so much: held in any case as by two addresses, and beyond it half of what one has to leave. */
const OF_NETWORK = 2;
const leftByHalf = (percent: number): number => 100 - Math.ceil((100 - percent) / OF_NETWORK);

/** Of an offer a guest holds less than of goods: nobody else is kept from ordering. All of one address leave half of what one of them leaves. */
const percentOfUses = (settings: QuotaSettings, { by, times = 1 }: Subject, { owner }: StoredOrder): number => {
  if (owner.kind === 'customer') return by === 'shopper' ? settings.held_percent_per_customer : 100;
  const { held_uses_percent: percent } = settings;
  if (by === 'shopper') return percent;
  return times > 1 ? leftByHalf(leftByHalf(percent)) : leftByHalf(percent);
};

/** Counters of an offer that are there for others as well: not his own, nor that of a code for one. */
const isForOthers = ({ holder, most }: UseLimit): boolean =>
  holder === '' || holder === BUDGET || holder.startsWith('payment:') || (holder.startsWith('code:') && most > 1);

/**
 * Of uses that are left, or of a budget; the first order may have all of a budget. Where there is not as much as an order takes, whoever
 * has it, that is what its shopper is told, by the guard of the offer.
 */
const usesOf = (order: StoredOrder, subject: Subject, settings: QuotaSettings): readonly Statement[] => {
  const { by, key, times = 1 } = subject;
  const inAnyCase = times > 1 ? OF_NETWORK * settings.held_uses : settings.held_uses;
  const percent = percentOfUses(settings, subject, order);
  if (percent === 100) return [];
  /** What is soft is taken only by an order that does not await a payment. */
  const isTaken = ({ isSoft, amount = 1 }: UseLimit): boolean => amount > 0 && !(isSoft && order.expiresAt !== null);
  return order.document.uses.flatMap(({ offerId, limits }) =>
    limits
      .filter((limit) => isForOthers(limit) && isTaken(limit))
      .map(({ holder, most, amount = 1 }) => ({
        sql: `insert into order_hold (application_id, subject, article_uid, order_id, units, expires_at)
          with asked as (select
            coalesce((select sum(h.units) from order_hold h
              where h.application_id = ? and h.subject = ? and h.article_uid = ?), 0) as held,
            coalesce((select u.taken from offer_use u
              where u.application_id = ? and u.offer_id = ? and u.holder = ?), 0) as taken)
          select cast(? as text), cast(? as text), cast(? as text), cast(? as text), cast(? as bigint), cast(? as bigint) from asked
          where held + cast(? as bigint) <= cast(? as bigint)
            or (held + cast(? as bigint)) * 100 <= cast(? as bigint) * (held + cast(? as bigint) - taken)
            or taken + cast(? as bigint) > cast(? as bigint)`,
        params: [
          order.applicationId,
          key,
          useKey(offerId, holder),
          order.applicationId,
          offerId,
          holder,
          order.applicationId,
          key,
          useKey(offerId, holder),
          order.id,
          amount,
          expiryOf(order),
          amount,
          holder === BUDGET ? amount : inAnyCase,
          amount,
          percent,
          most,
          amount,
          most,
        ],
        guard: { name: `quota/held_uses/${by}/${offerId}`, rows: 1 },
      })),
  );
};

const heldBy = (settings: QuotaSettings, { by, times = 1 }: Subject, order: StoredOrder): Bound => {
  const percent = percentOf(settings, by, order);
  const isNetwork = times > 1;
  return {
    quota: 'held_stock',
    most: isNetwork ? OF_NETWORK * settings.held_units : settings.held_units,
    percent: isNetwork ? leftByHalf(percent) : percent,
  };
};

const takersOf = (taker: Taker, order: StoredOrder): readonly Subject[] =>
  isUnpaid(order) ? [...taker.subjects(), ...taker.wider()] : [];

/** Before anything is taken. Guards: `quota/unpaid_orders/…`, `quota/held_uses/…`. */
export const holdUnpaid = (taker: Taker, order: StoredOrder): readonly Statement[] => {
  const { settings } = taker;
  return takersOf(taker, order).flatMap((subject) => {
    const { by, times = 1 } = subject;
    const orders = { quota: 'unpaid_orders', most: settings[`unpaid_orders_per_${by}`] * times, percent: 0 } as const;
    return [...holdOf(order, subject, orders, oneOrder), ...usesOf(order, subject, settings)];
  });
};

/** After the stock was taken, which nobody else changes meanwhile. Guards: `quota/held_stock/…`. */
export const holdStock = (
  taker: Taker,
  order: StoredOrder,
  /** Of what is made to order there is always more. */
  isCounted: (articleUid: string) => boolean,
): readonly Statement[] => {
  const wanted = unitsByArticle(order.document.lines).filter(([article]) => isCounted(article));
  return takersOf(taker, order).flatMap((subject) => {
    const goods = heldBy(taker.settings, subject, order);
    return goods.percent === 100 ? [] : holdOf(order, subject, goods, wanted);
  });
};

/** It is paid, shipped or over. */
export const releaseUnpaid = ({ id }: Pick<StoredOrder, 'id'>): Statement => ({
  sql: 'delete from order_hold where order_id = ?',
  params: [id],
});

/** Orders to be paid on delivery stop counting. */
export const sweepUnpaid = (db: Database, now: number): Promise<number> =>
  sweepExpired(db, { table: 'order_hold', key: 'application_id, subject, article_uid, order_id' }, now);
