-- 1: whoever merged it had only its id, so its guest did not become the customer whose cart took the lines. Null: he did.
alter table cart add column taken_by_id bigint;
