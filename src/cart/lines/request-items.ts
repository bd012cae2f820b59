/** Bodies of the cart operations in our own words. Whether an item can be had is not decided here. Pure. */
import type { ParentRef, WantedChange, WantedItem } from './cart-intent.ts';
import { counterMode } from './fulfillment-rules.ts';
import { type AskedItem, type JsonObject, orderTypeOf } from '../store/cart-document.ts';
import type { SyncItem } from '../../contract/cart/cart-bodies.ts';
import type { AddProductCart, UpdateProductCart } from '../../contract/cart/cart-item-bodies.ts';

const textOf = (value: unknown): string | null => {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
};
const wholeOf = (value: unknown): number | null => {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : null;
};

const parentRef = (given: JsonObject | readonly JsonObject[] | undefined): ParentRef | null => {
  const entry = Array.isArray(given) ? (given[0] as JsonObject | undefined) : (given as JsonObject | undefined);
  const identifier = textOf(entry?.['identifier']);
  const itemId = wholeOf(entry?.['parent_item_id'] ?? entry?.['item_id']);
  const size = textOf(entry?.['parent_item_size'] ?? entry?.['item_size']);
  return identifier === null && itemId === null ? null : { identifier, itemId, size };
};

/** `750001_XL`, and `750001_XL#2` when it comes a second time. */
const namer = (): ((itemId: number | undefined, size: string | undefined, article: string | undefined) => string) => {
  const seen = new Map<string, number>();
  return (itemId, size, article) => {
    const name = itemId === undefined ? (article ?? '') : `${itemId}_${size ?? ''}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name}#${count}`;
  };
};

const assignmentOf = (given: AddProductCart['article_assignment']): AskedItem['assignment'] =>
  given === undefined ? null : { level: given.level ?? null, strategy: given.strategy ?? null };

/** A sale at the counter is called so in answers; sent back, it says no more than `pos` does. */
const modeOf = ({ fulfillment_mode: mode, pos }: AddProductCart | SyncItem): string | null =>
  pos === true && mode === counterMode ? null : textOf(mode);

const askedOf = (item: AddProductCart | SyncItem): WantedItem['asked'] => ({
  storeId: item.store_id ?? null,
  sellerId: item.seller_id ?? null,
  sellerIdentifier: textOf(item.seller_identifier),
  assignment: assignmentOf(item.article_assignment),
  priceList: textOf(item.price_factory_type_id),
  groupTags: item.product_group_tags ?? null,
  display: textOf(item.display),
  orderType: orderTypeOf(item.order_type),
  extraMeta: item.extra_meta ?? {},
  customJson: item['_custom_json'] ?? {},
  meta: item.meta ?? {},
  pos: item.pos ?? false,
  journey: textOf(item.journey),
  fulfillmentMode: modeOf(item),
  promoId: textOf(item.promo_id),
});

export const wantedItems = (items: readonly (AddProductCart | SyncItem)[]): readonly WantedItem[] => {
  const name = namer();
  return items.map((item) => ({
    name: name(item.item_id, item.item_size, item.article_id ?? item.seller_identifier),
    quantity: item.quantity ?? 1,
    itemId: item.item_id ?? null,
    size: textOf(item.item_size),
    article: textOf(item.article_id),
    asked: askedOf(item),
    parent: parentRef(item.parent_item_identifiers),
    alone: item.force_new_line_item ?? false,
    identifier: 'identifiers' in item ? textOf(item.identifiers?.identifier) : null,
  }));
};

export const wantedChanges = (items: readonly UpdateProductCart[]): readonly WantedChange[] => {
  const name = namer();
  return items.map((item) => ({
    name: name(item.item_id, item.item_size, item.article_id ?? item.identifiers?.identifier),
    identifier: textOf(item.identifiers?.identifier),
    index: item.item_index ?? null,
    giftOf: null,
    itemId: item.item_id ?? null,
    size: textOf(item.item_size),
    article: textOf(item.article_id),
    quantity: item.quantity ?? null,
    set: {
      ...(item.price_factory_type_id === undefined ? {} : { priceList: textOf(item.price_factory_type_id) }),
      ...(item.store_id === undefined ? {} : { storeId: item.store_id }),
      ...(item.meta === undefined ? {} : { meta: item.meta }),
      ...(item.extra_meta === undefined ? {} : { extraMeta: item.extra_meta }),
      ...(item['_custom_json'] === undefined ? {} : { customJson: item['_custom_json'] }),
    },
    parent: parentRef(item.parent_item_identifiers),
    alone: item.force_new_line_item ?? false,
  }));
};
