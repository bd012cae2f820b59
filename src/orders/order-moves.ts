/** What an order takes from the shop and from its customer, and what gives it back: stock, uses of offers, balances. */
import {
  type BalanceKind,
  balanceKinds,
  type BalanceMove,
  expectBalance,
  expectNothing,
  returnBalance,
  spendBalance,
} from '../balances/balance-statements.ts';
import { articlesOfItemsChange, returnStock, takeStock } from '../catalog/article-statements.ts';
import type { Statement } from '../db/database.ts';
import { holdUse, useAtOnce } from '../offers/uses/use-statements.ts';
import type { OrderLine, OrderTender, StoredOrder } from './order-document.ts';
import { orderKey } from './checkout/order-uses.ts';

/** Clocks of nodes differ: what an order holds is given back by the order's own end, not by a sweep that is a little early. */
const HOLD_GRACE_MS = 300_000;

/** Units of each article, in one order for all batches, so that two of them cannot wait for each other. */
export const unitsByArticle = (
  lines: readonly Pick<OrderLine, 'articleUid' | 'quantity'>[],
): readonly (readonly [uid: string, units: number])[] => {
  const units = new Map<string, number>();
  for (const { articleUid, quantity } of lines) units.set(articleUid, (units.get(articleUid) ?? 0) + quantity);
  return [...units].toSorted(([a], [b]) => (a < b ? -1 : 1));
};

const moveStock = (
  { companyId, document: { lines } }: StoredOrder,
  move: typeof takeStock,
  at: number,
): readonly Statement[] => {
  const around = articlesOfItemsChange(
    companyId,
    lines.map(({ itemId }) => itemId),
  );
  const moves = unitsByArticle(lines).map(([uid, units]) => move(companyId, uid, units, at));
  return [...around.before, ...moves, ...around.after];
};

/** Held while a payment is awaited, used at once otherwise. */
const takeUses = ({ document: { uses }, expiresAt }: StoredOrder, at: number): readonly Statement[] =>
  uses.flatMap((use) =>
    expiresAt === null ? useAtOnce(use, at) : holdUse(undefined, use, expiresAt + HOLD_GRACE_MS, at),
  );

/** The move of an order's balance; each direction happens once, under its own name. */
export const balanceMove = (
  { id, applicationId, owner }: StoredOrder,
  what: { readonly kind: BalanceKind; readonly account: string; readonly amount: number },
  name: string,
  at: number,
): BalanceMove => ({
  applicationId,
  userId: owner.id,
  ...what,
  reason: `order ${id}`,
  source: orderKey(id),
  entryId: [id, name, what.kind, what.account].join('/'),
  at,
});

type Spent = OrderTender & { readonly kind: BalanceKind };
const spentBalances = ({ owner, document: { tender } }: StoredOrder): readonly Spent[] =>
  owner.kind === 'customer'
    ? tender
        .filter((part): part is Spent => part.kind !== 'adjustment' && part.spent > 0)
        .toSorted(
          (a, b) => balanceKinds.indexOf(a.kind) - balanceKinds.indexOf(b.kind) || (a.account < b.account ? -1 : 1),
        )
    : [];

/** Guards: `stock`, `offer_uses/<id>`, `balance/<kind>`. */
export const takeForOrder = (order: StoredOrder, at: number): readonly Statement[] => [
  ...moveStock(order, takeStock, at),
  ...takeUses(order, at),
  ...spentBalances(order).flatMap(({ kind, account, spent }) =>
    spendBalance(balanceMove(order, { kind, account, amount: spent }, 'spent', at)),
  ),
  ...order.document.earns.flatMap(({ kind, amount }) =>
    expectBalance(balanceMove(order, { kind, account: '', amount }, 'expected', at)),
  ),
];

/** All but the uses, which are released as they are found. */
export const giveBack = (order: StoredOrder, at: number): readonly Statement[] => [
  ...moveStock(order, returnStock, at),
  ...spentBalances(order).flatMap(({ kind, account, spent }) =>
    returnBalance(balanceMove(order, { kind, account, amount: spent }, 'returned', at)),
  ),
  expectNothing({ applicationId: order.applicationId, userId: order.owner.id, source: orderKey(order.id) }),
];
