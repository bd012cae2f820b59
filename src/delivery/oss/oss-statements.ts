/**
 * What a company sold into other countries of the European Union: for the batches of orders, so that it always agrees with them.
 *
 * Guard: `oss_sales`: others sold so much meanwhile that this sale is over the threshold; price it again.
 */
import type { Statement } from '../../db/database.ts';
import type { Minor } from '../../shared/money.ts';

export type OssYear = Readonly<{ companyId: number; year: number; currency: string }>;

export const ossGuard = 'oss_sales';
export const ossVersionGuard = 'oss_version';

/** A sale, or by how much it moves: all of it, and what of it is not paid yet. */
export type OssMove = Readonly<{ sold: Minor; unpaid: Minor }>;
/** What all sales together must not pass with a new one; `paidOnly`: those that are paid for. */
export type OssLimit = Readonly<{ threshold: Minor; paidOnly: boolean }>;

/** No more than a number counts exactly: what is beyond could not be read again. */
const summed = (plus: string): string =>
  `case when oss_sale.sold + ${plus} > ${Number.MAX_SAFE_INTEGER} then ${Number.MAX_SAFE_INTEGER} else oss_sale.sold + ${plus} end`;

/** A sale that is new. `within` null: it may pass the threshold. */
export const countSale = (
  { companyId, year, currency }: OssYear,
  { sold, unpaid }: OssMove,
  within: OssLimit | null,
): Statement => ({
  sql: `insert into oss_sale (company_id, year, currency, sold, unpaid, elsewhere, version) values (?, ?, ?, ?, ?, 0, 1)
    on conflict (company_id, year, currency) do update
    set sold = ${summed('excluded.sold')}, unpaid = oss_sale.unpaid + excluded.unpaid, version = oss_sale.version + 1
    ${within === null ? '' : `where oss_sale.sold + oss_sale.elsewhere + excluded.sold ${within.paidOnly ? '- oss_sale.unpaid' : ''} <= ?`}`,
  params: [companyId, year, currency, sold, unpaid, ...(within === null ? [] : [within.threshold])],
  ...(within === null ? {} : { guard: { name: ossGuard, rows: 1 } }),
});

/** A sale that was paid for, or of which some was given back. */
export const moveSale = ({ companyId, year, currency }: OssYear, { sold, unpaid }: OssMove): readonly Statement[] =>
  sold === 0 && unpaid === 0
    ? []
    : [
        {
          sql: `update oss_sale set sold = ${summed('?')}, unpaid = unpaid + ?, version = version + 1
            where company_id = ? and year = ? and currency = ?`,
          params: [sold, sold, unpaid, companyId, year, currency],
        },
      ];

/** What was sold by other ways. Guard `oss_version`; null: there is no row yet. */
export const putElsewhere = (
  { companyId, year, currency }: OssYear,
  amount: Minor,
  version: number | null,
): Statement => ({
  sql:
    version === null
      ? `insert into oss_sale (company_id, year, currency, sold, elsewhere, version) values (?, ?, ?, 0, ?, 1)
         on conflict (company_id, year, currency) do nothing`
      : `update oss_sale set elsewhere = ?, version = version + 1
         where company_id = ? and year = ? and currency = ? and version = ?`,
  params: version === null ? [companyId, year, currency, amount] : [amount, companyId, year, currency, version],
  guard: { name: ossVersionGuard, rows: 1 },
});
