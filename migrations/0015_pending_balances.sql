-- What a source (an order) will raise a balance by, once it was paid for: shown, never spent. The row goes when the balance is
-- raised, or when the order ends. From here on `balance.amount` of points and store credit may be below zero: what was earned,
-- spent and then taken back is owed.
create table balance_pending (
  application_id text not null references application (id),
  user_id text not null,
  kind text not null,
  source text not null,
  amount bigint not null,
  created_at bigint not null,
  primary key (application_id, user_id, kind, source)
);
