/** The feed of exchange rates. */
import { ExchangeRateRow } from '../../contract/catalog/catalog-feed-contract.ts';
import type { FeedKind, RowProblem } from '../../feeds/feed-kind.ts';
import { writtenRows } from '../../feeds/written-rows.ts';
import { isDateTime } from '../../http/requests/formats.ts';
import { findCurrency } from '../../shared/currency.ts';
import { readExchangeRate } from '../../shared/rates.ts';
import { catalogChanged } from '../catalog-change-statements.ts';
import type { StoredRate } from '../exchange-rate.ts';
import { upsertRate } from '../rate-store.ts';

const validFrom = ({ valid_from }: ExchangeRateRow): number => (valid_from === undefined ? 0 : Date.parse(valid_from));
const idOf = (row: ExchangeRateRow): string => `${row.from}-${row.to}-${validFrom(row)}`;

const problemIn = (row: ExchangeRateRow): RowProblem | undefined => {
  for (const field of ['from', 'to'] as const) {
    if (findCurrency(row[field]) === undefined) {
      return { field, message: `${row[field]} is not a currency of ISO 4217.`, code: 'currency_unknown' };
    }
  }
  if (row.from === row.to) return { field: 'to', message: 'Must differ from the currency it converts.' };
  if (readExchangeRate(String(row.rate)) === null) {
    return { field: 'rate', message: 'Must be a positive decimal with at most 15 digits.' };
  }
  return row.valid_from === undefined || isDateTime(row.valid_from)
    ? undefined
    : { field: 'valid_from', message: 'Must be a time such as 2026-01-31T12:00:00.000Z.' };
};

export const rateOf = (row: ExchangeRateRow): StoredRate => {
  const rate = readExchangeRate(String(row.rate));
  if (rate === null) throw new Error('The rate was not checked.');
  return { ...rate, id: idOf(row), from: row.from, to: row.to, validFrom: validFrom(row) };
};

export const exchangeRateFeed: FeedKind<ExchangeRateRow> = {
  name: 'exchange-rates',
  summary: 'Feed exchange rates',
  permission: 'company/products/write',
  schema: ExchangeRateRow,
  key: idOf,
  repeats: 'refused',
  written: writtenRows('exchange_rate', 'id'),
  check: async (rows) => rows.map(problemIn),
  statements: (row, { companyId, runId, at }) => [upsertRate(companyId, rateOf(row), runId, at)],
  around: (_rows, { companyId, runId }) => ({ before: [], after: [catalogChanged(companyId, 'rate', runId)] }),
};
