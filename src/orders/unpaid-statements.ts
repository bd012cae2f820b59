/**
 * What an order holds while nobody has paid for it: one of the unpaid orders of its shopper and of his network address, and a
 * share of the stock. Each statement is guarded by its bound. They follow the count of the day's orders in the batch, whose row makes
 * orders of one subject wait for each other: so no two of them see the same room.
 */
import type { QuotaSettings } from '../contract/applications/quota-settings-contract.ts';
import type { Database, Statement } from '../db/database.ts';
import { sweepExpired } from '../db/sweep.ts';
import type { StoredOrder } from './order-document.ts';
import { unitsByArticle } from './order-moves.ts';
import type { StandingQuota } from '../quotas/quota-rules.ts';
import type { Subject, Taker } from '../quotas/quota-statements.ts';

const DAY = 86_400_000;

/** Units of each article that are left, before the order; what is made to order is not among them. */
export type StockLeft = ReadonlyMap<string, number>;

/** Paid on delivery counts as unpaid for a day: not every shop tells when it ships. */
const isUnpaid = ({ state, paymentMode, total }: StoredOrder): boolean =>
  state === 'awaiting_payment' || (paymentMode === 'COD' && total > 0);

type Bound = {
  readonly quota: StandingQuota;
  readonly article: string;
  readonly units: number;
  /** Allowed in any case. */
  readonly most: number;
  /** Beyond that: this share of what is left and held. */
  readonly percent: number;
  readonly left: number;
};

const holdOf = (order: StoredOrder, { by, key }: Subject, bound: Bound): Statement => {
  const { quota, article, units, most, percent, left } = bound;
  const expiresAt = order.expiresAt === null ? order.createdAt + DAY : null;
  return {
    sql: `insert into order_hold (application_id, subject, article_uid, order_id, units, expires_at)
      select ?, ?, ?, ?, cast(? as bigint), cast(? as bigint)
      from (select coalesce(sum(units), 0) as held from order_hold
        where application_id = ? and subject = ? and article_uid = ?) as now
      where now.held + cast(? as bigint) <= cast(? as bigint)
        or (now.held + cast(? as bigint)) * 100 <= cast(? as bigint) * (now.held + cast(? as bigint))`,
    params: [
      order.applicationId,
      key,
      article,
      order.id,
      units,
      expiresAt,
      order.applicationId,
      key,
      article,
      units,
      most,
      units,
      percent,
      left,
    ],
    guard: { name: `quota/${quota}/${by}`, rows: 1 },
  };
};

const ordersBound = (settings: QuotaSettings, by: Subject['by']): Bound => ({
  quota: 'unpaid_orders',
  article: '',
  units: 1,
  most: settings[`unpaid_orders_per_${by}`],
  percent: 0,
  left: 0,
});

/** Guests of one address share a part of the stock; customers answer for themselves. */
const percentOf = (settings: QuotaSettings, by: Subject['by'], { owner }: StoredOrder): number => {
  if (by === 'shopper') {
    return owner.kind === 'customer' ? settings.held_percent_per_customer : settings.held_percent_per_guest;
  }
  return owner.kind === 'customer' ? 100 : settings.held_percent_per_address;
};

const stockBounds = (settings: QuotaSettings, percent: number, order: StoredOrder, stock: StockLeft) =>
  percent === 100
    ? []
    : unitsByArticle(order.document.lines).flatMap(([article, units]): readonly Bound[] => {
        const left = stock.get(article);
        if (left === undefined) return [];
        return [{ quota: 'held_stock', article, units, most: settings.held_units, percent, left }];
      });

/** Guards: `quota/unpaid_orders/…`, `quota/held_stock/…`. */
export const holdUnpaid = (taker: Taker, order: StoredOrder, stock: StockLeft): readonly Statement[] => {
  if (!isUnpaid(order)) return [];
  const { settings } = taker;
  return taker.subjects().flatMap((subject) => {
    const bounds = stockBounds(settings, percentOf(settings, subject.by, order), order, stock);
    return [ordersBound(settings, subject.by), ...bounds].map((bound) => holdOf(order, subject, bound));
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
