/** Makes one cart what its sender wants it to be. Sending back what was just read changes nothing. */
import type { CartAsk } from '../call/cart-ask.ts';
import type { CartShop } from '../call/cart-shop.ts';
import type { CartMeant } from '../call/find-cart.ts';
import { putTo } from '../lines/apply-adds.ts';
import { applySync, type SyncWanted } from '../lines/apply-sync.ts';
import type { WantedItem } from '../lines/cart-intent.ts';
import { loadFacts } from '../lines/load-facts.ts';
import { reassignLines } from '../lines/put-line.ts';
import { couponWords, stays, tried } from './apply-coupon.ts';
import { type CartDocument, emptyDocument } from '../store/cart-document.ts';
import { withCodes } from '../store/coupon-codes.ts';
import { type CartWrite, writeOne, type Written } from '../write/write-cart.ts';
import { recordOf } from '../write/write-outcome.ts';
import { folded } from '../../offers/offer.ts';
import { triedCode } from '../../quotas/quota-rules.ts';
import { turnFor } from '../../shared/slices.ts';

export type SyncOptions = {
  readonly items: readonly WantedItem[];
  readonly baseVersion: number | null;
  readonly removed: readonly string[];
  readonly replaces: boolean;
  /** What else is to be: only what was sent. */
  readonly changed: (document: CartDocument) => CartDocument;
  /** The coupon there is to be, empty: none; undefined: what is there. */
  readonly code?: string;
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

type Couponed = { readonly document: CartDocument; readonly refused: CartAsk['refusedCoupon'] };

/**
 * With the coupon there is to be. The one that the cart shows is sent back like the rest of what was read: it and those beside
 * it stay. Another is tried like any other, and one that can never count takes nothing off the cart.
 */
const withCoupon = async (
  write: CartWrite,
  { cart, vacant }: Pick<CartMeant, 'cart' | 'vacant'>,
  document: CartDocument,
  code: string | undefined,
): Promise<Couponed> => {
  const kept = { document, refused: null };
  if (code === undefined || (code !== '' && folded(document.couponCode ?? '') === folded(code))) return kept;
  if (code === '') return { document: withCodes(document, []), refused: null };
  if (document.lines.length === 0)
    return { document, refused: { code, message: couponWords(write.call.shop, write.ask).nothingThere } };
  const { verdict, codes } = await tried(write, { ...(cart ?? (await vacant())), document }, [code]);
  return stays(verdict)
    ? { document: withCodes(document, codes), refused: null }
    : { document, refused: { code, message: verdict.message } };
};

export const syncCart = (write: CartWrite, options: SyncOptions): Promise<Written> =>
  writeOne(write, async ({ cart, kind, vacant }) => {
    const { shop } = write.call;
    const before = cart?.document ?? emptyDocument;
    const facts = await loadFacts(shop, write.ask, { cart, lines: before.lines, refs: options.items });
    const wanted: SyncWanted = {
      items: options.items,
      baseVersion: options.baseVersion,
      removed: new Set(options.removed),
      replaces: options.replaces,
      gifts: await giftsOf(shop, cart),
    };
    await turnFor(wanted.items.length);
    const { lines, outcomes } = await applySync(before.lines, wanted, putTo(shop.node, facts, cart, kind.slug));
    await turnFor(wanted.items.length);
    const wantedDocument = options.changed({ ...before, lines });
    const { document, refused } = await withCoupon(write, { cart, vacant }, wantedDocument, options.code);
    const isTried = refused !== null || (document.couponCode !== null && document.couponCode !== before.couponCode);
    return {
      operation: 'sync',
      before,
      document,
      ...(refused === null ? {} : { ask: { ...write.ask, refusedCoupon: refused } }),
      settled: async (stored) => ({ ...stored, lines: await reassignLines(lines, facts) }),
      recordOf: (current) => recordOf(current, outcomes, words),
      // A coupon that a sync puts on the cart is tried like any other.
      more: () => (isTried ? { uses: [triedCode('coupon_tries', refused !== null)] } : {}),
    };
  });
