/** Makes one cart what its sender wants it to be. Sending back what was just read changes nothing. */
import type { CartShop } from '../call/cart-shop.ts';
import { putTo } from '../lines/apply-adds.ts';
import { applySync, type SyncWanted } from '../lines/apply-sync.ts';
import type { WantedItem } from '../lines/cart-intent.ts';
import { loadFacts } from '../lines/load-facts.ts';
import { reassignLines } from '../lines/put-line.ts';
import { type CartDocument, emptyDocument } from '../store/cart-document.ts';
import { type CartWrite, writeOne, type Written } from '../write/write-cart.ts';
import { recordOf } from '../write/write-outcome.ts';
import { triedCode } from '../../quotas/quota-rules.ts';
import { turnFor } from '../../shared/slices.ts';

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

export const syncCart = (write: CartWrite, options: SyncOptions): Promise<Written> =>
  writeOne(write, async ({ cart, kind }) => {
    const { shop } = write.call;
    const before = cart?.document ?? emptyDocument;
    const facts = await loadFacts(shop, write.ask, { cart, lines: before.lines, refs: options.items });
    const wanted: SyncWanted = {
      items: options.items,
      baseVersion: options.baseVersion,
      removed: new Set(options.removed),
      gifts: await giftsOf(shop, cart),
    };
    await turnFor(wanted.items.length);
    const { lines, outcomes } = applySync(before.lines, wanted, putTo(shop.node, facts, cart, kind.slug));
    await turnFor(wanted.items.length);
    const document = options.changed({ ...before, lines });
    return {
      operation: 'sync',
      before,
      document,
      settled: (stored) => ({ ...stored, lines: reassignLines(lines, facts) }),
      recordOf: (current) => recordOf(current, outcomes, words),
      // A coupon that a sync puts on the cart is tried like any other.
      more: ({ answer: { answered } }) => {
        if (document.couponCode === null || document.couponCode === before.couponCode) return {};
        return { uses: [triedCode('coupon_tries', answered?.answer.coupon?.is_applied !== true)] };
      },
    };
  });
