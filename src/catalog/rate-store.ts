/** Exchange rates of a company, in SQL. */
import type { Database, Statement } from '../db/database.ts';
import type { StoredRate } from './exchange-rate.ts';

/** Without an id: the company has no rates. */
type Found = {
  readonly version: number;
  readonly id: string | null;
  readonly from_currency: string;
  readonly to_currency: string;
  readonly valid_from: number;
  readonly rate_digits: number;
  readonly rate_decimals: number;
};

const MOST_RATES = 2_000;

export type KnownRates = {
  readonly rates: readonly StoredRate[];
  /** The sum of `rateVersions`, read with them. */
  readonly version: number;
};

const VERSION = `(select coalesce(sum(version), 0) from catalog_change where company_id = ? and scope = 'rate')`;

/**
 * The newest of each pair before the second newest of any: a pair that seldom changes is not lost behind the history of others. All
 * that were ever fed are gone through, so it is read off the request path (kept-rates.ts keeps what it finds).
 */
export const readRates = async (db: Database, companyId: number): Promise<KnownRates> => {
  const sql = `with pair as materialized (
      select distinct from_currency, to_currency from exchange_rate where company_id = ?),
    newest as (
      select r.id, r.from_currency, r.to_currency, r.valid_from, r.rate_digits, r.rate_decimals, row_number() over
        (partition by r.from_currency, r.to_currency order by r.valid_from desc) as place
      from pair p cross join exchange_rate r
      where r.company_id = ? and r.from_currency = p.from_currency and r.to_currency = p.to_currency
        and r.valid_from >= coalesce((select n.valid_from from exchange_rate n where n.company_id = ?
          and n.from_currency = p.from_currency and n.to_currency = p.to_currency
          order by n.valid_from desc limit 1 offset ${MOST_RATES - 1}), ${-Number.MAX_SAFE_INTEGER}))
    select known.version, r.id, r.from_currency, r.to_currency, r.valid_from, r.rate_digits, r.rate_decimals
    from (select cast(${VERSION} as bigint) as version) known left join newest r on 1 = 1
    order by r.place, r.valid_from desc, r.from_currency, r.to_currency limit ?`;
  const rates: StoredRate[] = [];
  let version = 0;
  for await (const rows of db.scan<Found>(sql, [companyId, companyId, companyId, companyId, MOST_RATES])) {
    version = rows[0]?.version ?? version;
    for (const row of rows) {
      if (row.id === null) continue;
      rates.push({
        id: row.id,
        from: row.from_currency,
        to: row.to_currency,
        validFrom: row.valid_from,
        digits: row.rate_digits,
        decimals: row.rate_decimals,
      });
    }
  }
  return { rates, version };
};

/** A rate's time of change is its version, too: it always rises. */
export const upsertRate = (companyId: number, rate: StoredRate, runId: string, at: number): Statement => ({
  sql: `insert into exchange_rate (company_id, from_currency, to_currency, valid_from, id, rate_digits, rate_decimals,
          feed_run, modified_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?)
        on conflict (company_id, from_currency, to_currency, valid_from) do update set
          rate_digits = excluded.rate_digits, rate_decimals = excluded.rate_decimals, feed_run = excluded.feed_run,
          modified_at = case when exchange_rate.rate_digits = excluded.rate_digits
            and exchange_rate.rate_decimals = excluded.rate_decimals
            then exchange_rate.modified_at
            when excluded.modified_at > exchange_rate.modified_at then excluded.modified_at
            else exchange_rate.modified_at + 1 end`,
  params: [companyId, rate.from, rate.to, rate.validFrom, rate.id, rate.digits, rate.decimals, runId, at],
});

export const removeRate = (companyId: number, id: string): Statement => ({
  sql: 'delete from exchange_rate where company_id = ? and id = ?',
  params: [companyId, id],
});
