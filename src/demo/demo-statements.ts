/** The note that a company gets the demo shop: rides in the batch of the first start, and tells how far loading has come. */
import type { Statement } from '../db/database.ts';

/** Nothing happens when it has one already. */
export const wantDemoShop = (companyId: number): Statement => ({
  sql: `insert into demo_shop (company_id, feed, line, finished_at) values (?, 0, 0, null)
        on conflict (company_id) do nothing`,
  params: [companyId],
});

/** Which feed, and how many of its rows are written. */
export type DemoProgress = { readonly feed: number; readonly line: number };
export const progressGuard = 'demo_progress';

/** Guard `demo_progress`: no other node has gone on from there. */
export const moveDemoShop = (companyId: number, from: DemoProgress, to: DemoProgress): Statement => ({
  sql: `update demo_shop set feed = ?, line = ? where company_id = ? and feed = ? and line = ? and finished_at is null`,
  params: [to.feed, to.line, companyId, from.feed, from.line],
  guard: { name: progressGuard, rows: 1 },
});

export const finishDemoShop = (companyId: number, at: number): Statement => ({
  sql: 'update demo_shop set finished_at = ? where company_id = ? and finished_at is null',
  params: [at, companyId],
});
