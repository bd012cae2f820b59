-- Which change wrote a product, or what it costs and whether it can be had, last: the slot of the change log and its version then. So
-- what a node has in memory of a range follows the few that changed.
alter table product add column change_slot bigint not null default 0;
alter table product add column change_version bigint not null default 0;
create index product_by_change on product (company_id, change_slot, change_version, uid);
alter table product_offer add column change_slot bigint not null default 0;
alter table product_offer add column change_version bigint not null default 0;
create index product_offer_by_change on product_offer (company_id, change_slot, change_version, item_id);

-- How many of a slot's versions left such a stamp: an earlier release beside this one leaves none.
alter table catalog_change add column stamped bigint not null default 0;

-- The bundles whose price and stock follow from an item.
create index product_part_by_item on product_part (company_id, item_id, bundle_id);
