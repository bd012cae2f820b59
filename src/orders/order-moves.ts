/** What an order takes from the shop and from its customer, and what gives it back: stock, uses of offers, balances. */
import {
  type BalanceKind,
  balanceKinds,
  type BalanceMove,
  expectBalance,
  expectNothing,
  expectOnly,
  returnBalance,
  spendBalance,
} from '../balances/balance-statements.ts';
import { articlesOfItemsChange, returnStock, takeStock } from '../catalog/article-statements.ts';
import type { Statement } from '../db/database.ts';
import { holdUse, useAtOnce } from '../offers/uses/use-statements.ts';
import type { OrderLine, StoredOrder } from './order-document.ts';
import type { OrderTender } from './order-figures.ts';
import { isOver } from './order-life.ts';
import type { RefundPart, Settlement, Units } from './order-progress.ts';
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
  { companyId }: Pick<StoredOrder, 'companyId'>,
  lines: readonly Pick<OrderLine, 'itemId' | 'articleUid' | 'quantity'>[],
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
  {
    settlement,
    ...what
  }: {
    readonly kind: BalanceKind;
    readonly account: string;
    readonly amount: number;
    /** What was given back in parts moves it once for each part. */
    readonly settlement?: string | undefined;
  },
  name: string,
  at: number,
): BalanceMove => ({
  applicationId,
  userId: owner.id,
  ...what,
  reason: `order ${id}`,
  source: settlement === undefined ? orderKey(id) : `${orderKey(id)}/${settlement}`,
  undoneSource: orderKey(id),
  entryId: [settlement ?? id, name, what.kind, what.account].join('/'),
  at,
});

type Spent = OrderTender & { readonly kind: BalanceKind };
/** In one order for all batches, so that two of them cannot wait for each other. */
const inOrder = (parts: readonly Spent[]): readonly Spent[] =>
  parts.toSorted(
    (a, b) => balanceKinds.indexOf(a.kind) - balanceKinds.indexOf(b.kind) || (a.account < b.account ? -1 : 1),
  );
const spentBalances = ({ owner, document: { tender } }: StoredOrder): readonly Spent[] =>
  owner.kind === 'customer'
    ? inOrder(tender.filter((part): part is Spent => part.kind !== 'adjustment' && part.spent > 0))
    : [];

/** Guards: `stock`, `offer_uses/<id>`, `balance/<kind>`. */
export const takeForOrder = (order: StoredOrder, at: number): readonly Statement[] => [
  ...moveStock(order, order.document.lines, takeStock, at),
  ...takeUses(order, at),
  ...spentBalances(order).flatMap(({ kind, account, spent }) =>
    spendBalance(balanceMove(order, { kind, account, amount: spent }, 'spent', at)),
  ),
  ...order.document.earns.flatMap(({ kind, amount }) =>
    expectBalance(balanceMove(order, { kind, account: '', amount }, 'expected', at)),
  ),
];

/** `released`: the uses, as they were found. Like all that orders share, they stand where taking has them: no two batches wait for each other. */
export const giveBack = (order: StoredOrder, released: readonly Statement[], at: number): readonly Statement[] => [
  ...moveStock(order, order.document.lines, returnStock, at),
  ...released,
  ...spentBalances(order).flatMap(({ kind, account, spent }) =>
    returnBalance(balanceMove(order, { kind, account, amount: spent }, 'returned', at)),
  ),
  expectNothing({ applicationId: order.applicationId, userId: order.owner.id, source: orderKey(order.id) }),
];

/** Units that went back to the shelf. */
export const restock = (order: StoredOrder, items: readonly Units[], at: number): readonly Statement[] => {
  const units = new Map(items.map((one) => [one.line, one.units]));
  const lines = order.document.lines.flatMap((line) => {
    const quantity = units.get(line.identifier) ?? 0;
    return quantity === 0 ? [] : [{ ...line, quantity }];
  });
  return lines.length === 0 ? [] : moveStock(order, lines, returnStock, at);
};

/** What a settlement gives back to balances, and what they are not to expect any more. */
export const settleBalances = (
  before: StoredOrder,
  after: StoredOrder,
  settlement: Settlement,
): readonly Statement[] => {
  const { id, at } = settlement;
  const isBalance = (part: RefundPart): part is RefundPart & Spent =>
    balanceKinds.some((kind) => kind === part.kind) && part.spent > 0;
  if (before.owner.kind !== 'customer') return [];
  const left = new Map(after.progress.standing?.earns.map(({ kind, amount }) => [kind, amount]));
  return [
    ...inOrder(settlement.parts.filter(isBalance)).flatMap(({ kind, account, spent }) =>
      returnBalance(balanceMove(before, { kind, account, amount: spent, settlement: id }, 'returned', at)),
    ),
    ...(isOver(after)
      ? [expectNothing({ applicationId: before.applicationId, userId: before.owner.id, source: orderKey(before.id) })]
      : settlement.earns.map(({ kind }) =>
          expectOnly(balanceMove(before, { kind, account: '', amount: left.get(kind) ?? 0 }, 'expected', at)),
        )),
  ];
};
