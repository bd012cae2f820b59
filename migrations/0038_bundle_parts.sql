-- What a bundle brings into a cart: what its whole price and stock follow from. `size` null: that of the bundle.
create table product_part (
  company_id bigint not null,
  bundle_id bigint not null,
  place bigint not null,
  item_id bigint not null,
  size text,
  units bigint not null,
  primary key (company_id, bundle_id, place)
);

-- Whether the parts of a parent are written. Those of before, and those that an earlier release writes, are read one by one, in the
-- background.
alter table product_child add column parted bigint not null default 0;
create index product_child_unparted on product_child (company_id, parent_id) where parted = 0;
