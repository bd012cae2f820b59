-- Shipments of orders, to be found by their state, store and way: a row names one that stands with its order.
create table order_shipment (
  order_id text not null,
  shipment_id text not null,
  company_id bigint not null,
  store_id bigint not null,
  order_type text not null,
  state text not null,
  created_at bigint not null,
  primary key (order_id, shipment_id)
);
create index order_shipment_newest on order_shipment (company_id, created_at, shipment_id);
create index order_shipment_by_state on order_shipment (company_id, state, created_at, shipment_id);

-- The version of which its shipments have rows. Orders of before, and those that an earlier release changes, are listed one by one,
-- in the background.
alter table customer_order add column listed_version bigint not null default 0;
create index customer_order_unlisted on customer_order (created_at, id) where listed_version <> version;
