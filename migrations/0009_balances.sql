-- What customers can pay with: points, store credit, and one balance a gift card (`account` is its id, '' otherwise). Points
-- are counted, money is in minor units. `amount` is the sum of the entries and never below zero.
create table balance (
  application_id text not null references application (id),
  user_id text not null,
  kind text not null,
  account text not null,
  amount bigint not null,
  version bigint not null,
  expires_at bigint,
  modified_at bigint not null,
  primary key (application_id, user_id, kind, account)
);

-- Append-only: every move of a balance with the balance after it. A source (an order, a gift card, an adjustment) makes each
-- kind of move once.
create table balance_entry (
  id text primary key,
  application_id text not null,
  user_id text not null,
  kind text not null,
  account text not null,
  direction text not null,
  amount bigint not null,
  balance bigint not null,
  reason text not null,
  source text not null,
  author text,
  created_at bigint not null
);
create unique index balance_entry_once
  on balance_entry (application_id, source, kind, account, direction, user_id);
create index balance_entry_by_customer on balance_entry (application_id, user_id, created_at, id);

-- SHA-256 of the code. A card belongs to nobody until it is redeemed; from then on its value is a balance.
create table gift_card (
  application_id text not null references application (id),
  id text not null,
  code_hash text not null,
  hint text not null,
  value bigint not null,
  state text not null,
  user_id text,
  created_at bigint not null,
  expires_at bigint,
  redeemed_at bigint,
  created_by text not null,
  note text not null,
  primary key (application_id, id)
);
create unique index gift_card_by_code on gift_card (application_id, code_hash);
create index gift_card_by_age on gift_card (application_id, created_at, id);
