-- Whether made-up shoppers visit a demo shop, how many have come, and when the next one does.
alter table demo_shop add column shoppers bigint not null default 0;
alter table demo_shop add column visits bigint not null default 0;
alter table demo_shop add column next_visit_at bigint not null default 0;
