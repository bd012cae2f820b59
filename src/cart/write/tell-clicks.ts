/**
 * What a change of a cart tells, where an application lets this service tell it: an add_to_cart for each line that grew, a
 * remove_from_cart for each line that shrank or went. Lines that come and go with another line say nothing. Pure.
 */
import { articleNamed } from '../../catalog/found-articles.ts';
import type { CartShop } from '../call/cart-shop.ts';
import { owns } from '../call/find-cart.ts';
import { readLists } from '../lines/load-facts.ts';
import { heldList, type MayUseList } from '../lines/price-list-rules.ts';
import { comparedPrice, type HomePrices } from '../lines/pricing-article.ts';
import type { CartLine, StoredCart } from '../store/cart-document.ts';
import type { CartChange } from '../store/cart-history.ts';
import type { Item } from '../../catalog/article-cache.ts';
import { rateAt } from '../../catalog/exchange-rate.ts';
import type { EventPayloads } from '../../contract/events/event-payloads-contract.ts';
import type { Statement } from '../../db/database.ts';
import { derivedEventId, type OutgoingEvent } from '../../events/outbox.ts';
import type { Browsing } from '../../http/requests/browsing.ts';
import { amountsIn } from '../../shared/amounts.ts';
import { type Currency, currencyOf } from '../../shared/currency.ts';
import { type Minor, portion, powerOfTen } from '../../shared/money.ts';

/** What the catalogue knows of a line. */
type ToldArticle = {
  readonly brand: string;
  readonly l1: string;
  readonly l3: string;
  /** For one, before offers; null when it has no price. */
  readonly unit: Minor | null;
};
type Telling = {
  readonly companyId: number;
  readonly currency: Currency;
  readonly browsing: Browsing;
  readonly userId: string | null;
  readonly anonymousId: string;
  readonly traceId: string;
  readonly articleOf: (line: CartLine) => ToldArticle | undefined;
};

type ToldLine = { readonly line: CartLine; readonly quantity: number };
type ToldChange = { readonly added: readonly ToldLine[]; readonly removed: readonly ToldLine[] };

const adding = new Set(['add', 'new_cart', 'update_item', 'sync', 'share_merge', 'share_replace']);
const removing = new Set(['remove_item', 'update_item', 'sync']);

/** Whether each line that an operation changes is told on its own. */
export const tellsLines = ({ caller }: Pick<CartShop, 'caller'>, operation: string): boolean =>
  caller.settings.events.cart_events === 'server' && (adding.has(operation) || removing.has(operation));

const quantities = (lines: readonly CartLine[]): ReadonlyMap<string, number> =>
  new Map(lines.map(({ identifier, quantity }) => [identifier, quantity]));

/** The lines that have more units than in `others`, with how many more. Lines that come with another say nothing. */
const surplus = (lines: readonly CartLine[], others: readonly CartLine[]): readonly ToldLine[] => {
  const there = quantities(others);
  return lines
    .map((line) => ({ line, quantity: line.quantity - (there.get(line.identifier) ?? 0) }))
    .filter(({ line, quantity }) => quantity > 0 && !line.autoAdded);
};

/** What is left of `lines` when each item's `units` are taken off, in order. */
const without = (lines: readonly ToldLine[], units: ReadonlyMap<number, number>): readonly ToldLine[] => {
  const left = new Map(units);
  return lines.flatMap(({ line, quantity }) => {
    const moved = Math.min(quantity, left.get(line.asked.itemId) ?? 0);
    left.set(line.asked.itemId, (left.get(line.asked.itemId) ?? 0) - moved);
    return quantity > moved ? [{ line, quantity: quantity - moved }] : [];
  });
};

const unitsByItem = (lines: readonly ToldLine[]): ReadonlyMap<number, number> => {
  const units = new Map<number, number>();
  for (const { line, quantity } of lines) units.set(line.asked.itemId, (units.get(line.asked.itemId) ?? 0) + quantity);
  return units;
};

/** What of a change is to be told. Units of a line that went into another of its product, in another size, only moved. */
const toldChange = (operation: string, { before, after }: CartChange): ToldChange => {
  const [old, now] = [before?.document.lines ?? [], after.document.lines];
  const [grown, shrunk] = [surplus(now, old), surplus(old, now)];
  const stays = quantities(now);
  const isGone = ({ line }: ToldLine): boolean => !stays.has(line.identifier);
  const [came, went] = [unitsByItem(grown), unitsByItem(shrunk.filter(isGone))];
  const moved = new Map([...went].map(([item, units]) => [item, Math.min(units, came.get(item) ?? 0)]));
  return {
    added: adding.has(operation) ? without(grown, moved) : [],
    removed: removing.has(operation)
      ? [...without(shrunk.filter(isGone), moved), ...shrunk.filter((one) => !isGone(one))]
      : [],
  };
};

type Shared = Pick<
  EventPayloads['add_to_cart'] & EventPayloads['remove_from_cart'],
  | 'brand'
  | 'cart_id'
  | 'context'
  | 'currency'
  | 'event_type'
  | 'l1_category'
  | 'l3_category'
  | 'position'
  | 'price'
  | 'product_id'
  | 'quantity'
  | 'source_url'
  | 'user_id'
  | 'value'
> & { readonly anonymous_id: string };

const sharedFields = (cart: StoredCart, { line, quantity }: ToldLine, told: ToldArticle, telling: Telling): Shared => {
  const { currency, browsing, userId, anonymousId } = telling;
  const unit = told.unit ?? 0;
  return {
    cart_id: cart.cartId,
    product_id: line.asked.itemId,
    brand: told.brand,
    l1_category: told.l1,
    l3_category: told.l3,
    currency: currency.code,
    price: portion(unit, 1, powerOfTen(currency.exponent), 'half_up'),
    quantity,
    value: amountsIn(currency).decimal(unit * quantity),
    source_url: browsing.sourceUrl,
    position: browsing.position,
    event_type: 'engagement',
    context: browsing.context,
    user_id: userId,
    anonymous_id: anonymousId,
  };
};

const eventOf = (
  name: 'add_to_cart' | 'remove_from_cart',
  { cart, line }: { readonly cart: StoredCart; readonly line: CartLine },
  { companyId, traceId, userId, anonymousId }: Telling,
  payload: OutgoingEvent['payload'],
): OutgoingEvent => ({
  id: derivedEventId(name, cart.applicationId, cart.cartId, String(cart.version), line.identifier),
  applicationId: cart.applicationId,
  companyId,
  category: 'click',
  name,
  type: 'engagement',
  version: '1',
  at: cart.modifiedAt,
  traceId,
  userId,
  anonymousId: anonymousId === '' ? null : anonymousId,
  sequenceKey: `cart/${cart.cartId}`,
  sequence: cart.version,
  payload,
});

const cartEvents = (cart: StoredCart, { added, removed }: ToldChange, telling: Telling): readonly OutgoingEvent[] => {
  const { browsing, articleOf } = telling;
  const make = (
    lines: readonly ToldLine[],
    event: (line: CartLine, fields: Shared) => OutgoingEvent,
  ): readonly OutgoingEvent[] =>
    lines.flatMap((one) => {
      const told = articleOf(one.line);
      return told === undefined ? [] : [event(one.line, sharedFields(cart, one, told, telling))];
    });
  return [
    ...make(added, (line, fields) => {
      const payload: EventPayloads['add_to_cart'] = {
        ...fields,
        article_id: line.articleUid,
        query: browsing.query,
        ...browsing.campaign,
      };
      return eventOf('add_to_cart', { cart, line }, telling, payload);
    }),
    ...make(removed, (line, fields) => {
      const payload: EventPayloads['remove_from_cart'] = { ...fields, version: '1' };
      return eventOf('remove_from_cart', { cart, line }, telling, payload);
    }),
  ];
};

/** The guest whose cart it is, where he may be the caller: a customer who was given its id is somebody else. */
const guestOf = ({ outbox, caller, shopper }: CartShop, { owner }: StoredCart): string => {
  const isHim = owner.kind === 'anonymous' && (shopper.customer === undefined || owns(shopper, owner));
  return isHim ? (outbox?.pseudonym(caller.applicationId, owner.id) ?? '') : '';
};

type Prices = { readonly home: HomePrices; readonly mayUse: MayUseList };

const told = (line: CartLine, items: ReadonlyMap<number, Item>, { home, mayUse }: Prices): ToldArticle | undefined => {
  const item = items.get(line.asked.itemId);
  if (item === undefined) return undefined;
  const article = articleNamed(item.articles, line.articleUid);
  const [path] = item.product.categories;
  return {
    brand: item.product.brand.name,
    l1: path?.l1.name ?? '',
    l3: path?.l3.name ?? '',
    unit: article === undefined ? null : comparedPrice(article, heldList(line, mayUse), home),
  };
};

export const tellChanges = async (
  shop: CartShop,
  operation: string,
  changes: readonly CartChange[],
): Promise<readonly Statement[]> => {
  const { outbox, caller, catalog, node, shopper, requestId } = shop;
  const { events: settings, currency } = caller.settings;
  if (outbox === undefined || settings.cart_events !== 'server') return [];
  const parts = changes.map((change) => ({ cart: change.after, change: toldChange(operation, change) }));
  const lines = parts.flatMap(({ change: { added, removed } }) => [...added, ...removed].map(({ line }) => line));
  if (lines.length === 0) return [];
  const now = node.now();
  const [items, rates, mayUse] = await Promise.all([
    catalog.items(caller.companyId, [...new Set(lines.map(({ asked }) => asked.itemId))]),
    catalog.rates(caller.companyId),
    readLists(shop),
  ]);
  const home: HomePrices = { code: currency, rates: (from) => rateAt(rates, from, currency, now) };
  const browsing = shop.browsing();
  const events = parts.flatMap(({ cart, change }) => {
    const telling: Telling = {
      companyId: caller.companyId,
      currency: currencyOf(currency),
      browsing,
      userId: shopper.customer?.userId ?? null,
      anonymousId: browsing.anonymousId ?? guestOf(shop, cart),
      traceId: requestId,
      articleOf: (line) => told(line, items, { home, mayUse }),
    };
    return cartEvents(cart, change, telling);
  });
  return outbox.statements(settings, events, { receivedAt: now, agreed: browsing.agreed });
};
