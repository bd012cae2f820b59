/** What each node told last of itself. */
import type { All, Database, Statement } from '../db/database.ts';

export type ServingNode = {
  readonly id: string;
  readonly version: string;
  readonly startedAt: number;
  readonly seenAt: number;
  /** Its workers and its database, as JSON. */
  readonly document: string;
};

const MOST_NODES = 100;

export const tellServing = ({ id, version, startedAt, seenAt, document }: ServingNode): Statement => ({
  sql: `insert into serving_node (id, version, started_at, seen_at, document) values (?, ?, ?, ?, ?)
        on conflict (id) do update set version = excluded.version, started_at = excluded.started_at,
          seen_at = excluded.seen_at, document = excluded.document`,
  params: [id, version, startedAt, seenAt, document],
});

/** Of whom nobody has heard since. */
export const forgetSilent = (before: number): Statement => ({
  sql: 'delete from serving_node where seen_at < ?',
  params: [before],
});

export const listServing = (db: Database): All<ServingNode> =>
  db.all<ServingNode>(
    `select id, version, started_at as "startedAt", seen_at as "seenAt", document from serving_node
     order by started_at desc, id limit ?`,
    [MOST_NODES],
  );
