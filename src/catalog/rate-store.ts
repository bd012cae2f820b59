/** Exchange rates of a company, in SQL. */
import type { All, Database, Statement } from '../db/database.ts';
import type { StoredRate } from './exchange-rate.ts';

type RateRow = {
  readonly id: string;
  readonly from_currency: string;
  readonly to_currency: string;
  readonly valid_from: number;
  readonly rate_digits: number;
  readonly rate_decimals: number;
};

const MOST_RATES = 2_000;

/** The newest ones first; a company has a few pairs with a history each. */
export const readRates = async (db: Database, companyId: number): All<StoredRate> => {
  const rows = await db.all<RateRow>(
    `select id, from_currency, to_currency, valid_from, rate_digits, rate_decimals from exchange_rate
     where company_id = ? order by valid_from desc, from_currency, to_currency limit ?`,
    [companyId, MOST_RATES],
  );
  return rows.map((row) => ({
    id: row.id,
    from: row.from_currency,
    to: row.to_currency,
    validFrom: row.valid_from,
    digits: row.rate_digits,
    decimals: row.rate_decimals,
  }));
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
