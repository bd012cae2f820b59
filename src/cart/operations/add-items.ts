/** Adds items to the cart that is meant; `new_cart`, and buying now, put a new cart with them in its place. */
import { successorOf } from '../call/vacant-cart.ts';
import { applyAdds } from '../lines/apply-adds.ts';
import type { WantedItem } from '../lines/cart-intent.ts';
import { loadFacts } from '../lines/load-facts.ts';
import { reassignLines } from '../lines/put-line.ts';
import { emptyDocument, type StoredCart } from '../store/cart-document.ts';
import type { Plan } from '../store/cart-history.ts';
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
import { addWords, recordOf } from '../write/write-outcome.ts';

export type AddOptions = { readonly items: readonly WantedItem[]; readonly newCart: boolean };

/** A buy-now cart that another one replaces is dropped for good. */
const replacing = (cart: StoredCart | undefined): Pick<Plan<Written>, 'retired' | 'archived'> =>
  cart === undefined
    ? {}
    : {
        retired: [{ cart, state: 'archived', mergedInto: null }],
        archived: cart.kind === 'buy_now' ? [] : [cart],
      };

const planAdd = async (write: CartWrite, { items, newCart }: AddOptions): Promise<Plan<Written>> => {
  const { call, selector } = write;
  const { shop } = call;
  const meant = await loadForWrite(write);
  const { cart, kind } = meant;
  const fresh = newCart || (kind.kind === 'buy_now' && selector.id === null);
  const base = fresh ? undefined : cart;
  const before = base?.document ?? emptyDocument;
  const facts = await loadFacts(shop, write.ask, { cart, lines: before.lines, refs: items });
  const { lines, outcomes } = applyAdds(before.lines, items, {
    slug: kind.slug,
    version: (base?.version ?? 0) + 1,
    facts,
    newIdentifier: lineIdentifier(shop.node.random),
  });
  const taken = outcomes.some(({ success }) => success);
  const document = asOrdered(write, { ...before, lines: reassignLines(lines, facts) });
  const vacant = cart === undefined ? meant.vacant : () => successorOf(shop, cart);
  const change = taken ? await changeTo(write, { cart: base, vacant }, document) : undefined;
  const decided = { operation: fresh ? 'new_cart' : 'add', meant, change };
  const plan = await planOf(write, decided, (current) => recordOf(current, outcomes, addWords));
  return fresh && taken ? { ...plan, ...replacing(cart) } : plan;
};

export const addItems = (write: CartWrite, options: AddOptions): Promise<Written> =>
  runWrite(write, () => planAdd(write, options));
