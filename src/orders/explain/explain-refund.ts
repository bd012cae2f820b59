/** How what an order gave back came about, at the paths at which the refund shows it. */
import { onlyAt, type Shown, toldNumbers } from '../../cart/explain/tell-numbers.ts';
import type { CartExplained } from '../../contract/cart/cart-explain-contract.ts';
import type { Database } from '../../db/database.ts';
import { openBook } from '../../pricing/explain/derivation-book.ts';
import { Refusal } from '../../shared/errors.ts';
import { turnFor } from '../../shared/slices.ts';
import type { StoredOrder } from '../order-document.ts';
import { namedLines, readPricedFrom } from './explained-prices.ts';
import { type RefundTree, refundTree } from './refund-tree.ts';

const numbersOf = ({ amount, lines, charges }: RefundTree): readonly Shown[] => [
  { path: 'amount', of: amount },
  ...lines.map((of, at) => ({ path: `lines.${at}.amount`, of })),
  ...charges.map((of, at) => ({ path: `charges.${at}.amount`, of })),
];

export const explainRefund = async (
  db: Database,
  order: StoredOrder,
  refundId: string,
  { path, language }: { readonly path: string | undefined; readonly language: string },
): Promise<CartExplained> => {
  const { document, progress } = order;
  const at = (progress.settlements ?? []).findIndex(({ id }) => id === refundId);
  if (at < 0) throw new Refusal('order_refund_not_found');
  const from = await readPricedFrom(db, order);
  const book = openBook();
  const tree = refundTree(order, at, from, book);
  await turnFor(document.lines.length);
  const shown = tree === undefined ? [] : onlyAt(numbersOf(tree), path);
  if (shown.length === 0) throw new Refusal('number_not_found');
  const { input, prices } = from;
  const { currency } = document;
  const told = await toldNumbers(book.all, shown, { input, lines: namedLines(document, prices), currency, language });
  return { language, currency_code: currency.code, ...told };
};
