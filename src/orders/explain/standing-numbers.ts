/** What became of an order's money since it was agreed: given back, what it costs now, what is to be collected. Pure. */
import type { Shown } from '../../cart/explain/tell-numbers.ts';
import type { Book } from '../../pricing/explain/derivation-book.ts';
import type { Derivation } from '../../pricing/explain/derivation-types.ts';
import type { ExplainedCart } from '../../pricing/explain/explain-cart.ts';
import { isTaxOnTop } from '../answer/order-breakup.ts';
import { moneyKept, refundedOf } from '../money/paid-rules.ts';
import { grossOf, standingOf } from '../money/standing-rules.ts';
import type { Work } from '../../pricing/work.ts';
import type { StoredOrder } from '../order-document.ts';
import type { Settlement } from '../order-progress.ts';
import type { PricedFrom } from './explained-prices.ts';
import { refundNumbers } from './refund-numbers.ts';
import { refundTree, type RefundTree } from './refund-tree.ts';

/** Whether one of them is asked for: they take a pricing for every refund. */
export const asksForStanding = (path: string | undefined): boolean =>
  path === undefined || /^(refund|current_value|amount_to_collect)/.test(path);

/** The total less what was paid and what is not to be collected any more. */
const toCollect = (order: StoredOrder, total: Derivation, trees: readonly RefundTree[], book: Book): Derivation => {
  const value = order.paymentMode === 'COD' ? moneyKept(order).uncollected : 0;
  if (value === 0 || value === total.value) return value === 0 ? book.given('none', 0) : total;
  const settlements = order.progress.settlements ?? [];
  const uncollected = trees.flatMap(({ parts }, at) =>
    parts.filter((_, place) => settlements[at]?.parts[place]?.kind === 'uncollected'),
  );
  const left = book.less('left_to_pay', [total, ...uncollected]);
  const paid = book.given('collected', left.value - value);
  return book.less('amount_to_collect', paid.value === 0 ? [total, ...uncollected] : [left, paid]);
};

/** So many lines of refunds are told with their order; each costs two pricings of all that stands. */
const MOST_LINES = 2_000;

/** What a refund came to; how is said at its own address. */
const briefly = ({ amount, parts }: Settlement, book: Book): RefundTree => {
  const given = parts.map((part) => {
    const about = { name: part.kind, source: { kind: 'balance', id: part.account } } as const;
    return book.given('refund_part', part.amount, about);
  });
  const money = given.filter((_, place) => parts[place]?.kind === 'payment');
  return {
    amount: book.given('refund', amount),
    lines: [],
    charges: [],
    parts: given,
    money: book.sum('refund', money),
  };
};

export function* standingNumbers(
  order: StoredOrder,
  from: PricedFrom,
  { breakup, tender }: ExplainedCart,
  book: Book,
): Work<readonly Shown[]> {
  const { document, progress } = order;
  const settlements = progress.settlements ?? [];
  const isMuch = settlements.length * document.lines.length > MOST_LINES;
  const trees: RefundTree[] = [];
  for (const [at, settlement] of settlements.entries()) {
    const tree = isMuch ? briefly(settlement, book) : yield* refundTree(order, at, from, book);
    if (tree !== undefined) trees.push(tree);
  }
  const back = trees.map(({ amount }) => amount);
  const payable = tender.length === 0 ? breakup.total : book.sum('payable', [breakup.total, ...tender]);
  const known = [
    { path: 'refunded_amount', of: book.sum('refunded_amount', back), value: refundedOf(order) },
    {
      path: 'current_value',
      of: book.less('current_value', [payable, ...back]),
      value: grossOf(standingOf(order), isTaxOnTop(document)),
    },
  ];
  return [
    ...known.flatMap(({ path, of, value }) => (of.value === value ? [{ path, of }] : [])),
    { path: 'amount_to_collect', of: toCollect(order, breakup.total, trees, book) },
    ...trees.flatMap((tree, at) => {
      const numbers = refundNumbers(tree, order, at, book);
      return numbers.map(({ path, of }) => ({ path: `refunds.${at}.${path}`, of }));
    }),
  ];
}
