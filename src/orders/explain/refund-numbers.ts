/** Numbers of a refund at the paths at which it is shown. Pure. */
import type { Shown } from '../../cart/explain/tell-numbers.ts';
import type { OrderDocument } from '../order-document.ts';
import type { Settlement } from '../order-progress.ts';
import type { RefundTree } from './refund-tree.ts';

const rowNumbers = (list: 'lines' | 'charges', rows: RefundTree[typeof list]): readonly Shown[] =>
  rows.flatMap(({ amount, taxes }, at) => [
    { path: `${list}.${at}.amount`, of: amount },
    ...[...taxes].map(([word, of]) => ({ path: `${list}.${at}.${word}`, of })),
  ]);

/** What a balance in the application's currency rises by is the same number where the order has that currency. */
const partNumbers = (
  { parts }: RefundTree,
  settlement: Settlement,
  { currency, home }: Pick<OrderDocument, 'currency' | 'home'>,
): readonly Shown[] =>
  parts.flatMap((of, at) => {
    const { kind, spent } = settlement.parts[at] ?? {};
    const isHome =
      (kind === 'store_credit' || kind === 'gift_card') && currency.code === home.code && spent === of.value;
    return [`parts.${at}.amount`, ...(isHome ? [`parts.${at}.home_amount`] : [])].map((path) => ({ path, of }));
  });

export const refundNumbers = (
  tree: RefundTree,
  settlement: Settlement,
  document: Pick<OrderDocument, 'currency' | 'home'>,
): readonly Shown[] => [
  { path: 'amount', of: tree.amount },
  { path: 'payment_amount', of: tree.money },
  ...rowNumbers('lines', tree.lines),
  ...rowNumbers('charges', tree.charges),
  ...partNumbers(tree, settlement, document),
];
