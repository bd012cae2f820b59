/** Changes and removes lines of one cart, and takes what the shopper says about gifts. */
import type { CartShop } from '../call/cart-shop.ts';
import { activeOffers } from '../call/find-cart.ts';
import { applyUpdates, type Operation } from '../lines/apply-updates.ts';
import { configurationOf, mostLinesOf } from '../lines/cart-facts.ts';
import type { WantedChange } from '../lines/cart-intent.ts';
import { loadFacts } from '../lines/load-facts.ts';
import { reassignLines } from '../lines/put-line.ts';
import { declinedGifts, withGifts } from './named-gifts.ts';
import { emptyDocument, type GiftChoice } from '../store/cart-document.ts';
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
import { recordOf, updateWords } from '../write/write-outcome.ts';

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

const planUpdate = async (write: CartWrite, options: UpdateOptions): Promise<Plan<Written>> => {
  const { operation, gifts } = options;
  const { shop } = write.call;
  const meant = await loadForWrite(write);
  const { cart, kind } = meant;
  const before = cart?.document ?? emptyDocument;
  const items = await withGifts(shop, cart, write.ask, options.items);
  const facts = await loadFacts(shop, write.ask, { cart, lines: before.lines, refs: [] });
  const { lines, outcomes } = applyUpdates(
    before.lines,
    { operation, wanted: items, slug: kind.slug },
    {
      facts,
      newIdentifier: lineIdentifier(shop.node.random),
      version: (cart?.version ?? 0) + 1,
      mostLines: mostLinesOf(configurationOf(facts, kind.slug), facts.quotas),
      quantities: 'exact',
    },
  );
  const chosen = { ...before.giftChoices, ...declinedGifts(items, outcomes), ...gifts };
  const giftChoices = await knownChoices(shop, chosen);
  const decided = asOrdered(write, { ...before, lines, giftChoices });
  const changed = isChanged(before, decided);
  const document = changed ? { ...decided, lines: reassignLines(lines, facts) } : before;
  const change = changed ? await changeTo(write, meant, document) : undefined;
  return planOf(write, { operation, meant, change }, (current) => recordOf(current, outcomes, updateWords));
};

export const updateItems = (write: CartWrite, options: UpdateOptions): Promise<Written> =>
  runWrite(write, () => planUpdate(write, options));
