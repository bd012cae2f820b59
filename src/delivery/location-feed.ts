/** What all kinds of rows about places have in common: who may feed them, and that nodes notice. */
import type { FeedContext, FeedKind } from '../feeds/feed-kind.ts';
import { raiseDeliveryVersion } from './delivery-statements.ts';

export const locationFeed = {
  permission: 'company/locations/write',
  repeats: 'refused',
  around: (_rows: readonly unknown[], { companyId }: FeedContext) => ({
    before: [raiseDeliveryVersion(companyId)],
    after: [],
  }),
} as const satisfies Partial<FeedKind>;
