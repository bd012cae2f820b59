-- How much of a quota was used up, in a window of time. `subject` is a keyed hash: of the shopper, or of the network address that a
-- call came from. Raised in the batch of what it counts, never past the limit: the limit is part of the statement.
create table quota_use (
  application_id text not null,
  quota text not null,
  subject text not null,
  window_start bigint not null,
  used bigint not null,
  expires_at bigint not null,
  primary key (application_id, quota, subject, window_start)
);
create index quota_use_by_expiry on quota_use (expires_at);

-- What orders hold that are not paid yet, by whose they are: `subject` is a keyed hash of the shopper or of the network address.
-- `article_uid` is '' for the order itself. Deleted when the order is paid, shipped or over; `expires_at` is there for one that is
-- to be paid on delivery.
create table order_hold (
  application_id text not null,
  subject text not null,
  article_uid text not null,
  order_id text not null,
  units bigint not null,
  expires_at bigint,
  primary key (application_id, subject, article_uid, order_id)
);
create index order_hold_of_order on order_hold (order_id);
create index order_hold_expiring on order_hold (expires_at) where expires_at is not null;
