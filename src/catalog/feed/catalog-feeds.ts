import type { FeedKind } from '../../feeds/feed-kind.ts';
import { articleFeed, inventoryFeed } from './article-feed.ts';
import { exchangeRateFeed } from './exchange-rate-feed.ts';
import { productFeed } from './product-feed.ts';
import { sellerFeed } from './seller-feed.ts';

/** What this area takes in bulk, in the order in which rows name each other. */
export const catalogFeeds: readonly FeedKind[] = [
  sellerFeed,
  exchangeRateFeed,
  productFeed,
  articleFeed,
  inventoryFeed,
];
