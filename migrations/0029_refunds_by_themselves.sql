-- When the node is to send a refund to the payment provider by itself, and how often it has tried. Null: never; staff do, and
-- so they do with everything that was due before.
alter table order_refund add column send_at bigint;
alter table order_refund add column send_tries bigint not null default 0;
create index order_refund_to_send on order_refund (send_at) where state = 'due' and send_at is not null;
