-- What an application knows of a customer: `document` as a service client wrote it, `claims` as the customer's own proof of
-- identity said last. Each has its writer, so that neither undoes the other.
create table customer (
  application_id text not null references application (id),
  user_id text not null,
  version bigint not null,
  created_at bigint not null,
  modified_at bigint not null,
  document text not null,
  claims text not null,
  primary key (application_id, user_id)
);
create index customer_by_age on customer (application_id, created_at, user_id);

-- What a customer has on the wishlist: `collection_id` is the item's number in digits.
create table wishlist (
  application_id text not null references application (id),
  user_id text not null,
  collection_type text not null,
  collection_id text not null,
  created_at bigint not null,
  primary key (application_id, user_id, collection_type, collection_id)
);
create index wishlist_by_age on wishlist (application_id, user_id, collection_type, created_at, collection_id);

-- How many customers have a thing on their wishlist, moved in the batch of the wishlist itself.
create table wishlist_count (
  application_id text not null,
  collection_type text not null,
  collection_id text not null,
  followers bigint not null,
  primary key (application_id, collection_type, collection_id)
);

-- Applications say for how long the history of their carts is kept, so that every command carries its own end.
alter table cart_history add column expires_at bigint;
update cart_history set expires_at = created_at + 31536000000;
drop index cart_history_by_age;
create index cart_history_by_expiry on cart_history (expires_at, id, version);

-- The seller's own number of an article, which carts can name instead of product and size. Filled by the next feed.
alter table article add column seller_identifier text;
create index article_by_seller_identifier on article (company_id, seller_identifier) where seller_identifier is not null;
