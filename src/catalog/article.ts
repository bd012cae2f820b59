/** What an article is: an item in a size at a store, with its prices and stock. What a cart line is priced from. */
import type { Minor, Ppm } from '../shared/money.ts';

export type ArticlePrice = {
  readonly currency: string;
  /** The price list it belongs to (price_factory_type_id); null is everybody's price. */
  readonly list: string | null;
  /** MRP. */
  readonly marked: Minor;
  /** What the seller asks: ESP. */
  readonly effective: Minor;
  /** When it counts; a price without both counts where no other does. The end is not in it. */
  readonly from?: number;
  readonly until?: number;
};

/** What rarely changes, as it is stored. */
export type ArticleDetails = {
  readonly sellerIdentifier: string | null;
  readonly gstRate: Ppm;
  readonly hsnCode: string | null;
  /** Of tables of tax by destination; left out or null, the standard one. */
  readonly taxClass?: string | null;
  readonly moq: { readonly minimum: number | null; readonly maximum: number | null; readonly increment: number | null };
  /** Null unless it is made to order. */
  readonly customOrder: { readonly time: number; readonly unit: 'minutes' | 'hours' | 'days' } | null;
  readonly isGiftVisible: boolean;
  /** In the currency of the first price; null: the cart configuration's. */
  readonly giftPrice: Minor | null;
  /** No offer takes a unit below it; in the currency of the first price. Left out or null, nothing holds offers back. */
  readonly floorPrice?: Minor | null;
  readonly identifiers: Readonly<Record<string, unknown>> | null;
  readonly tags: readonly string[];
  readonly variants: Readonly<Record<string, unknown>>;
  readonly meta: Readonly<Record<string, unknown>>;
};

export type Article = ArticleDetails & {
  readonly uid: string;
  readonly version: number;
  readonly itemId: number;
  readonly size: string;
  readonly storeId: number;
  readonly sellerId: number;
  readonly ean: string | null;
  readonly isActive: boolean;
  /** In stock at its store; a cart reserves nothing. */
  readonly quantity: number;
  /** The first one is the base price. */
  readonly prices: readonly ArticlePrice[];
};

/** Whether a shopper could have one now. */
export const isSellable = ({ isActive, quantity, customOrder }: Article): boolean =>
  isActive && (quantity > 0 || customOrder !== null);
