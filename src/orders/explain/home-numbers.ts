/** What an order's numbers are in the application's own currency: turned back at the order's rate, or what a balance moved by. Pure. */
import { balanceSpent, inHome } from '../../pricing/explain/explain-home.ts';
import type { Shown } from '../../cart/explain/tell-numbers.ts';
import type { Book } from '../../pricing/explain/derivation-book.ts';
import type { About, Derivation } from '../../pricing/explain/derivation-types.ts';
import type { ExplainedCart } from '../../pricing/explain/explain-cart.ts';
import { backTo } from '../money/tender-rules.ts';
import type { OrderDocument, StoredOrder } from '../order-document.ts';
import type { PricedFrom } from './explained-prices.ts';

type Currencies = Pick<OrderDocument, 'currency' | 'home'>;
const isAbroad = ({ currency, home }: Currencies): boolean => currency.code !== home.code;

/** Of an amount that the order keeps in both currencies; an order of an earlier version may not. */
export const homeNumber = (
  path: string,
  { of, value }: { readonly of: Derivation; readonly value: number | undefined },
  { document, input }: { readonly document: OrderDocument; readonly input: PricedFrom['input'] },
  book: Book,
): readonly Shown[] => {
  if (!isAbroad(document)) return [{ path, of }];
  const node = inHome('at_home', of, { input, home: document.home }, book);
  return node.value === value ? [{ path, of: node }] : [];
};

const isMoney = (kind: string): boolean => kind === 'store_credit' || kind === 'gift_card';

/** What pays without being a payment, and what its balance falls by. */
export const tenderNumbers = (
  document: OrderDocument,
  { input, prices }: PricedFrom,
  explained: ExplainedCart,
  book: Book,
): readonly Shown[] =>
  explained.tender.flatMap((of, at) => {
    const { kind = '', spent } = document.tender[at] ?? {};
    const part = prices.tender[at];
    const paid = { path: `tender.${at}.amount`, of };
    if (!isMoney(kind) || part === undefined) return [paid];
    const node = isAbroad(document) ? balanceSpent(part, of, { input, home: document.home }, book) : of;
    return node.value === spent ? [paid, { path: `tender.${at}.home_amount`, of: node }] : [paid];
  });

/** Of what the balance fell by the part that the amount given back so far is of what it paid, less what it had back before. */
const balanceBack = (
  order: StoredOrder,
  { at, place }: { readonly at: number; readonly place: number },
  of: Derivation,
  book: Book,
): Derivation | undefined => {
  const { document, progress } = order;
  const settlements = progress.settlements ?? [];
  const part = settlements[at]?.parts[place];
  const paid = document.tender.find(({ kind, account }) => kind === part?.kind && account === part.account);
  if (part === undefined || paid === undefined || !isMoney(part.kind)) return undefined;
  if (!isAbroad(document)) return of;
  const { about } = of;
  const home: About = { ...about, currency: document.home };
  const before = backTo(part, settlements.slice(0, at));
  const spent = book.given('balance_spent', paid.spent, home);
  const soFar =
    before.amount === 0 ? of : book.sum('paid_back', [book.given('paid_back', before.amount, about), of], about);
  const all = book.write(
    'balance_back',
    { op: 'pro_rata' },
    [spent, soFar, book.given('tender', paid.amount, about)],
    home,
  );
  return before.spent === 0
    ? all
    : book.less('balance_back', [all, book.given('balance_before', before.spent, home)], home);
};

/** Of the settlement at this place: each part, and what its balance rises by. */
export const partNumbers = (
  parts: readonly Derivation[],
  order: StoredOrder,
  at: number,
  book: Book,
): readonly Shown[] =>
  parts.flatMap((of, place) => {
    const node = balanceBack(order, { at, place }, of, book);
    const path = `parts.${place}`;
    const isKnown = node !== undefined && node.value === order.progress.settlements?.[at]?.parts[place]?.spent;
    return [{ path: `${path}.amount`, of }, ...(isKnown ? [{ path: `${path}.home_amount`, of: node }] : [])];
  });
