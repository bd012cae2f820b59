/** Numbers of a refund at the paths at which it is shown. Pure. */
import type { Shown } from '../../cart/explain/tell-numbers.ts';
import type { Book } from '../../pricing/explain/derivation-book.ts';
import type { StoredOrder } from '../order-document.ts';
import { partNumbers } from './home-numbers.ts';
import type { RefundTree } from './refund-tree.ts';

const rowNumbers = (list: 'lines' | 'charges', rows: RefundTree[typeof list]): readonly Shown[] =>
  rows.flatMap(({ amount, taxes }, at) => [
    { path: `${list}.${at}.amount`, of: amount },
    ...[...taxes].map(([word, of]) => ({ path: `${list}.${at}.${word}`, of })),
  ]);

/** Of the settlement at this place among those of the order. */
export const refundNumbers = (tree: RefundTree, order: StoredOrder, at: number, book: Book): readonly Shown[] => [
  { path: 'amount', of: tree.amount },
  { path: 'payment_amount', of: tree.money },
  ...rowNumbers('lines', tree.lines),
  ...rowNumbers('charges', tree.charges),
  ...partNumbers(tree.parts, order, at, book),
];
