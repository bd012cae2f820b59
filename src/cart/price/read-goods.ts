/** The goods of a cart: its products and possible gifts, their stores and lanes, and the article each line is given. */
import type { CartAsk } from '../call/cart-ask.ts';
import type { PricedShop } from '../call/cart-shop.ts';
import { listsFor } from '../lines/price-list-rules.ts';
import { LINES_A_TURN, type LineContext, type ResolvedLine, resolveLine, storesInPlay } from '../lines/resolve-line.ts';
import { giftItems } from './offers-in-force.ts';
import type { Surroundings } from './read-surroundings.ts';
import type { CartDocument, CartLine } from '../store/cart-document.ts';
import type { Item } from '../../catalog/article-cache.ts';
import type { PartAsked } from '../../catalog/item-part.ts';
import { readHints } from '../../delivery/promise-hints.ts';
import type { DeliveryView } from '../../delivery/read-lanes.ts';
import { inSlices } from '../../shared/slices.ts';

export type Goods = {
  readonly items: ReadonlyMap<number, Item>;
  /** Items that promotions give away. */
  readonly gifts: readonly number[];
  readonly delivery: DeliveryView;
  readonly place: string | null;
  readonly context: LineContext;
  readonly lines: readonly ResolvedLine[];
};

/** Of a line only what it shows; of what may be given away all, for any article of it may be the gift. */
const itemsOf = (
  catalog: PricedShop['catalog'],
  companyId: number,
  { lines, giftChoices }: CartDocument,
  gifts: readonly number[],
): Promise<Goods['items']> => {
  const given = new Set(gifts);
  const chosen = new Set(Object.values(giftChoices).flatMap(({ itemId }) => itemId ?? []));
  const byItem = Map.groupBy(lines, ({ asked }) => asked.itemId);
  // In the order of the cart, which decides between equals.
  const ids = [...new Set([...byItem.keys(), ...gifts])];
  const asked = ids.map((itemId): PartAsked => {
    const own = byItem.get(itemId) ?? [];
    if (!given.has(itemId) && !chosen.has(itemId)) return partAsked(itemId, own);
    // Whichever of a chosen gift there is most of is given. Of others pricing tells what it chose among.
    return { itemId, sizes: 'all', uids: [], enough: chosen.has(itemId) ? Infinity : enoughFor(own) };
  });
  return catalog.parts(companyId, asked);
};
const partAsked = (itemId: number, lines: readonly CartLine[]): PartAsked => ({
  itemId,
  sizes: [...new Set(lines.map(({ asked }) => asked.size))].toSorted(),
  uids: [...new Set(lines.map(({ articleUid }) => articleUid))].toSorted(),
  enough: enoughFor(lines),
});
/** Each line is asked whether there is as much as it wants, beside what others take; and what is given away, whether any is left. */
const enoughFor = (lines: readonly CartLine[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 1);

export const readGoods = async (
  { catalog, delivery: readDelivery, caller }: PricedShop,
  ask: CartAsk,
  around: Surroundings,
): Promise<Goods> => {
  const { document, settings, money, address, ordered } = around;
  const gifts = document.lines.length === 0 ? [] : giftItems(around.active);
  const items = await itemsOf(catalog, caller.companyId, document, gifts);
  const giftStores = gifts.flatMap((itemId) => (items.get(itemId)?.articles ?? []).map(({ storeId }) => storeId));
  const place = ask.areaCode ?? address?.areaCode ?? ask.pincode;
  const stores = [...new Set([...storesInPlay(document.lines, items), ...giftStores])];
  const delivery = await readDelivery(caller.companyId, stores, place);
  const context: LineContext = {
    ordered,
    place,
    orderType: ask.orderType ?? document.orderType,
    modes: settings.fulfillment_modes,
    orderingStore: ask.orderingStore,
    hints: readHints(ask.hints),
    home: { code: money.home.code, rates: money.homeRates },
    promises: { etaLimit: settings.eta_limit, hintTtl: settings.delivery_hint_ttl },
    usual: settings.article_assignment,
    mayUse: listsFor(settings, { groups: around.facts.groups }),
  };
  const lines = await inSlices(document.lines, LINES_A_TURN, (line) => resolveLine(line, items, delivery, context));
  return { items, gifts, delivery, place, context, lines };
};
