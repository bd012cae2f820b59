/** Reads what a decision about a cart depends on: the articles that are named or there already, lanes, configurations. */
import type { CartAsk } from '../call/cart-ask.ts';
import { type CartShop, noReaders } from '../call/cart-shop.ts';
import type { CartFacts, NamedArticle } from './cart-facts.ts';
import { type ItemRef, skuOf, type WantedItem } from './cart-intent.ts';
import { cartMoney } from './cart-money.ts';
import { listsFor, type MayUseList } from './price-list-rules.ts';
import type { CartLine, StoredCart } from '../store/cart-document.ts';
import type { Item } from '../../catalog/article-cache.ts';
import { putInOrder } from '../../catalog/found-articles.ts';
import { rateAt } from '../../catalog/exchange-rate.ts';
import { isInUse } from '../../offers/configurations/configuration-rules.ts';
import { promiseSettings } from '../../delivery/promise-answer.ts';
import { noHints } from '../../delivery/promise-hints.ts';
import { orderTimes } from '../../delivery/promise-rules.ts';
import { Refusal } from '../../shared/errors.ts';

const EAN = 'ean:';
const MOST_EANS = 50;

/** What was sent as article_id, looked up. What is neither an article nor an EAN is left to item and size. */
const readNamed = async (
  { catalog, caller }: CartShop,
  refs: readonly ItemRef[],
): Promise<ReadonlyMap<string, NamedArticle>> => {
  const names = [...new Set(refs.flatMap(({ article }) => (article === null ? [] : [article])))];
  const eans = names.filter((name) => name.startsWith(EAN));
  if (eans.length > MOST_EANS) throw new Refusal('too_many_eans');
  const [articles, places] = await Promise.all([
    catalog.articles(
      caller.companyId,
      names.filter((name) => !name.startsWith(EAN)),
    ),
    catalog.byEan(
      caller.companyId,
      eans.map((name) => name.slice(EAN.length)),
    ),
  ]);
  return new Map([
    ...[...articles].map(([uid, { article }]): [string, NamedArticle] => [
      uid,
      { itemId: article.itemId, size: article.size, uid },
    ]),
    ...eans.flatMap((name): [string, NamedArticle][] => {
      const [place] = places.get(name.slice(EAN.length)) ?? [];
      return place === undefined ? [] : [[name, { ...place, uid: null }]];
    }),
  ]);
};

/** A seller's number counts where neither product nor article is named. */
const readSkus = ({ catalog, caller }: CartShop, refs: readonly WantedItem[]): Promise<CartFacts['skus']> => {
  const skus = refs.flatMap((ref) => skuOf(ref) ?? []);
  return catalog.bySku(caller.companyId, skus);
};

const childrenOf = (items: ReadonlyMap<number, Item>): readonly number[] =>
  [...items.values()]
    .flatMap(({ product }) => product.children.filter(({ autoAdd }) => autoAdd))
    .map(({ itemId }) => itemId)
    .filter((itemId) => !items.has(itemId));

const readItems = async ({ catalog, caller }: CartShop, itemIds: readonly number[]) => {
  const items = await catalog.items(caller.companyId, [...new Set(itemIds)]);
  const children = childrenOf(items);
  const more = children.length === 0 ? [] : await catalog.items(caller.companyId, [...new Set(children)]);
  const all = new Map([...items, ...more]);
  for (const { articles } of all.values()) await putInOrder(articles);
  return all;
};

const placeOf = async ({ readers }: CartShop, ask: CartAsk, cart: StoredCart | undefined): Promise<string | null> => {
  const addressId = cart?.document.addressId ?? null;
  if (ask.areaCode !== null || cart === undefined || addressId === null) return ask.areaCode ?? ask.pincode;
  return (await readers.address?.(cart, addressId))?.areaCode ?? ask.pincode;
};

/** The customer is looked up only where there are lists: nothing else of a decision depends on who he is. */
export const readLists = async ({ caller, shopper, readers }: CartShop): Promise<MayUseList> => {
  const { facts } = { ...noReaders, ...readers };
  const { cart } = caller.settings;
  const { customer } = shopper;
  const hasLists = Object.keys(cart.price_lists).length > 0;
  const groups = customer === undefined || !hasLists ? [] : (await facts(customer)).groups;
  return listsFor(cart, { groups });
};

export type FactsNeeded = {
  /** The cart whose address counts. */
  readonly cart: StoredCart | undefined;
  readonly lines: readonly CartLine[];
  readonly refs: readonly WantedItem[];
};

export const loadFacts = async (
  shop: CartShop,
  ask: CartAsk,
  { cart, lines, refs }: FactsNeeded,
): Promise<CartFacts> => {
  const { caller, node, catalog, delivery: readDelivery, offers } = shop;
  const now = node.now();
  const settings = caller.settings.cart;
  const [named, skus, place, active, rates, mayUse] = await Promise.all([
    readNamed(shop, refs),
    readSkus(shop, refs),
    placeOf(shop, ask, cart),
    offers(caller, now),
    catalog.rates(caller.companyId),
    readLists(shop),
  ]);
  const items = await readItems(shop, [
    ...lines.map(({ asked }) => asked.itemId),
    ...refs.flatMap(({ itemId }) => (itemId === null ? [] : [itemId])),
    ...[...named.values()].map(({ itemId }) => itemId),
    ...[...skus.values()].flat().map(({ itemId }) => itemId),
  ]);
  const stores = [...items.values()].flatMap(({ articles }) => articles.map(({ storeId }) => storeId));
  const { currency } = caller.settings;
  return {
    items,
    named,
    skus,
    delivery: await readDelivery(caller.companyId, stores, place),
    context: {
      ordered: orderTimes(now, cart?.id),
      place,
      orderType: ask.orderType ?? cart?.document.orderType ?? null,
      modes: settings.fulfillment_modes,
      orderingStore: ask.orderingStore,
      hints: noHints,
      home: { code: currency, rates: (from) => rateAt(rates, from, currency, now) },
      promises: promiseSettings,
      usual: settings.article_assignment,
      mayUse,
    },
    byStaff: shop.staff !== undefined,
    money: cartMoney(caller.settings, ask.currency, { rates, snapshot: undefined, maxAgeHours: 0, now }),
    universal: active.universal,
    custom: active.custom.filter(isInUse),
    quotas: caller.settings.quotas,
  };
};
