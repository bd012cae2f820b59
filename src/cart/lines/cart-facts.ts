/** What a decision about a cart depends on beside the cart and what is wanted of it. `load-facts.ts` reads it. */
import type { CartMoney } from './cart-money.ts';
import type { LineContext } from './resolve-line.ts';
import type { CartLine } from '../store/cart-document.ts';
import type { Article } from '../../catalog/article.ts';
import type { Item } from '../../catalog/article-cache.ts';
import type { SkuItem } from '../../catalog/read-articles.ts';
import type { QuotaSettings } from '../../contract/applications/quota-settings-contract.ts';
import type { DeliveryView } from '../../delivery/read-lanes.ts';
import type { CartConfiguration } from '../../offers/configurations/configuration-rules.ts';

/** Where an article or an EAN that was named belongs; `uid` is null for an EAN, which names no single article. */
export type NamedArticle = { readonly itemId: number; readonly size: string; readonly uid: string | null };

export type CartFacts = {
  readonly items: ReadonlyMap<number, Item>;
  /** By what was sent as article_id. */
  readonly named: ReadonlyMap<string, NamedArticle>;
  /** By what was sent as seller_identifier without a product. */
  readonly skus: ReadonlyMap<string, readonly SkuItem[]>;
  readonly delivery: DeliveryView;
  readonly context: LineContext;
  /** Somebody of the shop acts in the shopper's place. */
  readonly byStaff: boolean;
  /** The currency of the answer. */
  readonly money: CartMoney;
  readonly universal: CartConfiguration;
  /** Custom carts that can be used, oldest first. */
  readonly custom: readonly CartConfiguration[];
  readonly quotas: QuotaSettings;
};

/** The configuration behind a slug. */
export const configurationOf = ({ universal, custom }: CartFacts, slug: string): CartConfiguration =>
  custom.find((one) => one.slug === slug) ?? universal;

/** Most lines of a cart: what the shop says of this kind of cart (0: nothing), and never more than its quota. */
export const mostLinesOf = (
  { max_cart_items: own }: Pick<CartConfiguration, 'max_cart_items'>,
  { cart_lines: quota }: Pick<QuotaSettings, 'cart_lines'>,
): number => (own > 0 ? Math.min(own, quota) : quota);

export type TakenTags = Pick<CartConfiguration, 'is_universal' | 'article_tags'>;

/** A custom cart takes what has one of its tags, and what a bundle of it brings; the universal one takes everything. */
export const takesLine = (
  { is_universal, article_tags }: TakenTags,
  { autoAdded }: Pick<CartLine, 'autoAdded'>,
  article: Pick<Article, 'tags'> | undefined,
): boolean =>
  is_universal || autoAdded || article === undefined || article_tags.some((tag) => article.tags.includes(tag));
