-- Stores of a company, the places it knows, and the lanes between them. `feed_run` names the feed that wrote a row last, so
-- that a key given twice in one feed is found. A row's version rises when its document changes.
create table store (
  company_id bigint not null references company (id),
  uid bigint not null,
  version bigint not null,
  modified_at bigint not null,
  feed_run text not null,
  document text not null,
  primary key (company_id, uid)
);

-- `area` is a whole area code, the beginning of one (`4000*`), or `*`; the most particular row counts.
create table area (
  company_id bigint not null references company (id),
  area text not null,
  version bigint not null,
  modified_at bigint not null,
  feed_run text not null,
  document text not null,
  primary key (company_id, area)
);

create table lane (
  company_id bigint not null,
  store_uid bigint not null,
  area text not null,
  version bigint not null,
  modified_at bigint not null,
  feed_run text not null,
  document text not null,
  primary key (company_id, store_uid, area),
  foreign key (company_id, store_uid) references store (company_id, uid)
);

-- Rises with every batch that touches one of the three: what a node keeps in memory is good for one number.
create table delivery_version (
  company_id bigint primary key references company (id),
  version bigint not null
);

-- A company that gets the demo shop, and how far its rows have been fed: which feed, and how many of its rows. Written in
-- the batch of the rows themselves, so an interrupted first start goes on where it stopped.
create table demo_shop (
  company_id bigint primary key references company (id),
  feed bigint not null,
  line bigint not null,
  finished_at bigint
);
