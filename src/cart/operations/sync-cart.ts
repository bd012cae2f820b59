/** Makes one cart what its sender wants it to be. Sending back what was just read changes nothing. */
import type { CartShop } from '../call/cart-shop.ts';
import { applySync, type SyncWanted } from '../lines/apply-sync.ts';
import type { WantedItem } from '../lines/cart-intent.ts';
import { loadFacts } from '../lines/load-facts.ts';
import { reassignLines } from '../lines/put-line.ts';
import { type CartDocument, emptyDocument } from '../store/cart-document.ts';
import { isChanged, type Plan } from '../store/cart-history.ts';
import { lineIdentifier } from '../store/line-rules.ts';
import {
  asOrdered,
  type CartWrite,
  changeTo,
  loadForWrite,
  planOf,
  runWrite,
  type Written,
} from '../write/write-cart.ts';
import { recordOf } from '../write/write-outcome.ts';
import { triedCode } from '../../quotas/quota-rules.ts';

export type SyncOptions = {
  readonly items: readonly WantedItem[];
  readonly baseVersion: number | null;
  readonly removed: readonly string[];
  /** What else is to be: only what was sent. */
  readonly changed: (document: CartDocument) => CartDocument;
};

const words = { all: 'Cart is up to date', some: 'Some items could not be kept as sent' };

/** Lines of the last pricing that the cart does not have are gifts. */
const giftsOf = async (
  { readers }: CartShop,
  cart: Parameters<NonNullable<CartShop['readers']['snapshot']>>[0] | undefined,
): Promise<ReadonlySet<string>> => {
  const snapshot = cart && (await readers.snapshot?.(cart));
  const own = new Set(cart?.document.lines.map(({ identifier }) => identifier));
  return new Set(
    (snapshot?.lines ?? []).map(({ identifier }) => identifier).filter((identifier) => !own.has(identifier)),
  );
};

const planSync = async (write: CartWrite, options: SyncOptions): Promise<Plan<Written>> => {
  const { shop } = write.call;
  const meant = await loadForWrite(write);
  const { cart, kind } = meant;
  const before = cart?.document ?? emptyDocument;
  const facts = await loadFacts(shop, write.ask, { cart, lines: before.lines, refs: options.items });
  const wanted: SyncWanted = {
    items: options.items,
    baseVersion: options.baseVersion,
    removed: new Set(options.removed),
    gifts: await giftsOf(shop, cart),
  };
  const { lines, outcomes } = applySync(before.lines, wanted, {
    slug: kind.slug,
    version: (cart?.version ?? 0) + 1,
    facts,
    newIdentifier: lineIdentifier(shop.node.random),
  });
  const decided = asOrdered(write, options.changed({ ...before, lines }));
  const changed = isChanged(before, decided);
  const document = changed ? { ...decided, lines: reassignLines(lines, facts) } : before;
  const change = changed ? await changeTo(write, meant, document) : undefined;
  const plan = await planOf(write, { operation: 'sync', meant, change }, (current) =>
    recordOf(current, outcomes, words),
  );
  const code = document.couponCode;
  if (code === null || code === before.couponCode) return plan;
  // A coupon that a sync puts on the cart is tried like any other.
  const inVain = plan.answer.answered?.answer.coupon?.is_applied !== true;
  return { ...plan, uses: [triedCode('coupon_tries', inVain)] };
};

export const syncCart = (write: CartWrite, options: SyncOptions): Promise<Written> =>
  runWrite(write, () => planSync(write, options));
