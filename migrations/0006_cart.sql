-- Carts. A cart is one document with a version; the version rises by one with every accepted change. Of one owner there is
-- at most one active cart of a kind. `merged_into` names the cart that took this one's lines; `expires_at` moves with
-- every write. `cart_id` is the number that may be shown to others, `id` the key that may not.
create table cart (
  id text primary key,
  cart_id bigint not null unique,
  application_id text not null references application (id),
  owner_kind text not null,
  owner_id text not null,
  kind text not null,
  slug text not null,
  state text not null,
  merged_into text,
  version bigint not null,
  created_at bigint not null,
  modified_at bigint not null,
  expires_at bigint not null,
  document text not null
);
create unique index cart_current on cart (application_id, owner_kind, owner_id, kind, slug) where state = 'active';
create index cart_by_expiry on cart (expires_at, id);

-- Every accepted command with the version it made.
create table cart_history (
  id text not null,
  version bigint not null,
  created_at bigint not null,
  document text not null,
  primary key (id, version)
);
create index cart_history_by_age on cart_history (created_at, id, version);

-- The pricing of a cart's last acknowledged write. It decides nothing.
create table cart_snapshot (
  id text primary key,
  priced_at bigint not null,
  document text not null
);

-- What a cart held when it was emptied, for a while.
create table cart_archive (
  id text primary key,
  cart_id bigint not null,
  application_id text not null references application (id),
  owner_kind text not null,
  owner_id text not null,
  archived_at bigint not null,
  expires_at bigint not null,
  document text not null
);
create index cart_archive_by_cart on cart_archive (application_id, cart_id, archived_at, id);
create index cart_archive_by_expiry on cart_archive (expires_at, id);

-- SHA-256 of the token, and a copy of what was shared that nothing changes any more.
create table cart_share (
  token_hash text primary key,
  application_id text not null references application (id),
  created_at bigint not null,
  expires_at bigint not null,
  document text not null
);
create index cart_share_by_expiry on cart_share (expires_at, token_hash);

-- Addresses of a shopper.
create table address (
  application_id text not null references application (id),
  owner_kind text not null,
  owner_id text not null,
  id text not null,
  version bigint not null,
  created_at bigint not null,
  modified_at bigint not null,
  document text not null,
  primary key (application_id, owner_kind, owner_id, id)
);

-- Cards a customer can be priced with. Never the number of the card.
create table saved_card (
  application_id text not null references application (id),
  user_id text not null,
  card_id bigint not null,
  created_at bigint not null,
  document text not null,
  primary key (application_id, user_id, card_id)
);
