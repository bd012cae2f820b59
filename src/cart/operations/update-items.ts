/** Changes and removes lines of one cart, and takes what the shopper says about gifts. */
import type { CartShop } from '../call/cart-shop.ts';
import { activeOffers } from '../call/find-cart.ts';
import { putOptions, putTo } from '../lines/apply-adds.ts';
import { applyUpdates, type Operation } from '../lines/apply-updates.ts';
import type { WantedChange } from '../lines/cart-intent.ts';
import { loadFacts } from '../lines/load-facts.ts';
import { reassignLines } from '../lines/put-line.ts';
import { declinedGifts, withGifts } from './named-gifts.ts';
import { emptyDocument, type GiftChoice } from '../store/cart-document.ts';
import { type CartWrite, writeOne, type Written } from '../write/write-cart.ts';
import { recordOf, updateWords } from '../write/write-outcome.ts';
import { turnFor } from '../../shared/slices.ts';

export type UpdateOptions = {
  readonly operation: Operation;
  readonly items: readonly WantedChange[];
  /** By promotion id. */
  readonly gifts: Readonly<Record<string, GiftChoice>>;
};

/** A choice is kept as long as there is an offer that it can be about. */
const knownChoices = async (
  shop: CartShop,
  chosen: Readonly<Record<string, GiftChoice>>,
): Promise<Readonly<Record<string, GiftChoice>>> => {
  const { byId } = await activeOffers(shop);
  return Object.fromEntries(Object.entries(chosen).filter(([id]) => byId.has(id)));
};

export const updateItems = (write: CartWrite, options: UpdateOptions): Promise<Written> =>
  writeOne(write, async ({ cart, kind }) => {
    const { operation, gifts } = options;
    const { shop } = write.call;
    const before = cart?.document ?? emptyDocument;
    const items = await withGifts(shop, cart, write.ask, options.items);
    const facts = await loadFacts(shop, write.ask, { cart, lines: before.lines, refs: [] });
    const put = putOptions(putTo(shop.node, facts, cart, kind.slug), 'exact');
    await turnFor(items.length);
    const { lines, outcomes } = await applyUpdates(before.lines, { operation, wanted: items, slug: kind.slug }, put);
    await turnFor(items.length);
    const chosen = { ...before.giftChoices, ...declinedGifts(items, outcomes), ...gifts };
    return {
      operation,
      before,
      document: { ...before, lines, giftChoices: await knownChoices(shop, chosen) },
      settled: async (document) => ({ ...document, lines: await reassignLines(lines, facts) }),
      recordOf: (current) => recordOf(current, outcomes, updateWords),
    };
  });
