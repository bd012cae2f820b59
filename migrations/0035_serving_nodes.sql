-- The nodes that serve, each as it told last of itself: every minute while it runs, and for an hour after.
create table serving_node (
  id text primary key,
  version text not null,
  started_at bigint not null,
  seen_at bigint not null,
  document text not null
);
