-- What became of carts that were merged, so that it can be told and taken back for a day. `target_id` is the cart that took the lines;
-- `document` has the carts it took them from, what that changed and what it was before.
create table cart_merge (
  id text primary key,
  application_id text not null references application (id),
  owner_kind text not null,
  owner_id text not null,
  target_id text not null,
  merged_at bigint not null,
  undone_at bigint,
  expires_at bigint not null,
  document text not null
);
create index cart_merge_of_owner on cart_merge (application_id, owner_kind, owner_id, merged_at, id);
create index cart_merge_by_expiry on cart_merge (expires_at, id);
