/** Adds items to the cart that is meant; `new_cart`, and buying now, put a new cart with them in its place. */
import { applyAdds } from './apply-adds.ts';
import { emptyDocument } from './cart-document.ts';
import type { WantedItem } from './cart-intent.ts';
import type { Plan } from './commit-cart.ts';
import { lineIdentifier } from './line-identifier.ts';
import { loadFacts } from './load-facts.ts';
import { reassignLines } from './put-line.ts';
import { answerFor, type CartWrite, changeTo, loadForWrite, runWrite, type Written } from './write-cart.ts';
import { addWords, recordOf } from './write-outcome.ts';

export type AddOptions = { readonly items: readonly WantedItem[]; readonly newCart: boolean };

const planAdd = async (write: CartWrite, { items, newCart }: AddOptions): Promise<Plan<Written>> => {
  const { call, selector } = write;
  const { shop } = call;
  const { cart, kind } = await loadForWrite(write);
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
  const document = { ...before, lines: reassignLines(lines, facts) };
  const change = taken ? await changeTo(write, base, kind, document, cart?.owner) : undefined;
  const current = change?.after ?? cart;
  const record = recordOf(current, outcomes, addWords, () => current?.cartId ?? null);
  const answered = await answerFor(write, current, kind, record);
  const replaced = fresh && taken && cart !== undefined ? [cart] : [];
  return {
    operation: fresh ? 'new_cart' : 'add',
    changes: change === undefined ? [] : [{ ...change, snapshot: answered?.snapshot }],
    retired: replaced.map((each) => ({ cart: each, state: 'archived', mergedInto: null })),
    // A buy-now cart that another one replaces is dropped for good.
    archived: replaced.filter((each) => each.kind !== 'buy_now'),
    record,
    answer: { record, cart: current, answered },
  };
};

export const addItems = (write: CartWrite, options: AddOptions): Promise<Written> =>
  runWrite(write, () => planAdd(write, options));
