/** What a merchant looks for in a list of products: what each sells for, and how much of it there is. */
import type { Database } from '../../db/database.ts';
import { valueList } from '../../db/value-list.ts';
import { currencyOf } from '../../shared/currency.ts';
import { toDecimal } from '../../shared/money.ts';
import type { ListedExtras } from './record-admin-routes.ts';

type Sold = {
  readonly item_id: number;
  readonly currency_code: string;
  readonly least: number;
  readonly most: number;
  readonly quantity: number;
};

export const readListedExtras =
  (db: Database): ListedExtras =>
  async (companyId, records) => {
    if (records.length === 0) return [];
    const uids = records.map(({ key: [uid = 0] }) => uid);
    const { places, values } = valueList(uids);
    // A product may have tens of thousands of articles, and all of a page's are counted.
    const counted = db.scan<Sold>(
      `select item_id, currency_code, min(effective) as least, max(effective) as most,
         sum(case when quantity > 0 then quantity else 0 end) as quantity
       from article where company_id = ? and item_id in ${places} and is_active = 1
       group by item_id, currency_code order by item_id, currency_code`,
      [companyId, ...values],
    );
    const sold = (await Array.fromAsync(counted)).flat();
    return uids.map((uid) => {
      const own = sold.filter(({ item_id }) => item_id === uid);
      return {
        in_stock: own.reduce((sum, { quantity }) => sum + quantity, 0),
        selling_prices: own.map(({ currency_code, least, most }) => {
          const { exponent } = currencyOf(currency_code);
          return { currency_code, min: toDecimal(least, exponent), max: toDecimal(most, exponent) };
        }),
      };
    });
  };
