-- How a customer stands with the shop, moved in the batch of the order that moves it: orders that are not over, money that was paid
-- for them and kept, in minor units of the application's currency, and when he ordered last.
alter table customer add column orders bigint not null default 0;
alter table customer add column spent bigint not null default 0;
alter table customer add column last_order_at bigint;

-- Whether its customer's standing has an order in it. Orders of before are counted one by one, in the background.
alter table customer_order add column counted bigint not null default 0;
create index customer_order_uncounted on customer_order (created_at, id) where counted = 0;
