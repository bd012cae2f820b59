-- Orders that a page told of and this service did not make, beside those that it did.
alter table funnel_order_day add column unverified_orders bigint not null default 0;
alter table funnel_order_day add column unverified_revenue bigint not null default 0;
