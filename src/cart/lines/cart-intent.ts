/** What a caller wants of a cart, in our own words and before anything is known about the articles. */
import type { AskedItem } from '../store/cart-document.ts';
import type { ItemCode } from './item-codes.ts';

export type ParentRef = Readonly<{ identifier: string | null; itemId: number | null; size: string | null }>;

/** Where an item is to be found: by product and size, or by what was sent as article_id; `skuOf` is the third way. */
export type ItemRef = { readonly itemId: number | null; readonly size: string | null; readonly article: string | null };

/** An item that is to be there, beside what is there (add) or instead of it (sync). */
export type WantedItem = ItemRef & {
  /** Its name in `result`: `<item_id>_<size>`, repeats with `#2`, `#3`. */
  readonly name: string;
  readonly quantity: number;
  readonly asked: Omit<AskedItem, 'itemId' | 'size' | 'articleId'>;
  readonly parent: ParentRef | null;
  /** A line of its own, even beside an equal one. */
  readonly alone: boolean;
  /** Only in a sync: the line it is. */
  readonly identifier: string | null;
};

/** The seller's number by which an item is to be found, when nothing else names it. */
export const skuOf = ({ itemId, article, asked }: Pick<WantedItem, 'itemId' | 'article' | 'asked'>): string | null =>
  itemId === null && article === null ? asked.sellerIdentifier : null;

/** A change of a line that is there. */
export type WantedChange = ItemRef & {
  readonly name: string;
  readonly identifier: string | null;
  /** Its place among the lines as they are shown. */
  readonly index: number | null;
  /** The offer whose gift is meant; null: a line of the shopper's own. */
  readonly giftOf: string | null;
  /** Null: as it is. */
  readonly quantity: number | null;
  readonly set: Partial<Pick<AskedItem, 'priceList' | 'storeId' | 'meta' | 'extraMeta' | 'customJson'>>;
  readonly parent: ParentRef | null;
  readonly alone: boolean;
};

export type ItemOutcome = {
  readonly name: string;
  readonly success: boolean;
  readonly message: string;
  readonly errorCode: ItemCode | null;
  readonly itemId: number | null;
  readonly size: string | null;
  readonly storeId: number | null;
  /** Slug of the cart it went to. */
  readonly slug: string;
};
