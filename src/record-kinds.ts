/** Everything that is read and changed one by one besides products, which are shown with their articles. */
import { articleRecords, rateRecords } from './catalog/records/article-records.ts';
import { sellerRecords } from './catalog/records/product-records.ts';
import { areaRecords, laneRecords, storeRecords } from './delivery/delivery-records.ts';
import { shippingMethodRecords } from './delivery/shipping-records.ts';
import { taxRateRecords } from './delivery/tax-records.ts';
import type { RecordKind } from './feeds/record-kind.ts';

export const recordKinds: readonly RecordKind[] = [
  storeRecords,
  areaRecords,
  laneRecords,
  taxRateRecords,
  shippingMethodRecords,
  sellerRecords,
  rateRecords,
  articleRecords,
];
