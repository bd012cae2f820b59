/** Lists of promotions and coupons, newest first, by page number, with the filters of the SDK. */
import type { Database, One, Value } from '../../db/database.ts';
import { folded, type Offer, type OfferKind, type OfferState } from '../offer.ts';
import { textsInTurns } from '../../shared/slices.ts';
import { OFFER_COLUMNS, offerOf, type OfferRow, readingSize } from '../offer-store.ts';

export type OfferFilter = {
  readonly applicationId: string;
  readonly kind: OfferKind;
  readonly id?: string | undefined;
  readonly status?: OfferState | 'live' | undefined;
  /** Part of the name or title. */
  readonly title?: string | undefined;
  readonly code?: string | undefined;
  readonly type?: string | undefined;
  readonly group?: string | undefined;
  readonly isActive?: boolean | undefined;
  readonly isArchived?: boolean | undefined;
  readonly isPublic?: boolean | undefined;
  readonly isDisplay?: boolean | undefined;
  readonly createdBy?: string | undefined;
  readonly reviewedBy?: string | undefined;
  readonly approvedFrom?: number | undefined;
  readonly approvedTo?: number | undefined;
  readonly reviewedFrom?: number | undefined;
  readonly reviewedTo?: number | undefined;
};

type Part = { readonly sql: string; readonly params: readonly Value[] };
const when = (value: Value | undefined, sql: string): readonly Part[] =>
  value === undefined ? [] : [{ sql, params: [value] }];
const flag = (value: boolean | undefined): number | undefined => (value === undefined ? undefined : Number(value));
const within = (title: string): string => `%${folded(title).replace(/[!%_]/g, '!$&')}%`;

const statusPart = (status: OfferFilter['status'], now: number): readonly Part[] => {
  if (status !== 'live') return when(status, 'o.state = ?');
  const sql = `o.state = 'published' and o.is_archived = 0 and (o.starts_at is null or o.starts_at <= ?)
    and (o.ends_at is null or o.ends_at > ?)`;
  return [{ sql, params: [now, now] }];
};
const activePart = (isActive: boolean | undefined): readonly Part[] => {
  if (isActive === undefined) return [];
  const active = "(o.state = 'published' and o.is_archived = 0)";
  return [{ sql: isActive ? active : `not ${active}`, params: [] }];
};

const conditionOf = (filter: OfferFilter, now: number): Part => {
  const parts: readonly Part[] = [
    { sql: 'o.application_id = ? and o.kind = ?', params: [filter.applicationId, filter.kind] },
    ...statusPart(filter.status, now),
    ...activePart(filter.isActive),
    ...when(filter.id, 'o.id = ?'),
    ...when(filter.title === undefined ? undefined : within(filter.title), "o.title like ? escape '!'"),
    ...when(filter.code === undefined ? undefined : folded(filter.code), 'o.code = ?'),
    ...when(filter.type, 'o.type = ?'),
    ...when(filter.group, 'o.offer_group = ?'),
    ...when(flag(filter.isArchived), 'o.is_archived = ?'),
    ...when(flag(filter.isPublic), 'o.is_public = ?'),
    ...when(flag(filter.isDisplay), 'o.is_display = ?'),
    ...when(filter.createdBy, 'o.created_by = ?'),
    ...when(filter.reviewedBy, 'o.reviewed_by = ?'),
    ...when(filter.approvedFrom, 'o.approved_at >= ?'),
    ...when(filter.approvedTo, 'o.approved_at <= ?'),
    ...when(filter.reviewedFrom, 'o.reviewed_at >= ?'),
    ...when(filter.reviewedTo, 'o.reviewed_at <= ?'),
  ];
  return { sql: parts.map(({ sql }) => sql).join(' and '), params: parts.flatMap(({ params }) => params) };
};

export type OfferPage = { readonly offers: readonly Offer[]; readonly total: number };

/** The count and the page go off the request path: a filter may look at every offer of the application. */
export const listOffers = async (
  db: Database,
  filter: OfferFilter,
  { current, size }: { readonly current: number; readonly size: number },
  now: number,
): Promise<OfferPage> => {
  const { sql, params } = conditionOf(filter, now);
  const total = await first<{ total: number }>(db, `select count(*) as total from offer o where ${sql}`, params);
  const page = `select ${OFFER_COLUMNS} from offer o where ${sql} order by o.created_at desc, o.id desc limit ? offset ?`;
  const offers: Offer[] = [];
  for await (const rows of db.scan<OfferRow>(page, [...params, size, (current - 1) * size])) {
    offers.push(...(await textsInTurns(rows, readingSize, offerOf)));
  }
  return { offers, total: total?.total ?? 0 };
};

const first = async <T extends Readonly<Record<string, unknown>>>(
  db: Database,
  sql: string,
  params: readonly Value[],
): One<T> => {
  for await (const [row] of db.scan<T>(sql, params)) return row;
  return undefined;
};
