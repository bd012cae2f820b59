/**
 * Brings the demo shop to companies that were promised one: its goods through the same feeds as everybody's rows, then what
 * its furnisher adds. Called at every start: goes on where an interrupted start stopped, also when it was another node's.
 * Once it is finished it is the merchant's shop: a start reads that one mark, and neither checks nor changes anything of it.
 */
import type { Node } from '../applications/node.ts';
import { type Database, guardFailed } from '../db/database.ts';
import type { FeedKind } from '../feeds/feed-kind.ts';
import { type FeedRow, runFeed } from '../feeds/feed-run.ts';
import { Refusal } from '../shared/errors.ts';
import { objectId } from '../shared/identifiers.ts';
import { type DemoFeed, demoFeeds } from './demo-shop.ts';
import { type DemoProgress, finishDemoShop, moveDemoShop, progressGuard } from './demo-statements.ts';

type Wanted = DemoProgress & { readonly company_id: number };

const wantedShop = (db: Database): Promise<Wanted | undefined> =>
  db.one<Wanted>('select company_id, feed, line from demo_shop where finished_at is null order by company_id limit 1');

async function* rowsFrom({ rows }: DemoFeed, done: number): AsyncGenerator<FeedRow, void> {
  for (const [index, value] of rows.entries()) {
    if (index >= done) yield { line: index + 1, next: index + 1, size: 0, value };
  }
}

const feedRows = async (
  node: Pick<Node, 'db' | 'now' | 'random'>,
  kind: FeedKind,
  rows: DemoFeed,
  { company_id: companyId, feed, line }: Wanted,
): Promise<void> => {
  const context = { db: node.db, companyId, runId: objectId(node.random), at: node.now() };
  let from: DemoProgress = { feed, line };
  const alongside = ({ place }: { readonly place: { readonly line: number } }) => {
    const last = place.line === rows.rows.length;
    return [moveDemoShop(companyId, from, last ? { feed: feed + 1, line: 0 } : { feed, line: place.line })];
  };
  for await (const { verdicts, place } of runFeed(kind, rowsFrom(rows, line), context, { alongside })) {
    const refused = verdicts.find(({ success }) => !success);
    if (refused !== undefined) {
      const message = `${kind.name} ${refused.key}: ${refused.field} ${refused.message}`;
      throw new Refusal('row_invalid', { message });
    }
    from = { feed, line: place.line };
  }
};

const feedGoods = async (
  node: Pick<Node, 'db' | 'now' | 'random'>,
  kinds: readonly FeedKind[],
  wanted: Wanted,
): Promise<void> => {
  const feeds = demoFeeds();
  for (let feed = wanted.feed; feed < feeds.length; feed += 1) {
    const rows = feeds[feed];
    const kind = kinds.find(({ name }) => name === rows?.kind);
    if (rows === undefined || kind === undefined) throw new Error(`demo shop: nobody takes ${rows?.kind}`);
    await feedRows(node, kind, rows, { ...wanted, feed, line: feed === wanted.feed ? wanted.line : 0 });
  }
};

export type DemoParts = {
  /** The feeds there are. */
  readonly kinds: readonly FeedKind[];
  /** Adds what the shop has beside goods. */
  readonly furnish: (companyId: number) => Promise<void>;
  /** Told when the shop was changed between an interrupted start and this one, so that the rest of the demo does not fit it. */
  readonly onRefused: (refusal: Refusal) => void;
};

/** A company is promised a shop by `wantDemoShop`. A demo is no reason not to start: what does not fit is left out. */
export const loadDemoShop = async (
  node: Pick<Node, 'db' | 'now' | 'random'>,
  { kinds, furnish, onRefused }: DemoParts,
): Promise<void> => {
  for (let wanted = await wantedShop(node.db); wanted !== undefined; wanted = await wantedShop(node.db)) {
    try {
      await feedGoods(node, kinds, wanted);
      await furnish(wanted.company_id);
    } catch (error) {
      // Another node is loading the same shop: what it has written counts, and we go on from there.
      if (guardFailed(error, progressGuard)) continue;
      if (!(error instanceof Refusal)) throw error;
      onRefused(error);
    }
    await node.db.commit([finishDemoShop(wanted.company_id, node.now())]);
  }
};
