/** Adds items to the cart that is meant; `new_cart`, and buying now, put a new cart with them in its place. */
import { successorOf } from '../call/vacant-cart.ts';
import { applyAdds, putTo } from '../lines/apply-adds.ts';
import type { WantedItem } from '../lines/cart-intent.ts';
import { loadFacts } from '../lines/load-facts.ts';
import { reassignLines } from '../lines/put-line.ts';
import { emptyDocument, type StoredCart } from '../store/cart-document.ts';
import type { Plan } from '../store/cart-history.ts';
import { type CartWrite, writeOne, type Written } from '../write/write-cart.ts';
import { addWords, recordOf } from '../write/write-outcome.ts';
import { turnFor } from '../../shared/slices.ts';

export type AddOptions = { readonly items: readonly WantedItem[]; readonly newCart: boolean };

/** A buy-now cart that another one replaces is dropped for good. */
const replacing = (cart: StoredCart | undefined): Pick<Plan<Written>, 'retired' | 'archived'> =>
  cart === undefined
    ? {}
    : {
        retired: [{ cart, state: 'archived', mergedInto: null }],
        archived: cart.kind === 'buy_now' ? [] : [cart],
      };

export const addItems = (write: CartWrite, { items, newCart }: AddOptions): Promise<Written> =>
  writeOne(write, async ({ cart, kind, vacant }) => {
    const { shop } = write.call;
    const fresh = newCart || (kind.kind === 'buy_now' && write.selector.id === null);
    const base = fresh ? undefined : cart;
    const before = base?.document ?? emptyDocument;
    const facts = await loadFacts(shop, write.ask, { cart, lines: before.lines, refs: items });
    await turnFor(items.length);
    const { lines, outcomes } = await applyAdds(before.lines, items, putTo(shop.node, facts, base, kind.slug));
    await turnFor(items.length);
    const taken = outcomes.some(({ success }) => success);
    return {
      operation: fresh ? 'new_cart' : 'add',
      document: taken ? { ...before, lines: await reassignLines(lines, facts) } : undefined,
      into: { cart: base, vacant: cart === undefined ? vacant : () => successorOf(shop, cart) },
      recordOf: (current) => recordOf(current, outcomes, addWords),
      more: () => (fresh && taken ? replacing(cart) : {}),
    };
  });
