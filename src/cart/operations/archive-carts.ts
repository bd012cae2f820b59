/** Empties carts. What they held is kept aside for a while, and a cart keeps its id. Emptying nothing is fine. */
import { openCart } from '../call/find-cart.ts';
import { emptyDocument, type StoredCart } from '../store/cart-document.ts';
import { isChanged, type Plan } from '../store/cart-history.ts';
import { changedCart } from '../write/commit-cart.ts';
import { type CartWrite, loadForWrite, runWrite, type Written } from '../write/write-cart.ts';
import { plainRecord } from '../write/write-outcome.ts';

/** Carts that are not there or not the caller's are passed over, so a list tells nothing about others. */
const named = async ({ call: { shop } }: CartWrite, ids: readonly string[]): Promise<readonly StoredCart[]> => {
  const found = new Map<string, StoredCart>();
  for (const id of ids) {
    const cart = await openCart(shop, id);
    if (cart !== undefined) found.set(cart.id, cart);
  }
  return [...found.values()];
};

const planArchive = async (write: CartWrite, ids: readonly string[]): Promise<Plan<Written>> => {
  const { cart } = ids.length === 0 ? await loadForWrite(write) : { cart: undefined };
  const carts = ids.length === 0 ? [cart].filter((one) => one !== undefined) : await named(write, ids);
  const full = carts.filter(({ document }) => document.lines.length > 0 || isChanged(document, emptyDocument));
  const { shop } = write.call;
  const changes = full.map((before) => ({ before, after: changedCart(shop, before, emptyDocument) }));
  const record = plainRecord(changes[0]?.after ?? cart, 'cart archived');
  return {
    operation: 'archive',
    changes,
    archived: full,
    record,
    answer: { record, cart: changes[0]?.after ?? cart, answered: undefined },
  };
};

export const archiveCarts = (write: CartWrite, ids: readonly string[]): Promise<Written> =>
  runWrite(write, () => planArchive(write, ids));
