/** Feeds a company its rows as an import does, and fails on the first that is refused. */
import assert from 'node:assert/strict';
import type { Node } from '../../../src/applications/node.ts';
import { feedKinds } from '../../../src/feed-kinds.ts';
import { runFeed } from '../../../src/feeds/feed-run.ts';

export type FeedCompany = (kind: string, rows: readonly unknown[]) => Promise<void>;

async function* feedRows(rows: readonly unknown[]) {
  for (const [at, value] of rows.entries()) yield { line: at + 1, next: at + 1, size: 0, value };
}

export const feedCompany = ({ db, now }: Pick<Node, 'db' | 'now'>, companyId: number): FeedCompany => {
  let runs = 0;
  return async (name, rows) => {
    const kind = feedKinds.find((one) => one.name === name);
    assert.ok(kind, `there is no feed ${name}`);
    runs += 1;
    const context = { db, companyId, runId: `run-${runs}`, at: now() };
    for await (const { verdicts } of runFeed(kind, feedRows(rows), context)) {
      assert.deepEqual(
        verdicts.filter(({ success }) => !success),
        [],
      );
    }
  };
};
