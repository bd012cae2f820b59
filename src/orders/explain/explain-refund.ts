/** How what an order gave back came about, at the paths at which the refund shows it. */
import { onlyAt, type Shown, toldNumbers } from '../../cart/explain/tell-numbers.ts';
import { pricedInTurns } from '../../cart/price/price-trials.ts';
import type { CartExplained } from '../../contract/cart/cart-explain-contract.ts';
import type { Database } from '../../db/database.ts';
import { type Book, openBook } from '../../pricing/explain/derivation-book.ts';
import { Refusal } from '../../shared/errors.ts';
import { currencyOf } from '../../shared/currency.ts';
import { turnFor } from '../../shared/slices.ts';
import type { StoredOrder } from '../order-document.ts';
import { readRefund, type StoredRefund } from '../refunds/refund-store.ts';
import { type ExplainAsked, namedLines, readPricedFrom } from './explained-prices.ts';
import { refundNumbers } from './refund-numbers.ts';
import { refundTree } from './refund-tree.ts';

/** Of a payment that the order could not keep all goes back. */
const unkept = ({ paymentId, amount: value }: StoredRefund, book: Book): readonly Shown[] => {
  const of = book.given('unkept_payment', value, paymentId === null ? {} : { name: paymentId });
  return ['amount', 'payment_amount', 'parts.0.amount'].map((path) => ({ path, of }));
};

export const explainRefund = async (
  db: Database,
  order: StoredOrder,
  refundId: string,
  { path, language, viewer }: ExplainAsked,
): Promise<CartExplained> => {
  const { document, progress } = order;
  const at = (progress.settlements ?? []).findIndex(({ id }) => id === refundId);
  const stray = at < 0 ? await readRefund(db, order, refundId) : undefined;
  if (at < 0 && stray === undefined) throw new Refusal('order_refund_not_found');
  const from = await readPricedFrom(db, order);
  const book = openBook();
  const tree = await pricedInTurns(refundTree(order, at, from, book));
  await turnFor(document.lines.length);
  const numbers = tree ? refundNumbers(tree, order, at, book) : [];
  const shown = onlyAt(stray === undefined ? numbers : unkept(stray, book), path);
  if (shown.length === 0) throw new Refusal('number_not_found');
  const { input, prices } = from;
  const currency = stray === undefined ? document.currency : currencyOf(stray.currency);
  const lines = namedLines(document, prices);
  const told = await toldNumbers(book.all, shown, { input, lines, currency, language, viewer });
  return { language, currency_code: currency.code, ...told };
};
