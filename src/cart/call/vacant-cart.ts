/**
 * A cart that is not stored: empty, with the ids that it will have when it is. Reading one stores nothing. An id that a cart
 * had before, of which perhaps only the history is left, is not given again: the next generation counts.
 */
import type { CartPlace } from './cart-ids.ts';
import { withGoodsAlone } from './cart-reach-rules.ts';
import type { CartCall, CartShop } from './cart-shop.ts';
import { type CartKind, emptyDocument, type StoredCart } from '../store/cart-document.ts';
import { numbersFor } from '../store/cart-numbers.ts';
import { readTakenNumbers, readUsedIds } from '../store/cart-store.ts';
import { Refusal } from '../../shared/errors.ts';

/** Whether we certified this id, and no cart ever had it. */
export const isVacant = async ({ ids, caller, node }: CartShop, id: string): Promise<boolean> =>
  ids.certifies(caller.applicationId, id) && !(await readUsedIds(node.db, [id])).has(id);

const steps = [0, 1, 3, 7, 15, 31, 63];

/** Nearly always the first id looked at. Generations are used in order, so what is free lies behind the last used one. */
const unusedId = async ({ ids, node }: CartShop, place: CartPlace): Promise<string> => {
  const first = ids.derived(place, 0);
  if (!(await readUsedIds(node.db, [first])).has(first)) return first;
  for (let from = 1; ; ) {
    const probes = steps.map((step) => ({ at: from + step, id: ids.derived(place, from + step) }));
    const used = await readUsedIds(
      node.db,
      probes.map(({ id }) => id),
    );
    const [near] = probes;
    if (near !== undefined && !used.has(near.id)) return near.id;
    const free = probes.findIndex(({ id }) => !used.has(id));
    from = (probes.at(free === -1 ? -1 : free - 1)?.at ?? from) + 1;
  }
};

const MOST_ATTEMPTS = 100;

/** The first of the id's numbers that no cart has; the table decides when two carts want one at once. */
const freeNumber = async ({ node, caller }: CartShop, id: string): Promise<string> => {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const numbers = numbersFor(id, attempt);
    const taken = await readTakenNumbers(node.db, caller.applicationId, numbers);
    const free = numbers.find((number) => !taken.has(number));
    if (free !== undefined) return String(free);
  }
  throw new Refusal('overloaded', { logged: { why: 'numbers of carts are used up' } });
};

type Lying = { readonly place: CartPlace; readonly id: string; readonly since: number };

const emptyCart = async (shop: CartShop, { place, id, since }: Lying): Promise<StoredCart> => ({
  ...place,
  id,
  cartId: await freeNumber(shop, id),
  version: 0,
  createdAt: since,
  modifiedAt: since,
  document: emptyDocument,
});

/** The cart that the caller's first write makes; `id` where he names one that is vacant. */
export const vacantCart = async (
  { shop, writer }: CartCall,
  { kind, slug }: CartKind,
  id: string | null = null,
): Promise<StoredCart> => {
  const place = { applicationId: shop.caller.applicationId, owner: writer.owner, kind, slug };
  return emptyCart(shop, { place, id: id ?? (await unusedId(shop, place)), since: writer.since });
};

/** A cart that will take the place of this one. */
export const successorOf = async (
  shop: CartShop,
  { applicationId, owner, kind, slug, withheld }: StoredCart,
): Promise<StoredCart> => {
  const { node, ids } = shop;
  const place = { applicationId, owner, kind, slug };
  const cart = await emptyCart(shop, { place, id: ids.fresh(applicationId, node.random), since: node.now() });
  return withheld === undefined ? cart : withGoodsAlone(cart);
};
