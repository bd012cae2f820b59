-- The catalogue of a company. Every key begins with the company, so no row can be reached from another one. Amounts of
-- money are whole minor units. `feed_run` names the feed that wrote a row last: a key that comes twice in one feed is
-- found by it, without keeping the feed's keys in memory.
create table seller (
  company_id bigint not null references company (id),
  uid bigint not null,
  is_active bigint not null,
  version bigint not null,
  feed_run text not null,
  modified_at bigint not null,
  document text not null,
  primary key (company_id, uid)
);

-- `version` rises with the product's own row, `articles_version` with every change of one of its articles: a cache that
-- holds a product with its articles asks for these two numbers and nothing else.
create table product (
  company_id bigint not null references company (id),
  uid bigint not null,
  slug text not null,
  sort_name text not null,
  is_active bigint not null,
  version bigint not null,
  articles_version bigint not null,
  feed_run text not null,
  created_at bigint not null,
  modified_at bigint not null,
  document text not null,
  primary key (company_id, uid)
);
create unique index product_by_slug on product (company_id, slug);
create index product_by_age on product (company_id, created_at, uid);

-- What a set or bundle is made of.
create table product_child (
  company_id bigint not null,
  parent_id bigint not null,
  child_id bigint not null,
  primary key (company_id, parent_id, child_id)
);
create index product_child_by_child on product_child (company_id, child_id, parent_id);

create table product_ean (
  company_id bigint not null,
  ean text not null,
  item_id bigint not null,
  size text not null,
  primary key (company_id, ean, item_id, size)
);
create index product_ean_by_item on product_ean (company_id, item_id, ean, size);

-- What a product is found by: words (`w:shirt`) and filters (`brand:12`, `l3:40`, `tag:sale`).
create table product_term (
  company_id bigint not null,
  term text not null,
  item_id bigint not null,
  primary key (company_id, term, item_id)
);
create index product_term_by_item on product_term (company_id, item_id, term);

-- An article is an item in a size at a store. `currency_code` and `effective` are those of its first price; `prices` holds
-- all of them, by currency and price list.
create table article (
  company_id bigint not null,
  uid text not null,
  item_id bigint not null,
  size text not null,
  store_id bigint not null,
  seller_id bigint not null,
  ean text,
  is_active bigint not null,
  is_made_to_order bigint not null,
  quantity bigint not null,
  version bigint not null,
  currency_code text not null,
  effective bigint not null,
  feed_run text not null,
  modified_at bigint not null,
  prices text not null,
  document text not null,
  primary key (company_id, uid)
);
create index article_by_item on article (company_id, item_id, is_active, currency_code);
create index article_by_ean on article (company_id, ean);

-- What lists filter and sort by, derived from a product's active articles in the batch that changes them.
create table product_offer (
  company_id bigint not null,
  item_id bigint not null,
  currency_code text,
  min_effective bigint,
  in_stock bigint not null,
  primary key (company_id, item_id)
);

-- A rate is rate_digits / 10^rate_decimals: exact, whatever its decimals.
create table exchange_rate (
  company_id bigint not null references company (id),
  from_currency text not null,
  to_currency text not null,
  valid_from bigint not null,
  id text not null,
  rate_digits bigint not null,
  rate_decimals bigint not null,
  feed_run text not null,
  modified_at bigint not null,
  primary key (company_id, from_currency, to_currency, valid_from)
);

-- Whether anything of a company's catalogue changed: every batch that changes it adds one to some slot of its scope, and a
-- reader adds the slots up. A batch that commits late raises the sum when it commits, so no reader can skip it; slots keep
-- writers of one company from waiting for each other.
create table catalog_change (
  company_id bigint not null,
  scope text not null,
  slot bigint not null,
  version bigint not null,
  primary key (company_id, scope, slot)
);

-- How far the import of a file has come, written in the batch of the rows themselves.
create table feed_progress (
  company_id bigint not null,
  kind text not null,
  file_hash text not null,
  run_id text not null,
  line bigint not null,
  position bigint not null,
  accepted bigint not null,
  refused bigint not null,
  started_at bigint not null,
  modified_at bigint not null,
  primary key (company_id, kind, file_hash)
);
