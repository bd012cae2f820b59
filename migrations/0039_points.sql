-- Points with an end: what is left of each credit that has one, and what of it ended unused. What of a balance is in no lot never
-- ends. `id` is the entry that credited it, `source` what it was credited for.
create table balance_lot (
  application_id text not null references application (id),
  user_id text not null,
  kind text not null,
  id text not null,
  source text not null,
  expires_at bigint not null,
  remaining bigint not null,
  expired bigint not null,
  primary key (application_id, user_id, kind, id)
);
create index balance_lot_ending on balance_lot (expires_at, id) where remaining > 0;

-- What a source spent of which lot, so that it goes back there; `returning_now` is used within one batch.
create table balance_lot_use (
  application_id text not null references application (id),
  user_id text not null,
  kind text not null,
  source text not null,
  lot_id text not null,
  amount bigint not null,
  returning_now bigint not null,
  primary key (application_id, user_id, kind, source, lot_id)
);

-- What an order is worth to its customer now, for tiers: money he paid and was not given back, in minor units of the application's
-- currency, and points it earned. Null: an order of before, reckoned one by one in the background.
alter table customer_order add column kept_money bigint;
alter table customer_order add column kept_points bigint;
create index customer_order_unreckoned on customer_order (created_at, id) where kept_money is null;
