-- Promotions and coupons of an application, as a merchant wrote them. The document is the SDK's own shape; a column is what
-- a statement looks for. `code` and `title` are folded by the program. `starts_at` and `ends_at` bound the schedule.
create table offer (
  application_id text not null references application (id),
  id text not null,
  kind text not null,
  state text not null,
  is_archived bigint not null,
  version bigint not null,
  type text not null,
  offer_group text not null,
  code text not null,
  title text not null,
  is_public bigint not null,
  is_display bigint not null,
  starts_at bigint,
  ends_at bigint,
  created_at bigint not null,
  modified_at bigint not null,
  created_by text not null,
  reviewed_by text,
  reviewed_at bigint,
  approved_at bigint,
  document text not null,
  primary key (application_id, id)
);
create index offer_by_age on offer (application_id, kind, created_at, id);
create index offer_running on offer (application_id, state, is_archived, id, version, ends_at);

-- Every code that shoppers can type, folded: the one of a coupon, and each of a bulk coupon, which can be used once.
create table offer_code (
  application_id text not null,
  code text not null,
  offer_id text not null,
  is_bulk bigint not null,
  shown text not null,
  created_at bigint not null,
  primary key (application_id, code)
);
create index offer_code_by_offer on offer_code (application_id, offer_id, code);

-- Codes of a bulk coupon still to be made, or to be cleared away after it was removed (wanted is 0 then). `made` moves in the
-- batch of the codes themselves, so a step that is repeated or run on two nodes makes nothing twice.
create table offer_code_job (
  application_id text not null,
  offer_id text not null,
  prefix text not null,
  wanted bigint not null,
  made bigint not null,
  created_at bigint not null,
  modified_at bigint not null,
  primary key (application_id, offer_id)
);
create index offer_code_job_open on offer_code_job (application_id, offer_id) where made <> wanted;

-- Uses taken: `holder` is '' for all of an offer's uses, `user:<id>`, `code:<code>` or `payment:<mode>`. Raised and lowered
-- only together with a row of offer_hold, never past its limit: the limit is part of the statement.
create table offer_use (
  application_id text not null,
  offer_id text not null,
  holder text not null,
  taken bigint not null,
  primary key (application_id, offer_id, holder)
);

-- Who has taken a use: a cart while it pays (`held`, until expires_at), an order for good (`confirmed`).
create table offer_hold (
  application_id text not null,
  offer_id text not null,
  hold_key text not null,
  state text not null,
  version bigint not null,
  expires_at bigint,
  created_at bigint not null,
  document text not null,
  primary key (application_id, offer_id, hold_key)
);
create index offer_hold_by_key on offer_hold (application_id, hold_key);
create index offer_hold_expiring on offer_hold (expires_at) where expires_at is not null;
create index offer_hold_of_offer on offer_hold (application_id, offer_id, expires_at) where expires_at is not null;

-- The universal cart of an application (slug `universal`) and its custom carts.
create table cart_configuration (
  application_id text not null references application (id),
  id text not null,
  slug text not null,
  version bigint not null,
  created_at bigint not null,
  modified_at bigint not null,
  document text not null,
  primary key (application_id, id)
);
create unique index cart_configuration_by_slug on cart_configuration (application_id, slug);

-- Price changes that another system made for one cart.
create table price_adjustment (
  application_id text not null references application (id),
  id text not null,
  cart_id text not null,
  version bigint not null,
  expires_at bigint,
  created_at bigint not null,
  modified_at bigint not null,
  document text not null,
  primary key (application_id, id)
);
create index price_adjustment_by_cart on price_adjustment (application_id, cart_id, created_at, id);
create index price_adjustment_expiring on price_adjustment (expires_at) where expires_at is not null;

-- Rises with every batch that changes what pricing reads: offers and cart configurations. A node's compiled index is good for
-- one number.
create table offer_version (
  application_id text primary key references application (id),
  version bigint not null
);
