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
