/** The feed of sellers. */
import { SellerRow } from '../../contract/catalog/catalog-feed-contract.ts';
import type { FeedKind } from '../../feeds/feed-kind.ts';
import { writtenRows } from '../../feeds/written-rows.ts';
import { catalogChanged } from '../catalog-change-statements.ts';
import { upsertSeller } from '../seller-store.ts';

export const sellerFeed: FeedKind<SellerRow> = {
  name: 'sellers',
  summary: 'Feed sellers',
  permission: 'company/products/write',
  schema: SellerRow,
  key: ({ uid }) => String(uid),
  repeats: 'refused',
  written: writtenRows('seller', 'uid', Number),
  statements: ({ uid, name, gstin = null, is_active = true, meta = {} }, { companyId, runId, at }) => [
    upsertSeller(companyId, { uid, isActive: is_active, details: { name, gstin, meta } }, runId, at),
  ],
  around: (_rows, { companyId, runId }) => ({ before: [], after: [catalogChanged(companyId, 'product', runId)] }),
};
