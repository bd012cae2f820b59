/** Everything that can be fed, by HTTP and by `cartwright import`, in the order in which rows name each other. */
import { catalogFeeds } from './catalog/feed/catalog-feeds.ts';
import { areaFeed, laneFeed, storeFeed } from './delivery/delivery-feeds.ts';
import { shippingMethodRecords } from './delivery/shipping-records.ts';
import { taxRateRecords } from './delivery/tax-records.ts';
import type { FeedKind } from './feeds/feed-kind.ts';

export const feedKinds: readonly FeedKind[] = [
  storeFeed,
  areaFeed,
  laneFeed,
  taxRateRecords.feed,
  shippingMethodRecords.feed,
  ...catalogFeeds,
];
