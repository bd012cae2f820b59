/** An article's row as a feed writes it: what is wrong with it, or the article it describes. Pure. */
import type { ArticleRow } from '../../contract/catalog/catalog-feed-contract.ts';
import type { RowProblem } from '../../feeds/feed-kind.ts';
import { currencyOf } from '../../shared/currency.ts';
import { type Minor, readDecimal } from '../../shared/money.ts';
import { percentToPpm } from '../../shared/rates.ts';
import type { ArticleDetails, ArticlePrice } from '../article.ts';
import { unitSizeProblem } from '../unit-size-rules.ts';
import { exactMinor, readPrices } from './price-rules.ts';

const GST_DECIMALS = 2;

const gstProblem = ({ gst_rate }: ArticleRow): RowProblem | undefined =>
  (readDecimal(String(gst_rate))?.decimals ?? GST_DECIMALS + 1) > GST_DECIMALS
    ? { field: 'gst_rate', message: 'Must be a percentage from 0 to 100 with at most 2 decimals.' }
    : undefined;

const moqProblem = ({ moq = {} }: ArticleRow): RowProblem | undefined => {
  const { minimum, maximum } = moq;
  return typeof minimum === 'number' && typeof maximum === 'number' && minimum > maximum
    ? { field: 'moq.minimum', message: 'Must be at most moq.maximum.' }
    : undefined;
};

const customOrderProblem = ({ custom_order: order }: ArticleRow): RowProblem | undefined => {
  if (order?.is_custom_order !== true) return undefined;
  const message = 'What is made to order needs the time it takes.';
  if (order.manufacturing_time === undefined) return { field: 'custom_order.manufacturing_time', message };
  return order.manufacturing_time_unit === undefined
    ? { field: 'custom_order.manufacturing_time_unit', message }
    : undefined;
};

/** Amounts beside the prices are in the currency of the first one. */
const amountProblem = (row: ArticleRow, [base]: readonly ArticlePrice[]): RowProblem | undefined => {
  const { code, exponent } = currencyOf(base?.currency ?? '');
  const field = (['gift_price', 'floor_price'] as const).find(
    (name) => minorIn(row[name], exponent) === undefined && row[name] !== undefined && row[name] !== null,
  );
  return field === undefined ? undefined : { field, message: `${code} has ${exponent} decimals.` };
};
const minorIn = (amount: ArticleRow['gift_price'], exponent: number): Minor | undefined =>
  amount === undefined || amount === null ? undefined : exactMinor(amount, exponent);

export const articleProblem = (row: ArticleRow): RowProblem | undefined => {
  const read = readPrices(row.prices);
  if ('problem' in read) return read.problem;
  return (
    gstProblem(row) ??
    moqProblem(row) ??
    customOrderProblem(row) ??
    amountProblem(row, read.prices) ??
    unitSizeProblem({ meta: row.meta ?? {} })
  );
};

/** The prices of a row that has no problem. */
export const pricesOf = (rows: ArticleRow['prices']): readonly [ArticlePrice, ...ArticlePrice[]] => {
  const read = readPrices(rows);
  if ('problem' in read || read.prices[0] === undefined) throw new Error('The prices were not checked.');
  const [base, ...more] = read.prices;
  return [base, ...more];
};

const customOrderOf = ({ custom_order: order }: ArticleRow): ArticleDetails['customOrder'] =>
  order?.is_custom_order === true && order.manufacturing_time !== undefined
    ? { time: order.manufacturing_time, unit: order.manufacturing_time_unit ?? 'days' }
    : null;

const moqOf = ({ moq = {} }: ArticleRow): ArticleDetails['moq'] => {
  const { minimum = null, maximum = null, increment_unit: increment = null } = moq;
  return { minimum, maximum, increment };
};

const amountOf = (amount: ArticleRow['gift_price'], { prices }: ArticleRow): Minor | null =>
  minorIn(amount, currencyOf(pricesOf(prices)[0].currency).exponent) ?? null;

const floorPriceOf = (row: ArticleRow): Pick<ArticleDetails, 'floorPrice'> => {
  const floorPrice = amountOf(row.floor_price, row);
  return floorPrice === null ? {} : { floorPrice };
};

/** Of a row that has no problem. */
export const articleDetails = (row: ArticleRow): ArticleDetails => ({
  sellerIdentifier: row.seller_identifier ?? null,
  gstRate: percentToPpm(row.gst_rate) ?? 0,
  hsnCode: row.hsn_code ?? null,
  ...(typeof row.tax_class === 'string' ? { taxClass: row.tax_class } : {}),
  moq: moqOf(row),
  customOrder: customOrderOf(row),
  isGiftVisible: row.is_gift_visible ?? false,
  giftPrice: amountOf(row.gift_price, row),
  ...floorPriceOf(row),
  identifiers: row.identifiers ?? null,
  tags: row.tags ?? [],
  variants: row.variants ?? {},
  meta: row.meta ?? {},
});

/** The EAN an article can be found by. */
export const eanOf = ({ identifiers }: ArticleRow): string | null => {
  const ean = identifiers?.['ean'];
  return typeof ean === 'string' && ean.length > 0 && ean.length <= 64 ? ean : null;
};
